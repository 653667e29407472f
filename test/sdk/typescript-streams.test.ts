import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { APIError, StreamInterruptedError, SvcClient } from '@svc/sdk'
import type { ConversationStream, Session } from '@svc/sdk'
import { startFakeModelServer } from '../support/servers/fake-model-server.ts'
import type { FakeModelServer } from '../support/servers/fake-model-server.ts'
import { repositoryRoot } from '../support/repository.ts'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

const text = 'One fish, two fish, red fish, blue fish. Zwölf Boxkämpfer 🦊 jagen.'

/** The first word of an answer, as a provider streams it. */
const oneChunk =
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"fake-model","choices":[{"index":0,"delta":{"content":"One"}}]}\n\n'

let models: FakeModelServer
let server: TestKernel
let proxy: FaultyProxy
let client: SvcClient
let session: Session

beforeAll(async () => {
  models = await startFakeModelServer()
  server = await startTestKernel({
    plugins: ['developer', 'models', 'model-providers', 'conversations', 'tools', 'workspace'],
    env: { SVC_MODEL_BASE_URL: models.baseUrl },
  })
  proxy = await startFaultyProxy({ target: server.url })
  client = new SvcClient({ baseUrl: proxy.url, apiKey: server.key })
})
beforeEach(async () => {
  models.script({ text })
  proxy.expect([])
  session = await client.conversations.create({ title: 'Fish' })
  proxy.expect([])
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await server.stop()
  await models.close()
})

async function read(
  stream: ConversationStream,
): Promise<{ said: string; ids: (string | undefined)[]; types: string[] }> {
  let said = ''
  const ids: (string | undefined)[] = []
  const types: string[] = []
  for await (const event of stream) {
    ids.push(event.id)
    types.push(event.type)
    if (event.type === 'content') said += event.delta
  }
  return { said, ids, types }
}

const posted = () => proxy.seen.filter(({ method, path }) => method === 'POST' && path.endsWith('/messages'))
const questions = async () => (await session.messages()).items.filter(({ role }) => role === 'user').length

it.each([0, 1, 2, 3, 4])('a stream that is cut after %i events yields the whole text once', async events => {
  proxy.expect([{ on: 'POST', kind: 'cut', events }])
  const { said, ids, types } = await read(session.stream('Count the fish.'))
  expect(said).toBe(text)
  expect(new Set(ids).size).toBe(ids.length)
  expect(types.at(-1)).toBe('done')
  expect(await questions()).toBe(1)
  // Before the first event nothing says where to go on: the same request, with the same key, is answered again.
  expect(posted()).toHaveLength(events === 0 ? 2 : 1)
})

it('a stream that ends as if all were said goes on', async () => {
  proxy.expect([
    { on: 'POST', kind: 'end', events: 2 },
    { on: 'GET', kind: 'cut', events: 1 },
    { on: 'GET', kind: 'end', events: 1 },
  ])
  expect((await read(session.stream('Count the fish.'))).said).toBe(text)
  expect(await questions()).toBe(1)
})

it('a proxy that keeps the stream back until it is whole loses nothing', async () => {
  proxy.expect([{ on: 'POST', kind: 'buffer' }])
  expect(await session.stream('Count the fish.').text()).toBe(text)
})

