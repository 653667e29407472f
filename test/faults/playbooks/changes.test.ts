import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ManifestsFolder } from '../../e2e/agent-apps-support.ts'
import { startTestKernel } from '../../rooms/kernel.ts'
import type { TestKernel, TestRequest } from '../../rooms/kernel.ts'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../support/servers/fake-web-host.ts'

// What a run works with changes while it waits: it goes on with what is there then, and says what is not.

const password = 'correct horse battery'
let apps: ManifestsFolder
let host: FakeWebHost
let model: FakeModelServer
let kernel: TestKernel
/** What answers `/slow`, once it is called. */
let release: () => void = () => undefined
let count = 0

beforeAll(async () => {
  apps = await ManifestsFolder.create()
  model = await startFakeModelServer()
  host = await startFakeWebHost((request, response) => {
    const answer = () => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"late":true}')
    if (request.url?.startsWith('/slow')) release = answer
    else answer()
  })
  kernel = await startTestKernel({
    manifests: apps.path,
    env: {
      SVC_RATE_LIMIT_PER_MINUTE: '100000',
      SVC_EGRESS_ALLOW: host.key,
      SVC_MODEL_BASE_URL: model.baseUrl,
      SVC_MODEL_NAME: 'fake-model',
    },
  })
})
afterAll(async () => {
  await kernel?.stop()
  await model?.close()
  await host?.close()
  await apps?.delete()
})

const wait = { ask: { call: 'approval', with: { title: 'Go on?' } } }
const post = (path: string) => ({ call: 'http', with: { method: 'post', endpoint: `${host.url}${path}` } })
const runOf = async (id: string) => (await kernel.request('GET', `/api/playbooks/runs/${id}`)).body
const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const body = await runOf(id)
      expect(body, JSON.stringify(body.error)).toMatchObject({ status })
      return body
    },
    { timeout: 60_000, interval: 30 },
  )
const approve = (id: string, request: TestRequest = { as: 'owner' }) =>
  kernel.request('POST', `/api/playbooks/runs/${id}/approve`, { body: {}, ...request })

async function store(tasks: object[]): Promise<string> {
  const document = { dsl: '1.0.3', namespace: 'default', name: `changes-${(count += 1)}`, version: '1.0.0' }
  const body = { definition: { document, do: tasks } } as never
  const made = await kernel.request('POST', '/api/playbooks', { body })
  expect(made.body.errors).toBeUndefined()
  return document.name
}

async function start(tasks: object[], request: TestRequest = {}): Promise<string> {
  const body = { playbook_id: await store(tasks) }
  return (await kernel.request('POST', '/api/playbooks/runs', { ...request, body })).body.id
}

/** A run that waits for a person before this task, is let go on after `change`, and how it failed. */
async function faultAfter(task: object, change: () => Promise<unknown>, request?: TestRequest) {
  const id = await start([wait, { next: task }], request)
  await reaches(id, 'waiting')
  const changed = await change()
  if (changed !== undefined)
    expect([200, 204], JSON.stringify(changed)).toContain((changed as { status: number }).status)
  expect((await approve(id)).status).toBe(200)
  const { error } = await reaches(id, 'faulted')
  return `${error.instance} ${String(error.type).split('/').at(-1)} ${error.status} ${error.detail}`
}

/** Somebody else in the workspace, and how they ask. */
async function member(username: string, role = 'user'): Promise<{ id: string; as: TestRequest }> {
  const account = { username, password }
  await kernel.request('POST', '/api/users', { body: { ...account, role }, as: 'owner' })
  const { body: me } = await kernel.request('GET', '/api/auth/me', { as: 'owner' })
  const members = `/api/workspaces/${me.workspace.id}/members`
  expect((await kernel.request('POST', members, { body: { username }, as: 'owner' })).status).toBe(201)
  const signedIn = await kernel.request('POST', '/api/auth/login', { body: account, as: 'none' })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return {
    id: signedIn.body.user.id,
    as: { as: 'none', headers: { cookie, origin: kernel.url, 'x-workspace-id': me.workspace.id } },
  }
}

