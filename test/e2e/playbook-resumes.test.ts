import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { readEvents } from './agent-apps-support.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'

let host: FakeWebHost
let kernel: TestKernel
let broken: string[]
let count = 0

beforeAll(async () => {
  const answer = (path: string, response: ServerResponse): void => {
    if (broken.includes(path)) return void response.writeHead(500).end('broken')
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path }))
  }
  host = await startFakeWebHost((request, response) => answer((request.url ?? '').slice(1), response))
  kernel = await startTestKernel({ plugins: ['developer', 'playbooks'], env: { SVC_EGRESS_ALLOW: host.key } })
})
afterAll(async () => {
  await kernel?.stop()
  await host?.close()
})
beforeEach(() => {
  broken = []
  host.requests.length = 0
})

type Tasks = Record<string, object>[]
const documentOf = (name: string, version = '1.0.0') => ({ dsl: '1.0.3', namespace: 'default', name, version })
const store = async (name: string, tasks: Tasks, version = '1.0.0', more: object = {}) => {
  const definition = { document: documentOf(name, version), do: tasks, ...more }
  const made = await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  expect(made.body.errors).toBeUndefined()
}
async function start(tasks: Tasks, inputs: object = {}, wait_seconds = 20) {
  const name = `resume-${(count += 1)}`
  await store(name, tasks)
  const body = { playbook_id: name, inputs, wait_seconds } as never
  return (await kernel.request('POST', '/api/playbooks/runs', { body })).body
}
const resume = (id: string, body: object = {}) =>
  kernel.request('POST', `/api/playbooks/runs/${id}/resume`, { body: body as never })
const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const { body } = await kernel.request('GET', `/api/playbooks/runs/${id}`)
      expect(body).toMatchObject({ status })
      return body
    },
    { timeout: 60_000, interval: 30 },
  )
/** The approval that it waits for; one that goes on waits for nothing until then. */
const asks = (id: string) =>
  vi.waitFor(
    async () => {
      const { waiting_for } = await reaches(id, 'waiting')
      expect(waiting_for).toHaveLength(1)
      return waiting_for[0].approval_id as string
    },
    { timeout: 60_000, interval: 30 },
  )
const tasksOf = async (id: string) => (await kernel.request('GET', `/api/playbooks/runs/${id}/tasks`)).body.items
const send = (name: string, more: object = {}) => ({
  [name]: { call: 'http', with: { method: 'post', endpoint: `${host.url}/${name}` }, ...more },
})
const sent = () => host.requests.map(({ path }) => path.slice(1))
const keyOf = (index: number) => host.requests[index]?.headers['idempotency-key']

test('a completed run goes on from a task: it and all behind it run again, with the context of before', async () => {
  const run = await start(
    [
      { first: { set: { n: 1 }, export: { as: '{ seen: ["first"] }' } } },
      {
        group: {
          do: [send('second'), { third: { set: { n: 3 }, export: { as: '{ seen: ($context.seen + ["third"]) }' } } }],
        },
      },
      { last: { set: { seen: '${ $context.seen }', n: '${ .n }' } } },
    ],
    { n: 0 },
  )
  expect(run).toMatchObject({ status: 'completed', output: { seen: ['first', 'third'], n: 3 } })
  const events = `/api/playbooks/runs/${run.id}/events`
  const [before, last] = (await readEvents(kernel, events)).slice(-2)
  expect((await resume(run.id, { from_task: 'second', reason: 'once more' })).status).toBe(202)
  const again = await reaches(run.id, 'completed')
  const [next] = await readEvents(kernel, events, { headers: { 'last-event-id': before?.id ?? '' } })
  expect([last?.type, next?.type]).toEqual(['done', 'workflow.resumed'])
  expect(again).toMatchObject({ output: { seen: ['first', 'third'], n: 3 }, progress: { finished: 5, total: 5 } })
  expect(sent()).toEqual(['second', 'second'])
  expect(keyOf(0)).not.toBe(keyOf(1))
  expect(
    (await tasksOf(run.id)).map((task: { name: string; superseded: boolean }) => [task.name, task.superseded]),
  ).toEqual([
    ['first', false],
    ['group', false],
    ['second', true],
    ['third', true],
    ['last', true],
    ['second', false],
    ['third', false],
    ['last', false],
  ])
})