it('a connection that breaks before the answer begins asks once', async () => {
  proxy.expect([{ on: 'POST', kind: 'reset' }])
  expect(await session.stream('Count the fish.').text()).toBe(text)
  expect(new Set(posted().map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(await questions()).toBe(1)
})

it('five cuts without progress end the stream, with what was read', async () => {
  const stream = session.stream('Count the fish.')
  proxy.expect([{ on: 'POST', kind: 'cut', events: 3 }, ...Array(10).fill({ on: 'GET', kind: 'reset' })])
  const error = await read(stream).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StreamInterruptedError)
  const { lastEventId, partial } = error as StreamInterruptedError
  expect(lastEventId).toBe(stream.lastEventId)
  expect(text.startsWith(partial)).toBe(true)
  proxy.expect([])
})

it('the message of a stream is the one that the conversation keeps', async () => {
  const message = await session.stream('Count the fish.').final()
  expect(message).toMatchObject({ role: 'assistant', content: text })
  expect((await session.messages()).items.at(-1)).toEqual(message)
})

it('an error of the provider is thrown after what came before it', async () => {
  models.script({ rawChunks: [oneChunk], ending: 'break' })
  const stream = session.stream('Count the fish.')
  const types: string[] = []
  const error = await (async () => {
    for await (const event of stream) types.push(event.type)
  })().catch((thrown: unknown) => thrown)
  expect(types).toContain('content')
  expect(error).toBeInstanceOf(APIError)
  expect(error).toMatchObject({ name: 'UpstreamError', code: 'upstream_error' })
})

it('leaving the loop closes the socket at once, and the turn goes on', async () => {
  models.script({ text, ending: 'hang', rawChunks: [oneChunk] })
  const before = proxy.open()
  for await (const event of session.stream('Count the fish.')) if (event.type === 'content') break
  await vi.waitUntil(() => proxy.open() <= before)
  expect((await client.conversations.get(session.id)).status).toBe('running')
  await session.cancel()
})

it('cancel ends the turn, and the loop with it', async () => {
  models.script({ text, ending: 'hang', rawChunks: [oneChunk] })
  const stream = session.stream('Count the fish.')
  let last
  for await (const event of stream) {
    last = event
    if (event.type === 'content') await stream.cancel()
  }
  expect(last).toMatchObject({ type: 'done', finish_reason: 'cancelled' })
})

it('a signal ends the loop with an AbortError', async () => {
  models.script({ text, ending: 'hang', rawChunks: [oneChunk] })
  const controller = new AbortController()
  const stream = session.stream('Count the fish.', {}, { signal: controller.signal })
  const error = await (async () => {
    for await (const event of stream) if (event.type === 'content') controller.abort()
  })().catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'AbortError' })
  await session.cancel()
})

it('events of the workspace come until the loop is left, over a cut', async () => {
  const events = client.events.subscribe({ types: ['task.*'] })
  proxy.expect([{ on: 'GET /api/events', kind: 'cut', events: 1 }])
  const seen: unknown[] = []
  const making = (async () => {
    await vi.waitUntil(() => proxy.seen.some(({ path }) => path.startsWith('/api/events')))
    for (const title of ['a', 'b', 'c']) await client.workspace.tasks.create({ title })
  })()
  for await (const event of events) {
    if (event.type === 'task.created') seen.push(event.data.task_id)
    if (seen.length === 3) break
  }
  await making
  expect(seen).toHaveLength(3)
})

it('events of the workspace that happen after a cut before the first of them are not lost', async () => {
  const events = client.events.subscribe({ types: ['task.*'] })
  proxy.expect([
    { on: 'GET /api/events', kind: 'cut', events: 0 },
    { on: 'GET /api/events', kind: 'reset' },
  ])
  const making = (async () => {
    await vi.waitUntil(() => proxy.left().length === 0)
    await client.workspace.tasks.create({ title: 'while nobody listened' })
    await vi.waitUntil(() => proxy.seen.filter(({ path }) => path.startsWith('/api/events')).length === 3)
    await client.workspace.tasks.create({ title: 'later' })
  })()
  let first
  for await (const event of events) {
    first = event
    break
  }
  await making
  expect(first?.type).toBe('task.created')
  const { items } = await client.workspace.tasks.list()
  const titles = new Map(items.map(({ task_id, title }) => [task_id, title]))
  expect(first?.type === 'task.created' && titles.get(first.data.task_id)).toBe('while nobody listened')
})

it('a thousand calls that were ended leave no timer, socket or listener', async () => {
  const program = join(repositoryRoot, 'test/sdk/ended-calls.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=svc-source', program], {
    env: { SVC_BASE_URL: server.url, SVC_API_KEY: server.key },
  })
  expect(JSON.parse(stdout)).toEqual({ ended: 1000, left: { listeners: 0, timers: 0, sockets: 1 } })
})

it('a gap after a cut is passed on, though its id was read', async () => {
  const job = 'id: evt_1\nevent: job.created\ndata: {"type":"job.created","id":"evt_1","data":{}}\n\n'
  const gap = 'id: evt_1\nevent: gap\ndata: {"type":"gap","after":"evt_1","resumes_at":null}\n\n'
  const headers = { 'content-type': 'text/event-stream' }
  const answer = { on: 'GET /api/events', kind: 'answer', status: 200, headers } as const
  proxy.expect([
    { ...answer, body: job },
    { ...answer, body: gap },
  ])
  const types: string[] = []
  for await (const { type } of client.events.subscribe()) {
    types.push(type)
    if (types.length === 2) break
  }
  expect(types).toEqual(['job.created', 'gap'])
})
