import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { ManifestsFolder, readEvents } from './agent-apps-support.ts'

let apps: ManifestsFolder
let kernel: TestKernel

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  kernel = await startTestKernel({ manifests: apps.path })
  await drop(
    'greet',
    '- greet: {set: {text: \'${ "Hello " + .name }\'}}\n  - shout: {set: {text: "${ .text | ascii_upcase }"}}',
  )
  await drop(
    'fails',
    '- no: {raise: {error: {type: "https://example.com/no", status: 409, title: Not now, detail: The shop is shut}}}',
  )
  await drop('waits', '- pause: {wait: PT2H}')
  await drop('api-only', '- greet: {set: {text: Hello}}', { runners: ['api'] })
})
afterAll(async () => {
  await kernel?.stop()
  await apps?.delete()
})

const playbookOf = (name: string, tasks: string) =>
  `document: {dsl: '1.0.3', namespace: default, name: ${name}, version: '1.0.0'}\ndo:\n  ${tasks}\n`
const drop = (name: string, tasks: string, more: object = {}) =>
  apps.write(name, {
    'playbook.yaml': playbookOf(name, tasks),
    'manifest.json': {
      manifest_version: '1',
      name,
      version: '2.0.0',
      description: `The app ${name}.`,
      entry: { type: 'playbook', file: 'playbook.yaml' },
      inputs: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false },
      ...more,
    },
  })
const run = (app: string, body: object = {}) =>
  kernel.request('POST', `/api/agent-apps/${app}/run`, { body: body as never })
const recordOf = async (id: string) => (await kernel.request('GET', `/api/agent-apps/runs/${id}`)).body
const playbookRun = async (id: string) => (await kernel.request('GET', `/api/playbooks/runs/${id}`)).body
const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const record = await recordOf(id)
      expect(record).toMatchObject({ status })
      return record
    },
    { timeout: 60_000, interval: 50 },
  )
async function start(tasks: object[], wait = 20) {
  const name = `caller-${(count += 1)}`
  const definition = { document: { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' }, do: tasks }
  const made = await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  expect(made.body.errors).toBeUndefined()
  const body = { playbook_id: name, wait_seconds: wait } as never
  return (await kernel.request('POST', '/api/playbooks/runs', { body })).body
}
let count = 0

test('an app that is a playbook runs as one, and its record names the run', async () => {
  const { body: app } = await kernel.request('GET', '/api/agent-apps/greet')
  expect(app).toMatchObject({ name: 'greet', version: '2.0.0' })
  expect(app.error).toBeUndefined()
  const { status, body } = await run('greet', { inputs: { name: 'Ada' } })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { app: 'greet', version: '2.0.0', status: 'succeeded', output: { text: 'HELLO ADA' }, runner: 'api' },
  })
  expect(body.playbook_run_id).toMatch(/^prun_/)
  expect(await recordOf(body.run_id)).toMatchObject({
    status: 'succeeded',
    playbook_run_id: body.playbook_run_id,
    output: { text: 'HELLO ADA' },
  })
  expect(await playbookRun(body.playbook_run_id)).toMatchObject({
    name: 'greet',
    trigger: 'app',
    inputs: { name: 'Ada' },
    status: 'completed',
  })
  const events = await readEvents(kernel, `/api/agent-apps/runs/${body.run_id}/events`)
  // What needs no effect is written together.
  expect(events.map(({ type, data }) => [type, data['fraction'] ?? data['status']])).toEqual([
    ['progress', 1],
    ['done', 'succeeded'],
  ])
  const { body: listed } = await kernel.request('GET', '/api/agent-apps/runs?app=greet')
  expect(listed.items).toMatchObject([{ run_id: body.run_id, playbook_run_id: body.playbook_run_id }])
})

test('its inputs are checked by the manifest, and a fault of the playbook is the failure of the run', async () => {
  expect(await run('greet', { inputs: { nam: 'Ada' } })).toMatchObject({ status: 400 })
  const { status, body } = await run('fails')
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { code: 'agent_app_failed', error: { name: 'Not now', message: 'The shop is shut' } },
  })
  expect(await recordOf(body.run_id)).toMatchObject({ status: 'failed', error: { message: 'The shop is shut' } })
})

test('a job starts it and is done, and a cancel of the run cancels the playbook', async () => {
  const { status, body } = await run('waits', { runner: 'job' })
  expect(status).toBe(202)
  const running = await vi.waitFor(async () => {
    const record = await recordOf(body.run_id)
    expect(record.playbook_run_id).toMatch(/^prun_/)
    return record
  }, 20_000)
  expect(running).toMatchObject({ status: 'running', runner: 'job' })
  await vi.waitFor(
    async () =>
      expect((await kernel.request('GET', `/api/jobs/${body.job_id}`)).body).toMatchObject({ state: 'succeeded' }),
    20_000,
  )
  expect((await kernel.request('POST', `/api/agent-apps/runs/${body.run_id}/cancel`)).status).toBe(202)
  expect(await reaches(body.run_id, 'cancelled')).toMatchObject({ playbook_run_id: running.playbook_run_id })
  expect(await playbookRun(running.playbook_run_id)).toMatchObject({ status: 'cancelled' })
  expect((await kernel.request('POST', `/api/agent-apps/runs/${body.run_id}/cancel`)).status).toBe(409)
})