test('a task gets another input, and one that has not completed keeps its key', async () => {
  broken = ['charge']
  const run = await start([
    send('reserve'),
    send('charge', { with: { method: 'post', endpoint: `${host.url}/charge`, body: '${ . }' } }),
    send('ship'),
  ])
  expect(run.status).toBe('faulted')
  broken = []
  expect((await resume(run.id, { from_task: '/do/1/charge', input: { amount: 7 } })).status).toBe(202)
  expect(await reaches(run.id, 'completed')).toMatchObject({ error: null, output: { path: 'ship' } })
  expect(sent()).toEqual(['reserve', 'charge', 'charge', 'ship'])
  expect(keyOf(1)).toBe(keyOf(2))
  expect(JSON.parse(String(host.requests[2]?.body))).toEqual({ amount: 7 })
  const charges = (await tasksOf(run.id)).filter(({ name }: { name: string }) => name === 'charge')
  expect(charges).toMatchObject([
    { status: 'faulted', attempt: 1, superseded: true },
    { status: 'completed', attempt: 2, superseded: false, input: { amount: 7 } },
  ])
})

test('a run moves to another version, unless what has finished stands there otherwise', async () => {
  broken = ['charge']
  const run = await start([send('reserve'), send('charge')])
  await store(run.name, [send('reserve'), { charge: { set: { paid: 'by hand' } } }], '1.1.0')
  expect(await resume(run.id, { version: '1.1.0' })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('/do/1/charge is under way, and version 1.1.0 has no such call there') },
  })
  expect((await resume(run.id, { version: '1.1.0', from_task: 'charge' })).status).toBe(202)
  expect(await reaches(run.id, 'completed')).toMatchObject({ version: '1.1.0', output: { paid: 'by hand' } })
  await store(run.name, [send('reserve', { metadata: { other: true } }), { charge: { set: { paid: 1 } } }], '1.2.0')
  expect(await resume(run.id, { version: '1.2.0', from_task: 'charge' })).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail: expect.stringContaining('The task /do/0/reserve has finished') },
  })
  expect(await resume(run.id, { version: '9.0.0', from_task: 'charge' })).toMatchObject({ status: 404 })
  expect(sent()).toEqual(['reserve', 'charge'])
})

test('a faulted task that was repaired in another version runs again there', async () => {
  broken = ['old']
  const name = 'repaired'
  await store(name, [
    send('reserve'),
    { charge: { call: 'http', with: { method: 'post', endpoint: `${host.url}/old` } } },
  ])
  const { body: run } = await kernel.request('POST', '/api/playbooks/runs', {
    body: { playbook_id: name, wait_seconds: 20 },
  })
  await store(
    name,
    [send('reserve'), { charge: { call: 'http', with: { method: 'post', endpoint: `${host.url}/new` } } }],
    '1.0.1',
  )
  expect((await resume(run.id, { version: '1.0.1' })).status).toBe(202)
  expect(await reaches(run.id, 'completed')).toMatchObject({ version: '1.0.1', output: { path: 'new' } })
})

test('of a fork that faulted, branches and tasks that have completed stay, and all others go on', async () => {
  broken = ['late']
  const ask = (title: string) => ({ [title]: { call: 'approval', with: { title } } })
  const branches = [
    send('charge', { export: { as: '{ charged: true }' } }),
    { breaks: { do: [send('early'), ask('first'), send('late')] } },
    { waits: { do: [send('reserve'), ask('second')] } },
  ]
  const { id } = await start(
    [{ all: { fork: { branches } } }, { end: { set: { charged: '${ $context.charged }', n: '${ length }' } } }],
    {},
    0,
  )
  const approve = async (title: string) => {
    const approval_id = await vi.waitFor(async () => {
      const { waiting_for } = (await kernel.request('GET', `/api/playbooks/runs/${id}`)).body
      const found = waiting_for.find(({ task }: { task: string }) => task.endsWith(title))
      expect(found?.approval_id).toBeDefined()
      return found.approval_id
    }, 60_000)
    const body = { approval_id } as never
    expect((await kernel.request('POST', `/api/playbooks/runs/${id}/approve`, { body, as: 'owner' })).status).toBe(200)
  }
  await vi.waitFor(() => expect(sent().toSorted()).toEqual(['charge', 'early', 'reserve']), 60_000)
  const charged = async () => (await tasksOf(id)).find(({ name }: { name: string }) => name === 'charge').status
  await vi.waitFor(async () => expect(await charged()).toBe('completed'), 60_000)
  await approve('first')
  await reaches(id, 'faulted')
  broken = []
  expect((await resume(id)).status).toBe(202)
  await approve('second')
  expect(await reaches(id, 'completed')).toMatchObject({ output: { charged: true, n: 3 } })
  expect(sent().toSorted()).toEqual(['charge', 'early', 'late', 'late', 'reserve'])
  expect(keyOf(3)).toBe(keyOf(4))
})

