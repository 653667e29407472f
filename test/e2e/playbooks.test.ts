import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startServerProcess } from '../support/programs/server-process.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'
import { readEvents } from './agent-apps-support.ts'

let host: FakeWebHost
let kernel: TestKernel
let answer: (response: ServerResponse) => void
const ok = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
let count = 0

beforeAll(async () => {
  host = await startFakeWebHost((_request, response) => answer(response))
  kernel = await startTestKernel({ plugins: ['playbooks', 'admin', 'developer'], env: { SVC_EGRESS_ALLOW: host.key } })
})
afterAll(async () => {
  await kernel?.stop()
  await host?.close()
})
beforeEach(() => {
  host.requests.length = 0
  answer = ok
})

const definitionOf = (tasks: object[], more: object = {}) => {
  const document = { dsl: '1.0.3', namespace: 'default', name: `test-${(count += 1)}`, version: '1.0.0' }
  return { document, do: tasks, ...more }
}

/** Stores a playbook of these tasks and answers its name. */
async function add(tasks: object[], more: object = {}): Promise<string> {
  const definition = definitionOf(tasks, more)
  const made = await kernel.request('POST', '/api/playbooks', { body: { definition } as never })
  expect(made.body).toMatchObject({ name: definition.document.name })
  return definition.document.name
}

const start = (playbook_id: string, body: object = {}) =>
  kernel.request('POST', '/api/playbooks/runs', { body: { playbook_id, wait_seconds: 20, ...body } as never })
const call = (name: string) => ({ [name]: { call: 'http', with: { method: 'post', endpoint: `${host.url}/${name}` } } })
const reaches = (id: string, status: string) =>
  vi.waitFor(
    async () => {
      const { body } = await kernel.request('GET', `/api/playbooks/runs/${id}`)
      expect(body).toMatchObject({ status })
      return body
    },
    { timeout: 60_000, interval: 30 },
  )

describe('a playbook', () => {
  test('is stored as versions that never change, and the highest is started', async () => {
    const definition = definitionOf([{ a: { set: { version: 1 } } }])
    const { name } = definition.document
    const post = (version: string, value: number) => {
      const document = { ...definition.document, version }
      const body = { definition: { document, do: [{ a: { set: { version: value } } }] } } as never
      return kernel.request('POST', '/api/playbooks', { body })
    }
    expect(await post('1.0.0', 1)).toMatchObject({ status: 201, body: { name, version: '1.0.0', revision: 1 } })
    expect(await post('1.0.0', 1)).toMatchObject({ status: 200, body: { revision: 1 } })
    expect(await post('1.0.0', 2)).toMatchObject({ status: 409, body: { code: 'already_exists' } })
    expect(await post('1.10.0', 10)).toMatchObject({ status: 201 })
    expect(await post('1.9.0', 9)).toMatchObject({ status: 201 })
    expect(await start(name)).toMatchObject({ status: 201, body: { output: { version: 10 }, version: '1.10.0' } })
    expect(await start(`${name}@1.9.0`)).toMatchObject({ body: { output: { version: 9 } } })
    await kernel.request('PATCH', `/api/playbooks/${name}`, { body: { active_version: '1.0.0' } })
    expect(await start(name)).toMatchObject({ body: { output: { version: 1 } } })
    const { body } = await kernel.request('GET', `/api/playbooks/${name}/versions`)
    expect(body.items).toMatchObject([{ version: '1.9.0' }, { version: '1.10.0' }, { version: '1.0.0', active: true }])
  })

  test('with mistakes is not stored; each has its line', async () => {
    const source =
      "document: {dsl: '1.0.3', namespace: default, name: bad, version: '1.0.0'}\ndo:\n  - a: {sett: {b: 1}}\n"
    const refused = await kernel.request('POST', '/api/playbooks', { body: { source } })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'playbook_invalid', errors: [{ line: 3, suggestion: 'set' }] },
    })
    expect((await kernel.request('GET', '/api/playbooks/bad')).status).toBe(404)
    const checked = await kernel.request('POST', '/api/playbooks/validate', { body: { source } })
    expect(checked).toMatchObject({ status: 200, body: { valid: false, errors: [{ code: 'unknown_kind', line: 3 }] } })
  })

  test('that is disabled or deleted is not started, and what runs goes on', async () => {
    const name = await add([{ pause: { wait: { milliseconds: 600 } } }, { end: { set: { done: true } } }])
    const { body } = await start(name, { wait_seconds: 0 })
    await kernel.request('PATCH', `/api/playbooks/${name}`, { body: { enabled: false } })
    expect(await start(name)).toMatchObject({ status: 409, body: { detail: `The playbook ${name} is disabled.` } })
    expect((await kernel.request('DELETE', `/api/playbooks/${name}`)).status).toBe(204)
    expect((await start(name)).status).toBe(404)
    expect(await reaches(body.id, 'completed')).toMatchObject({ output: { done: true } })
  })
})