/** A key, how it asks, and how it ends. */
async function key(): Promise<{ as: TestRequest; revoke: () => Promise<unknown> }> {
  const scopes = ['playbooks:write', 'playbooks:read', 'tools:write', 'models:write']
  const { body } = await kernel.request('POST', '/api/developer/keys', { body: { name: 'short', scopes }, as: 'owner' })
  return {
    as: { as: 'none', headers: { authorization: `Bearer ${body.key}` } },
    revoke: () => kernel.request('DELETE', `/api/developer/keys/${body.id}`, { as: 'owner' }),
  }
}

test('a tool that was granted while the run waited and is denied then is not called', async () => {
  const task = { call: 'tool', with: { name: 'calculator', arguments: { expression: '1 + 1' } } }
  const grant = (to: string) => kernel.request('PUT', '/api/tools/calculator/grant', { body: { grant: to } })
  expect(await faultAfter(task, () => grant('deny'))).toMatch(/^\/do\/1\/next authorization 403 .*calculator/)
  // The person is asked about the tool itself, and it is denied for all before they answer.
  await grant('ask')
  const id = await start([{ next: task }])
  await reaches(id, 'waiting')
  await grant('deny')
  const answer = await approve(id)
  expect(await reaches(id, 'faulted'), `${answer.status}`).toMatchObject({
    error: { status: 403, instance: '/do/0/next' },
  })
  await grant('allow')
})

test('a tool, an app and a playbook that are gone are said by name', async () => {
  const tool = { call: 'tool', with: { name: 'nobody__knows', arguments: {} } }
  expect(await faultAfter(tool, () => Promise.resolve())).toMatch(/^\/do\/1\/next configuration 400 .*nobody__knows/)
  await apps.drop('helper', 'return { done: true }', { runners: ['api', 'playbook'] })
  await vi.waitFor(async () => expect((await kernel.request('GET', '/api/agent-apps/helper')).status).toBe(200))
  const app = { call: 'app', with: { name: 'helper', inputs: {} } }
  expect(await faultAfter(app, () => apps.remove('helper'))).toMatch(/^\/do\/1\/next configuration 400 .*helper/)
  const child = await store([{ a: { set: { n: 1 } } }])
  const run = { run: { workflow: { namespace: 'default', name: child, version: 'latest' } } }
  const remove = () => kernel.request('DELETE', `/api/playbooks/${child}`, { as: 'owner' })
  expect(await faultAfter(run, remove)).toMatch(new RegExp(`^/do/1/next configuration 400 .*${child}`))
})

test('a key that was revoked and an account that was disabled do nothing more, not even with an answer', async () => {
  const { as: asKey, revoke } = await key()
  expect(await faultAfter(post('/key'), revoke, asKey)).toBe(
    "/do/0/ask authorization 403 forbidden: This cannot go on: its caller's key has ended.",
  )
  const bea = await member('bea')
  const disable = () => kernel.request('PATCH', `/api/users/${bea.id}`, { body: { disabled: true }, as: 'owner' })
  expect(await faultAfter(post('/account'), disable, bea.as)).toMatch(/^\/do\/0\/ask authorization 403/)
  expect(host.requests.map(({ path }) => path)).toEqual([])
})