test('the workspace gets the event of its end, with or without a reader', async () => {
  const { body } = await run('greet', { runner: 'job', inputs: { name: 'Ada' } })
  const ofRun = ({ data }: { data: object }) => (data as { data?: { run_id?: string } }).data?.run_id === body.run_id
  const all = '/api/events?types=run.*&last_event_id=evt_00000000000000000000000000'
  const enough = (events: { type: string; data: object }[]) =>
    events.some(event => event.type === 'run.succeeded' && ofRun(event))
  const events = await readEvents(kernel, all, { enough })
  expect(events.filter(ofRun).map(({ type }) => type)).toEqual(['run.started', 'run.succeeded'])
})

test('a client that leaves ends it', async () => {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${kernel.key}`, 'content-type': 'application/json' }
  const gone = fetch(`${kernel.url}/api/agent-apps/waits/run`, {
    method: 'POST',
    headers,
    body: '{}',
    signal: leaving.signal,
  })
  const { items } = await vi.waitFor(async () => {
    const { body } = await kernel.request('GET', '/api/playbooks/runs?playbook_id=waits&status=waiting')
    expect(body.items).toHaveLength(1)
    return body
  }, 20_000)
  leaving.abort()
  await expect(gone).rejects.toThrow()
  await vi.waitFor(async () => expect(await playbookRun(items[0].id)).toMatchObject({ status: 'cancelled' }), 20_000)
})

test('the task of a playbook waits for it as for a child, and is refused where the manifest does not offer it', async () => {
  const call = (name: string, inputs: object = {}) => [{ ask: { call: 'app', with: { name, inputs } } }]
  const done = await start(call('greet', { name: 'Grace' }))
  expect(done).toMatchObject({ status: 'completed', output: { text: 'HELLO GRACE' } })
  const [task] = (await kernel.request('GET', `/api/playbooks/runs/${done.id}/tasks`)).body.items
  const { body: runs } = await kernel.request('GET', '/api/agent-apps/runs?app=greet&limit=1')
  expect(runs.items).toMatchObject([{ runner: 'playbook', status: 'succeeded' }])
  expect(task).toMatchObject({ call: 'app', status: 'completed' })

  const refused = await start(call('api-only'))
  expect(refused).toMatchObject({
    status: 'faulted',
    error: { status: 403, detail: expect.stringContaining('runner "playbook"') },
  })
  const failed = await start(call('fails'))
  expect(failed).toMatchObject({
    status: 'faulted',
    error: { status: 500, detail: expect.stringContaining('The shop is shut') },
  })

  const { id } = await start(call('waits'), 0)
  const waiting = await vi.waitFor(async () => {
    const found = await playbookRun(id)
    expect(found).toMatchObject({ status: 'waiting', waiting_for: [{ kind: 'child' }] })
    return found
  }, 20_000)
  const child = waiting.waiting_for[0].child_run_id
  expect(await playbookRun(child)).toMatchObject({ name: 'waits', parent_run_id: id })
  await kernel.request('POST', `/api/playbooks/runs/${id}/cancel`, { body: {} as never })
  await vi.waitFor(async () => expect(await playbookRun(child)).toMatchObject({ status: 'cancelled' }), 20_000)
})

test('a playbook that calls itself as an app comes to an end', async () => {
  await drop('ring', '- again: {call: app, with: {name: ring}}')
  const { status, body } = await run('ring')
  expect([status, body.code]).toEqual([422, 'agent_app_failed'])
  expect(body.error.message).toMatch(/deep|depth|8/)
})

test('what keeps it from running is said: a broken playbook, permissions, another file', async () => {
  await drop('broken', '- no: {sett: {a: 1}}')
  expect(await run('broken')).toMatchObject({
    status: 422,
    body: { code: 'playbook_invalid', errors: [{ suggestion: 'set' }] },
  })
  await drop('granted', '- greet: {set: {a: 1}}', { permissions: { agent: true } })
  const { body: granted } = await kernel.request('GET', '/api/agent-apps/granted')
  expect(granted.error.message).toContain('Remove "permissions"')
  await drop('other-file', '- greet: {set: {a: 1}}', { entry: { type: 'playbook', file: 'flow.yaml' } })
  await apps.write('other-file', { 'flow.yaml': playbookOf('other-file', '- greet: {set: {a: 1}}') })
  await vi.waitFor(async () => {
    const { body } = await kernel.request('GET', '/api/agent-apps/other-file')
    expect(body.error.message).toContain('the playbook of a folder is its playbook.yaml')
  }, 20_000)
})

test('it needs the scope to start playbooks', async () => {
  const scopes = ['agent-apps:write', 'agent-apps:read']
  const { body: made } = await kernel.request('POST', '/api/developer/keys', {
    body: { name: 'apps', scopes },
    as: 'owner',
  })
  const headers = { authorization: `Bearer ${made.key}` }
  const answer = await kernel.request('POST', '/api/agent-apps/greet/run', { headers, body: {}, as: 'none' })
  expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('playbooks:write') } })
})