describe('a run', () => {
  test('that is started again with its key is the same run', async () => {
    const name = await add([call('charge')])
    const begin = (inputs: object) =>
      kernel.request('POST', '/api/playbooks/runs', {
        headers: { 'idempotency-key': `order-${name}` },
        body: { playbook_id: name, inputs, wait_seconds: 20 } as never,
      })
    const first = await begin({})
    expect(first).toMatchObject({ status: 201, body: { status: 'completed', usage: { http_calls: 1 } } })
    const again = await begin({})
    expect(again.body.id).toBe(first.body.id)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await begin({ other: 1 })).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } })
    expect(host.requests).toHaveLength(1)
  })

  test('takes inputs that fit the schema, and says under which path they do not', async () => {
    const document = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } }
    const name = await add([{ greet: { set: '${ "Hello \\(.name)" }' } }], { input: { schema: { document } } })
    expect(await start(name, { inputs: { name: 1 } })).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/inputs/name', message: 'must be text' }] },
    })
    expect(await start(name, { inputs: { name: 'Ada' } })).toMatchObject({ body: { output: 'Hello Ada' } })
  })

  test('has its tasks and events, which resume behind the last one seen', async () => {
    const name = await add([{ a: { set: { n: 1 } } }, { big: { set: { text: '${ "x" * 50000 }' } } }])
    const { body } = await start(name, { labels: { team: 'red' } })
    const path = `/api/playbooks/runs/${body.id}`
    const tasks = (await kernel.request('GET', `${path}/tasks`)).body.items
    expect(tasks).toMatchObject([{ reference: '/do/0/a' }, { output: { truncated: true, bytes: 50_011 } }])
    expect((await kernel.request('GET', `${path}/tasks/${tasks[1].id}`)).body.output.text).toHaveLength(50_000)
    const events = await readEvents(kernel, `${path}/events`)
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['workflow.completed', 'done'])
    const rest = await readEvents(kernel, `${path}/events`, { headers: { 'last-event-id': events.at(-3)?.id ?? '' } })
    expect(rest.map(({ id }) => id)).toEqual(events.slice(-2).map(({ id }) => id))
    const listed = await kernel.request('GET', '/api/playbooks/runs?label=team%3Dred&status=completed')
    expect(listed.body.items).toMatchObject([{ id: body.id, labels: { team: 'red' } }])
    const odd = `/api/playbooks/runs?label=${encodeURIComponent(String.raw`a\"b=1`)}`
    expect(await kernel.request('GET', odd)).toMatchObject({ status: 200, body: { items: [] } })
  })

  test('is cancelled while it waits, with the runs that it started', async () => {
    const child = await add([{ pause: { wait: 'PT1H' } }])
    const workflow = { namespace: 'default', name: child, version: 'latest' }
    const parent = await add([{ ask: { run: { workflow } } }])
    const { body } = await start(parent, { wait_seconds: 0 })
    const waiting = await reaches(body.id, 'waiting')
    const childId = waiting.waiting_for[0].child_run_id
    await reaches(childId, 'waiting')
    const cancelled = await kernel.request('POST', `/api/playbooks/runs/${body.id}/cancel`, {
      body: { reason: 'wrong' },
    })
    expect(cancelled.status).toBe(202)
    await reaches(body.id, 'cancelled')
    await reaches(childId, 'cancelled')
    const again = await kernel.request('POST', `/api/playbooks/runs/${body.id}/cancel`, { body: {} })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })

  test('that is suspended begins no other step until it is resumed', async () => {
    const asked = Promise.withResolvers<ServerResponse>()
    answer = response => asked.resolve(response)
    const name = await add([call('first'), call('second')])
    const { body } = await start(name, { wait_seconds: 0 })
    const path = `/api/playbooks/runs/${body.id}`
    const first = await asked.promise
    expect((await kernel.request('POST', `${path}/suspend`, { body: { reason: 'stop' } })).status).toBe(202)
    answer = ok
    ok(first)
    await reaches(body.id, 'suspended')
    expect(host.requests.map(({ path: at }) => at)).toEqual(['/first'])
    expect(await kernel.request('POST', `${path}/suspend`, { body: {} })).toMatchObject({ status: 409 })
    expect((await kernel.request('POST', `${path}/resume`, { body: {} })).status).toBe(202)
    expect(await reaches(body.id, 'completed')).toMatchObject({ usage: { http_calls: 2 } })
    expect(host.requests.map(({ path: at }) => at)).toEqual(['/first', '/second'])
  })

  test('that faulted goes on with the task that faulted, with the key it had', async () => {
    const name = await add([call('first'), { loop: { for: { in: '[1]' }, do: [call('second')] } }, call('third')])
    answer = response => void response.writeHead(host.requests.length === 2 ? 503 : 200).end('{}')
    const { body } = await start(name)
    expect(body).toMatchObject({ status: 'faulted', error: { status: 503, instance: '/do/1/loop/do/0/second' } })
    await kernel.request('POST', `/api/playbooks/runs/${body.id}/resume`, { body: {} })
    expect(await reaches(body.id, 'completed')).toMatchObject({ error: null })
    expect(host.requests.map(({ path }) => path)).toEqual(['/first', '/second', '/second', '/third'])
    const [, failed, again] = host.requests.map(({ headers }) => headers['idempotency-key'])
    expect(again).toBe(failed)
  })

  test('gives the output of a playbook that it starts, and its fault with the id of its run', async () => {
    const good = await add([{ a: { set: { twice: '${ .n * 2 }' } } }])
    const bad = await add([{ a: { raise: { error: { type: 'https://example.com/e', status: 418, title: 'Tea' } } } }])
    const run = (name: string) => ({
      run: { workflow: { namespace: 'default', name, version: 'latest', input: '${ . }' } },
    })
    const parent = await add([{ one: run(good) }, { two: run(bad) }])
    const { body } = await start(parent, { inputs: { n: 21 } })
    const [one] = (await kernel.request('GET', `/api/playbooks/runs/${body.id}/tasks`)).body.items
    expect(one).toMatchObject({ output: { twice: 42 } })
    expect(body.error).toMatchObject({
      status: 418,
      instance: '/do/1/two',
      child_run_id: expect.stringMatching(/^prun_/),
    })
  })

  test('writes an event that it emits into the log of the workspace', async () => {
    const event = { source: 'https://example.com', type: 'com.example.greeted.v1', data: { name: '${ .name }' } }
    const name = await add([{ tell: { emit: { event: { with: event } } } }])
    const { body } = await start(name, { inputs: { name: 'Ada' } })
    expect(body.output).toMatchObject({ specversion: '1.0', type: event.type, data: { name: 'Ada' } })
    const ours = await add([{ tell: { emit: { event: { with: { ...event, type: 'job.succeeded' } } } } }])
    expect((await start(ours)).body.error).toMatchObject({
      status: 400,
      detail: expect.stringContaining('job.succeeded'),
    })
  })
})