test('an agent whose key is revoked asks its model for nothing more, and calls no tool', async () => {
  await kernel.request('PUT', '/api/tools/http_fetch/grant', { body: { grant: 'allow' } })
  const { as, revoke } = await key()
  const text = JSON.stringify({ url: `${host.url}/slow/agent` })
  const call = (id: string) => ({ id, name: 'http_fetch', arguments: text })
  model.script({ toolCalls: [call('call_1'), call('call_2')] })
  const asked = () => model.requests.filter(({ path }) => path === '/v1/chat/completions').length
  const slow = () => host.requests.filter(({ path }) => path === '/slow/agent').length
  const before = { asked: asked(), slow: slow() }
  const agent = { call: 'agent', with: { prompt: 'Fetch', model: 'fake-model', tools: ['http_fetch'] } }
  const careful = { try: [{ agent }], catch: { errors: { with: { status: 403 } }, do: [{ after: post('/after') }] } }
  const id = await start([{ careful }], as)
  await vi.waitFor(() => expect(slow()).toBe(before.slow + 1), { timeout: 20_000 })
  await revoke()
  release()
  // What catches it calls as the same one.
  expect(await reaches(id, 'faulted')).toMatchObject({
    error: {
      status: 403,
      instance: '/do/0/careful/catch/do/0/after',
      detail: expect.stringContaining('key has ended'),
    },
    usage: { agent_calls: 1, tool_calls: 1 },
  })
  expect({ asked: asked(), slow: slow() }).toEqual({ asked: before.asked + 1, slow: before.slow + 1 })
  expect(host.requests.map(({ path }) => path)).not.toContain('/after')
  const { body } = await kernel.request('GET', `/api/playbooks/runs/${id}/tasks?name=agent`)
  expect(body.items).toMatchObject([
    { status: 'faulted', error: { status: 403, instance: '/do/0/careful/try/0/agent' } },
  ])
  // An admin who resumes it lends it nothing.
  await kernel.request('POST', `/api/playbooks/runs/${id}/resume`, { body: {}, as: 'owner' })
  await vi.waitFor(async () => {
    const { body: tasks } = await kernel.request('GET', `/api/playbooks/runs/${id}/tasks?name=after`)
    expect(tasks.items).toMatchObject([{ status: 'faulted', attempt: 2 }])
  })
})

test('a member who leaves the workspace while a run waits for its time starts nothing more in it', async () => {
  const dan = await member('dan')
  const child = await store([{ a: post('/child') }])
  const { body: me } = await kernel.request('GET', '/api/auth/me', { as: 'owner' })
  const workflow = { namespace: 'default', name: child, version: 'latest' }
  const id = await start([{ pause: { wait: { milliseconds: 900 } } }, { then: { run: { workflow } } }], dan.as)
  const path = `/api/workspaces/${me.workspace.id}/members/${dan.id}`
  expect((await kernel.request('DELETE', path, { as: 'owner' })).status).toBe(204)
  expect((await reaches(id, 'faulted')).error).toMatchObject({
    instance: '/do/1/then',
    status: 403,
    detail: expect.stringContaining('no longer in the workspace'),
  })
  expect(host.requests.map(({ path: at }) => at)).not.toContain('/child')
})

test('a schedule is switched off with the account that switched it on', async () => {
  const eve = await member('eve', 'admin')
  const document = { dsl: '1.0.3', namespace: 'default', name: 'hears-ticks', version: '1.0.0' }
  const schedule = { on: { one: { with: { type: 'test.tick' } } } }
  const definition = { document, schedule, do: [{ a: { set: { done: true } } }] }
  await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  const path = '/api/playbooks/hears-ticks'
  const on = await kernel.request('PATCH', path, { body: { schedule_enabled: true }, ...eve.as })
  expect(on.body.schedule).toMatchObject({ enabled: true })
  const tick = (id: string) =>
    kernel.request('POST', '/api/playbooks/events', { body: { source: 'https://test', type: 'test.tick', id } })
  const runs = async () => (await kernel.request('GET', '/api/playbooks/runs?playbook_id=hears-ticks')).body.items
  await tick('one')
  await vi.waitFor(async () => expect(await runs()).toMatchObject([{ status: 'completed' }]), { timeout: 20_000 })
  await kernel.request('PATCH', `/api/users/${eve.id}`, { body: { disabled: true }, as: 'owner' })
  await tick('two')
  await vi.waitFor(
    async () => expect((await kernel.request('GET', path)).body.schedule).toMatchObject({ enabled: false }),
    { timeout: 20_000 },
  )
  expect(await runs()).toHaveLength(1)
})

test('of two people who decide at one time one wins, and the other is shown the decision', async () => {
  const cleo = await member('cleo')
  const id = await start([wait, { next: { set: { n: 1 } } }])
  await reaches(id, 'waiting')
  const deny = kernel.request('POST', `/api/playbooks/runs/${id}/deny`, { body: {}, ...cleo.as })
  const answers = await Promise.all([approve(id), deny])
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status)
  expect(won).toMatchObject({ status: 200 })
  expect(lost).toMatchObject({ status: 409, body: { code: 'conflict', approval: { decisions: won?.body.decisions } } })
  const decision = won?.body.status
  expect(won?.body.decisions).toHaveLength(1)
  await reaches(id, decision === 'approved' ? 'completed' : 'faulted')
})

