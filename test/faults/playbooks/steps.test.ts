import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeModelServer } from '../../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../../support/servers/fake-model-server.ts'
import { startFakeWebHost } from '../../support/servers/fake-web-host.ts'
import type { FakeWebHost } from '../../support/servers/fake-web-host.ts'
import { hasEnded, PlaybookServer, waitsFor } from './playbook-server.ts'

let host: FakeWebHost
let model: FakeModelServer
let server: PlaybookServer
/** Where the server is killed, each once: with this request in flight. */
let deadly: Set<string>
let flaky = 0

/** True: it was killed, and gets no answer. */
function kills(point: string): boolean {
  if (!deadly.delete(point)) return false
  server.process.signal('SIGKILL')
  return true
}

beforeEach(async () => {
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
  server = await PlaybookServer.create({
    SVC_EGRESS_ALLOW: host.key,
    SVC_MODEL_BASE_URL: model.baseUrl,
    SVC_MODEL_NAME: 'fake-model',
  })
})
afterEach(async () => {
  await server?.remove()
  await model?.close()
  await host?.close()
})

const post = (path: string) => ({ call: 'http', with: { method: 'post', endpoint: `${host.url}${path}` } })
const filter = (type: string) => ({ with: { type } })

test('a run with every kind of step ends as if nobody had killed its server, and nothing is done twice', async () => {
  deadly = new Set(['/first', '/left', 'model 2', '/child', '/item/1', '/flaky'])
  await server.live()
  await server.store('child', [{ work: post('/child') }])
  const hears = await server.start('hears', [
    { hear: { listen: { to: { any: [filter('test.said')], until: { one: filter('test.over') } } } } },
  ])
  await server.reaches(hears, waitsFor('event'))
  const workflow = { namespace: 'default', name: 'child', version: 'latest' }
  const event = { source: 'https://test', type: 'test.said', data: 'once' }
  const id = await server.start('every', [
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
  const asked = await server.reaches(id, waitsFor('approval'))
  expect([...deadly]).toEqual([])
  await server.kill()
  await server.live()
  const again = await server.reaches(id, waitsFor('approval'))
  expect(again.waiting_for).toEqual(asked.waiting_for)
  await server.ask('POST', `/api/playbooks/runs/${id}/approve`, {})
  await server.reaches(id, waitsFor('event'))
  await server.kill()
  await server.live()
  await server.ask('POST', '/api/playbooks/events', { source: 'https://test', type: 'test.go', id: 'go' })
  const ended = await server.reaches(id, hasEnded)
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
  const { items } = await server.ask('GET', '/api/playbooks/runs')
  expect(items.map(({ name }: { name: string }) => name).toSorted()).toEqual(['child', 'every', 'hears'])
  await server.ask('POST', '/api/playbooks/events', { source: 'https://test', type: 'test.over', id: 'over' })
  expect((await server.reaches(hears, ({ status }) => status === 'completed')).output).toEqual(['once'])
}, 600_000)