test('a child that faulted as a whole begins anew when its task is tried again, or resumed', async () => {
  const name = `whole-${(count += 1)}`
  const schema = { type: 'object', properties: { n: { type: 'integer' } } }
  const output = { schema: { document: schema } }
  await store(name, [{ say: { set: { n: 'one' } } }], '1.0.0', { output })
  const child = { run: { workflow: { namespace: 'default', name, version: 'latest' } } }
  const retry = { limit: { attempt: { count: 2 } } }
  const retried = await start([{ attempt: { try: [{ ask: child }], catch: { retry } } }])
  const children = await kernel.request('GET', `/api/playbooks/runs?parent_run_id=${retried.id}`)
  expect(children.body.items).toHaveLength(3)
  const run = await start([{ ask: child }])
  expect(run).toMatchObject({ status: 'faulted', error: { status: 400 } })
  await store(name, [{ say: { set: { n: 1 } } }], '1.0.1', { output })
  await resume(run.id)
  expect(await reaches(run.id, 'completed')).toMatchObject({ output: { n: 1 } })
})

test('a suspended run that is resumed elsewhere withdraws what it asked, and asks anew when it comes there', async () => {
  const { id: run } = await start([send('first'), { ask: { call: 'approval', with: { title: 'Go on?' } } }], {}, 0)
  const approval_id = await asks(run)
  expect((await resume(run, { from_task: 'first' })).status).toBe(409)
  await kernel.request('POST', `/api/playbooks/runs/${run}/suspend`, { body: {} })
  expect((await resume(run, { from_task: 'first' })).status).toBe(202)
  const other = await asks(run)
  expect(other).not.toBe(approval_id)
  const gone = await kernel.request('POST', `/api/playbooks/runs/${run}/approve`, {
    body: { approval_id },
    as: 'owner',
  })
  expect(gone).toMatchObject({ status: 409, body: { approval: { status: 'withdrawn' } } })
  await kernel.request('POST', `/api/playbooks/runs/${run}/deny`, { body: {}, as: 'owner' })
  await reaches(run, 'faulted')
  await resume(run)
  await asks(run)
  await kernel.request('POST', `/api/playbooks/runs/${run}/approve`, { body: {}, as: 'owner' })
  expect(await reaches(run, 'completed')).toMatchObject({ output: { decision: 'approved' } })
})

test('only who started a run, or an admin, says what it does again with their rights', async () => {
  const run = await start([send('first')])
  const keyOf = async (scopes: string[]) => {
    const body = { name: 'other', scopes }
    const made = await kernel.request('POST', '/api/developer/keys', { body, as: 'owner' })
    return { as: 'none' as const, headers: { authorization: `Bearer ${made.body.key}` } }
  }
  const narrow = await keyOf(['playbooks:read', 'playbooks:write'])
  const from = (from_task: string, more: object) =>
    kernel.request('POST', `/api/playbooks/runs/${run.id}/resume`, { body: { from_task } as never, ...more })
  expect(await from('first', narrow)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const body = { playbook_id: run.name, wait_seconds: 20 }
  const own = (await kernel.request('POST', '/api/playbooks/runs', { body, ...narrow })).body
  const again = (more: object) =>
    kernel.request('POST', `/api/playbooks/runs/${own.id}/resume`, { body: { from_task: 'first' } as never, ...more })
  expect((await again(narrow)).status).toBe(202)
  await reaches(own.id, 'completed')
  expect((await from('first', { as: 'owner' })).status).toBe(202)
  await reaches(run.id, 'completed')
})

test('what cannot be resumed is said', async () => {
  const inner = (name: string) => ({ [name]: { set: { n: 1 } } })
  const run = await start([
    { loop: { for: { in: '[1]' }, do: [inner('looped')] } },
    { a: { do: [inner('twice')] } },
    { b: { do: [inner('twice')] } },
    { never: { if: 'false', do: [inner('inside')] } },
  ])
  expect(await resume(run.id)).toMatchObject({ status: 409 })
  expect(await resume(run.id, { from_task: 'looped' })).toMatchObject({ status: 400 })
  expect(await resume(run.id, { from_task: '/do/0/loop/do/0/looped' })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('stands inside of for, fork or try') },
  })
  expect(await resume(run.id, { from_task: 'twice' })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('/do/1/a/do/0/twice, /do/2/b/do/0/twice') },
  })
  expect(await resume(run.id, { from_task: 'inside' })).toMatchObject({ status: 409 })
  expect(await resume(run.id, { input: 1 })).toMatchObject({ status: 400, body: { errors: [{ path: '/input' }] } })
  expect(await resume(run.id, { from_task: '/do/2/b/do/0/twice' })).toMatchObject({ status: 202 })
  await reaches(run.id, 'completed')
})