test('an answer that comes after the run was cancelled is dropped', async () => {
  const id = await start([{ slow: post('/slow') }, { next: post('/after') }])
  await vi.waitFor(() => expect(host.requests.map(({ path }) => path)).toContain('/slow'))
  expect((await kernel.request('POST', `/api/playbooks/runs/${id}/cancel`, { body: {} })).status).toBe(202)
  const cancelled = await reaches(id, 'cancelled')
  release()
  const other = await start([{ then: post('/then') }])
  await reaches(other, 'completed')
  expect(await runOf(id)).toEqual(cancelled)
  const { body } = await kernel.request('GET', `/api/playbooks/runs/${id}/tasks`)
  expect(body.items.map(({ name, status, output }: never) => [name, status, output])).toEqual([
    ['slow', 'cancelled', null],
  ])
  expect(host.requests.map(({ path }) => path)).not.toContain('/after')

  model.script(
    { text: 'too late', rawChunks: [], ending: 'hang' },
    { text: 'in time', usage: { prompt_tokens: 5, completion_tokens: 2 } },
  )
  const agent = { think: { call: 'agent', with: { prompt: 'Think', model: 'fake-model' } } }
  model.requests.length = 0
  const thinking = await start([agent, { next: post('/after') }])
  await vi.waitFor(() => expect(model.requests.some(({ path }) => path === '/v1/chat/completions')).toBe(true))
  await kernel.request('POST', `/api/playbooks/runs/${thinking}/cancel`, { body: {} })
  expect(await reaches(thinking, 'cancelled')).toMatchObject({ usage: { agent_calls: 0, prompt_tokens: 0 } })
  const second = await start([agent])
  expect(await reaches(second, 'completed')).toMatchObject({ usage: { agent_calls: 1, prompt_tokens: 5 } })
  expect(host.requests.map(({ path }) => path)).not.toContain('/after')
})

test('a folder that is changed, renamed and deleted does not reach a run that began with it', async () => {
  const source = (name: string, text: string) =>
    `document: {dsl: '1.0.3', namespace: default, name: ${name}, version: '1.0.0'}
do:
  - ask: {call: approval, with: {title: Go on?}}
  - say: {set: {text: ${text}}}
`
  const begin = async (name: string): Promise<string> => {
    const { body } = await kernel.request('POST', '/api/playbooks/runs', { body: { playbook_id: name } })
    await reaches(body.id, 'waiting')
    return body.id
  }
  await apps.write('first', { 'playbook.yaml': source('first', 'one') })
  const one = await begin('first')
  await apps.write('first', { 'playbook.yaml': source('first', 'two') })
  const two = await begin('first')
  await apps.remove('first')
  await apps.write('second', { 'playbook.yaml': source('second', 'three') })
  const three = await begin('second')
  await apps.remove('second')
  await vi.waitFor(async () => expect((await kernel.request('GET', '/api/playbooks/second')).status).toBe(404))
  const outputs: string[] = []
  for (const id of [one, two, three]) {
    await approve(id)
    outputs.push((await reaches(id, 'completed')).output.text)
  }
  expect(outputs).toEqual(['one', 'two', 'three'])
})

test('a model whose provider is gone is a fault that can be caught', async () => {
  const agent = { call: 'agent', with: { prompt: 'Hello' } }
  const id = await start([
    wait,
    { next: { try: [{ agent }], catch: { errors: { with: { status: 502 } }, do: [wait] } } },
  ])
  await reaches(id, 'waiting')
  await model.close()
  await approve(id)
  const asked = await vi.waitFor(async () => {
    const { waiting_for: waiting } = await runOf(id)
    expect(waiting[0]?.task).toBe('/do/1/next/catch/do/0/ask')
    return waiting
  })
  expect(asked).toHaveLength(1)
  const { body } = await kernel.request('GET', `/api/playbooks/runs/${id}/tasks?name=agent`)
  expect(body.items).toMatchObject([{ status: 'faulted', error: { status: 502 } }])
})
