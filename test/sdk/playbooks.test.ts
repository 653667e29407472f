import { SvcClient, SvcError } from '@svc/sdk'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'

let server: TestKernel
let client: SvcClient

const source = `document: {dsl: '1.0.3', namespace: default, name: greet, version: '1.0.0'}
input: {schema: {document: {type: object, required: [name], properties: {name: {type: string}}}}}
do:
  - hello: {set: {text: '\${ "Hello " + .name }'}}
  - ask: {call: approval, with: {title: Send it?, form: {type: object, properties: {to: {type: string}}}}}
  - end: {set: {to: '\${ .form.to }'}}
`

beforeAll(async () => {
  server = await startTestKernel({ plugins: ['playbooks', 'developer', 'tools'] })
  const { key } = await approver()
  client = new SvcClient({ baseUrl: server.url, apiKey: key })
})
afterAll(() => server?.stop())

/** A key that may decide: the scope is not part of `*`. */
async function approver(): Promise<{ key: string }> {
  const body = { name: 'decides', scopes: ['*', 'playbooks:approve'] }
  return (await server.request('POST', '/api/developer/keys', { body, as: 'owner' })).body
}

it('a playbook is checked, stored, tried, started, followed, decided and waited for', async () => {
  expect(await client.playbooks.validate({ source })).toMatchObject({ valid: true, errors: [] })
  const playbook = await client.playbooks.create({ source })
  expect(playbook).toMatchObject({ name: 'greet', version: '1.0.0' })
  expect((await client.playbooks.list({ search: 'gre' })).items.map(({ name }) => name)).toEqual(['greet'])
  expect(await client.playbooks.get('greet@1.0.0')).toMatchObject({ id: playbook.id, text: source })
  const tried = await client.playbooks.dryRun('greet', {
    inputs: { name: 'Ada' },
    mocks: { ask: { decision: 'approved', form: { to: 'all' } } },
  })
  expect(tried).toMatchObject({ status: 'completed', output: { to: 'all' } })

  const starter = new SvcClient({ baseUrl: server.url, apiKey: server.key })
  const options = { idempotencyKey: 'order-17' }
  const run = await starter.playbooks.start('greet', { name: 'Ada' }, { labels: { team: 'red' } }, options)
  expect(await starter.playbooks.start('greet', { name: 'Ada' }, { labels: { team: 'red' } }, options)).toMatchObject({
    id: run.id,
  })
  const seen: string[] = []
  const stream = client.playbooks.streamEvents(run.id)
  for await (const { type, data } of stream) {
    seen.push(type)
    if (type !== 'approval.requested') continue
    expect(data).toMatchObject({ title: 'Send it?' })
    expect(await client.playbooks.approve(run.id, { form: { to: 'Bea' } })).toMatchObject({ status: 'approved' })
  }
  expect([seen[0], seen.at(-1)]).toEqual(['workflow.started', 'done'])
  expect(await stream.final()).toMatchObject({ status: 'completed', output: { to: 'Bea' } })
  expect(await client.playbooks.wait(run.id)).toMatchObject({ status: 'completed', labels: { team: 'red' } })
  const tasks = await client.playbooks.tasks(run.id)
  expect(tasks.items.map(({ name }) => name)).toEqual(['hello', 'ask', 'end'])
  expect((await client.playbooks.runs({ label: 'team=red' })).items).toMatchObject([{ id: run.id }])
})

it('a run is suspended, resumed, denied and cancelled, and refusals are errors with their codes', async () => {
  const starter = new SvcClient({ baseUrl: server.url, apiKey: server.key })
  const waiting = await starter.playbooks.start('greet', { name: 'Ada' }, { wait_seconds: 1 })
  expect(waiting).toMatchObject({ status: 'waiting' })
  expect(await client.playbooks.suspend(waiting.id, { reason: 'later' })).toMatchObject({ status: 'suspended' })
  await client.playbooks.resume(waiting.id)
  await client.playbooks.deny(waiting.id, { reason: 'no' })
  expect(await client.playbooks.wait(waiting.id)).toMatchObject({ status: 'faulted', error: { status: 403 } })
  const other = await starter.playbooks.start('greet', { name: 'Ada' }, { wait_seconds: 1 })
  await client.playbooks.cancel(other.id, { reason: 'not needed' })
  expect(await client.playbooks.wait(other.id)).toMatchObject({ status: 'cancelled' })
  const failed = await client.playbooks.start('greet', { name: 7 }).then(String, (error: unknown) => error)
  expect(failed).toBeInstanceOf(SvcError)
  expect(failed).toMatchObject({ status: 400, code: 'validation_error' })
  await client.playbooks.publish({ source: 'https://shop.example.com', type: 'order.paid', data: { n: 1 } })
  const stream = client.events.subscribe({ types: ['playbook.event'], after: 'evt_00000000000000000000000000' })
  for await (const event of stream) {
    if (event.type !== 'playbook.event') continue
    expect(event).toMatchObject({ data: { event: { type: 'order.paid' } } })
    break
  }
})
