import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startServerProcess } from '../support/programs/server-process.ts'
import type { ServerProcess } from '../support/programs/server-process.ts'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../support/servers/fake-web-host.ts'

const owner = { username: 'owner', password: 'correct horse battery' }

let folder: string
let host: FakeWebHost
let model: FakeModelServer
let server: ServerProcess | undefined
/** Where the server is killed, each once: with this request in flight. */
let deadly: Set<string>
let headers: Record<string, string>
let url = ''
let flaky = 0

/** True: it was killed, and gets no answer. */
function kills(point: string): boolean {
  if (!deadly.delete(point)) return false
  server?.signal('SIGKILL')
  return true
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-steps-'))
  await mkdir(join(folder, 'home'))
  flaky = 0
  host = await startFakeWebHost((request, response) => {
    const path = request.url ?? ''
    if (kills(path)) return
    const isRefused = path === '/flaky' && (flaky += 1) === 1
    response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ path }))
  })
  model = await startFakeModelServer()
  model.script(({ body }) => {
    const messages = body?.messages as { role: string }[]
    const results = messages.filter(({ role }) => role === 'tool').length
    if (kills(`model ${results + 1}`)) return { ending: 'hang', rawChunks: [] }
    const usage = { prompt_tokens: 10, completion_tokens: 5 }
    if (results > 0) return { text: 'It is 42.', usage }
    return { toolCalls: [{ id: 'call_1', name: 'calculator', arguments: '{"expression":"6*7"}' }], usage }
  })
})
afterEach(async () => {
  server?.signal('SIGKILL')
  await server?.exited
  await model?.close()
  await host?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Another life of the server, on the same home; it may be over before anybody has signed in. */
async function live(): Promise<void> {
  for (let lives = 0; lives < 10; lives += 1) {
    await server?.exited
    server = startServerProcess({
      home: join(folder, 'home'),
      env: {
        SVC_ADMIN_USERNAME: owner.username,
        SVC_ADMIN_PASSWORD: owner.password,
        SVC_EGRESS_ALLOW: host.key,
        SVC_MODEL_BASE_URL: model.baseUrl,
        SVC_MODEL_NAME: 'fake-model',
        SVC_LOG_LEVEL: 'error',
      },
    })
    const isIn = await signIn(server).catch(() => false)
    if (isIn) return
  }
  throw new Error('The server did not live long enough to sign in.')
}

async function signIn({ ready }: ServerProcess): Promise<boolean> {
  url = await ready
  headers = { 'content-type': 'application/json' }
  await ask('POST', '/api/auth/login', owner)
  return true
}

// The caller knows what the route answers.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
async function ask(method: string, path: string, body?: object, more: object = {}): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...more },
    ...(body && { body: JSON.stringify(body) }),
  })
  const cookie = response.headers.getSetCookie()[0]
  if (cookie) headers['cookie'] = cookie.split(';')[0] ?? ''
  return response.json()
}

const post = (path: string) => ({ call: 'http', with: { method: 'post', endpoint: `${host.url}${path}` } })
const filter = (type: string) => ({ with: { type } })

/** A start that got no answer is sent again with its key. */
async function start(name: string, tasks: object[]): Promise<string> {
  const made = await store(name, tasks)
  expect(made.errors).toBeUndefined()
  for (;;) {
    try {
      return (await ask('POST', '/api/playbooks/runs', { playbook_id: name }, { 'idempotency-key': name })).id
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError)
      await live()
    }
  }
}
const store = (name: string, tasks: object[]) =>
  ask('POST', '/api/playbooks', {
    definition: { document: { dsl: '1.0.3', namespace: 'default', name, version: '1.0.0' }, do: tasks },
  })

/** Waits until the run stands so, over as many lives as that takes. */
async function reaches(id: string, isThere: (run: { status: string; waiting_for: { kind: string }[] }) => boolean) {
  for (;;) {
    const dead = server?.exited.then(() => 'dead' as const)
    const seen = vi.waitFor(
      async () => {
        const run = await ask('GET', `/api/playbooks/runs/${id}`)
        expect(isThere(run), JSON.stringify([run.status, run.error, run.current])).toBe(true)
        return run
      },
      { timeout: 60_000, interval: 50 },
    )
    seen.catch(() => undefined)
    const found = await Promise.race([seen, dead])
    if (found !== 'dead') return found
    await live()
  }
}
const waitsFor = (kind: string) => (run: { waiting_for: { kind: string }[] }) =>
  run.waiting_for.some(each => each.kind === kind)