test('a run goes on where it was when its server was killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-playbooks-'))
  const home = join(folder, 'home')
  await mkdir(home)
  const owner = { username: 'owner', password: 'correct horse battery' }
  const env = { SVC_ADMIN_USERNAME: owner.username, SVC_ADMIN_PASSWORD: owner.password, SVC_EGRESS_ALLOW: host.key }
  const open = async () => {
    const server = startServerProcess({ home, env: { ...env, SVC_LOG_LEVEL: 'warn' } })
    const url = await server.ready
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    const ask = async (method: string, path: string, body?: object) => {
      const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
      const cookie = response.headers.getSetCookie()[0]
      if (cookie) headers['cookie'] = cookie.split(';')[0] ?? ''
      return (await response.json()) as Record<string, unknown>
    }
    await ask('POST', '/api/auth/login', owner)
    return { server, ask }
  }
  const servers: { server: ReturnType<typeof startServerProcess> }[] = []
  try {
    const first = await open()
    servers.push(first)
    const asked = Promise.withResolvers<void>()
    answer = response => {
      if (host.requests.length === 1) return ok(response)
      asked.resolve()
    }
    const definition = definitionOf([call('first'), call('second'), { pause: { wait: { seconds: 1 } } }, call('third')])
    await first.ask('POST', '/api/playbooks', { definition })
    const run = await first.ask('POST', '/api/playbooks/runs', { playbook_id: definition.document.name })
    await asked.promise
    first.server.signal('SIGKILL')
    await first.server.exited
    answer = ok
    const second = await open()
    servers.push(second)
    await vi.waitFor(
      async () =>
        expect(await second.ask('GET', `/api/playbooks/runs/${String(run['id'])}`)).toMatchObject({
          status: 'completed',
        }),
      { timeout: 60_000, interval: 50 },
    )
    expect(host.requests.map(({ path }) => path)).toEqual(['/first', '/second', '/second', '/third'])
    const [, before, after] = host.requests.map(({ headers }) => headers['idempotency-key'])
    expect(after).toBe(before)
  } finally {
    for (const { server } of servers) server.signal('SIGKILL')
    await Promise.all(servers.map(({ server }) => server.exited))
    await rm(folder, { recursive: true, force: true })
  }
})