async function kill(): Promise<void> {
  server?.signal('SIGKILL')
  await live()
}

test('a run with every kind of step ends as if nobody had killed its server, and nothing is done twice', async () => {
  deadly = new Set(['/first', '/left', 'model 2', '/child', '/item/1', '/flaky'])
  await live()
  await store('child', [{ work: post('/child') }])
  const hears = await start('hears', [
    { hear: { listen: { to: { any: [filter('test.said')], until: { one: filter('test.over') } } } } },
  ])
  await reaches(hears, waitsFor('event'))
  const workflow = { namespace: 'default', name: 'child', version: 'latest' }
  const event = { source: 'https://test', type: 'test.said', data: 'once' }
  const id = await start('every', [
    { first: post('/first') },
    { both: { fork: { branches: [{ left: post('/left') }, { right: post('/right') }] } } },
    {
      think: {
        call: 'agent',
        with: { prompt: 'What is 6 * 7?', tools: ['calculator'] },
        export: { as: '{ said: .content }' },
      },
    },
    { say: { emit: { event: { with: event } } } },
    { other: { run: { workflow } } },
    { tool: { call: 'tool', with: { name: 'calculator', arguments: { expression: '1 + 1' } } } },
    { find: { call: 'memory.search', with: { query: 'anything' } } },
    {
      loop: {
        for: { in: '[range(3)]' },
        do: [
          {
            item: {
              call: 'http',
              with: { method: 'post', endpoint: `\${ "${host.url}/item/" + ($item | tostring) }` },
            },
          },
        ],
      },
    },
    { careful: { try: [{ shaky: post('/flaky') }], catch: { retry: { delay: { milliseconds: 50 } } } } },
    { pause: { wait: { milliseconds: 300 } } },
    { decide: { call: 'approval', with: { title: 'Go on?' } } },
    { hear: { listen: { to: { one: filter('test.go') } } } },
    { last: post('/last') },
    { end: { set: { said: '${ $context.said }', path: '${ .path }' } } },
  ])
  const asked = await reaches(id, waitsFor('approval'))
  expect([...deadly]).toEqual([])
  await kill()
  const again = await reaches(id, waitsFor('approval'))
  expect(again.waiting_for).toEqual(asked.waiting_for)
  await ask('POST', `/api/playbooks/runs/${id}/approve`, {})
  await reaches(id, waitsFor('event'))
  await kill()
  await ask('POST', '/api/playbooks/events', { source: 'https://test', type: 'test.go', id: 'go' })
  const ended = await reaches(id, ({ status }) => ['completed', 'faulted'].includes(status))
  expect(ended).toMatchObject({ status: 'completed', error: null, output: { said: 'It is 42.', path: '/last' } })
  expect(ended.usage).toMatchObject({ agent_calls: 2, prompt_tokens: 20, tool_calls: 2 })

  // What was in flight at a kill came once more, with its key; all else came once. The second of the flaky ones is the retry.
  const byPath = Map.groupBy(host.requests, ({ path }) => path)
  const counts = Object.fromEntries([...byPath].map(([path, requests]) => [path, requests.length]))
  const { '/right': right, ...others } = counts
  expect(others).toEqual({
    '/first': 2,
    '/left': 2,
    '/child': 2,
    '/item/0': 1,
    '/item/1': 2,
    '/item/2': 1,
    '/flaky': 3,
    '/last': 1,
  })
  expect([1, 2]).toContain(right)
  for (const requests of byPath.values())
    expect(new Set(requests.map(({ headers: sent }) => sent['idempotency-key'])).size).toBe(1)
  const prompts = model.requests.filter(({ path }) => path === '/v1/chat/completions')
  expect(prompts.map(({ body }) => (body?.messages as { role: string }[]).at(-1)?.role)).toEqual([
    'user',
    'tool',
    'tool',
  ])
  const { items } = await ask('GET', '/api/playbooks/runs')
  expect(items.map(({ name }: { name: string }) => name).toSorted()).toEqual(['child', 'every', 'hears'])
  await ask('POST', '/api/playbooks/events', { source: 'https://test', type: 'test.over', id: 'over' })
  expect((await reaches(hears, ({ status }) => status === 'completed')).output).toEqual(['once'])
}, 240_000)
