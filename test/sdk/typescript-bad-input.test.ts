import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { SvcClient, SvcError } from '@svc/sdk'
import { startTestKernel } from '../rooms/kernel.ts'
import type { TestKernel } from '../rooms/kernel.ts'
import { listenLocally } from '../support/servers/local-server.ts'
import { startFaultyProxy } from './faulty-proxy.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

let server: TestKernel
let proxy: FaultyProxy
let client: SvcClient
const lines: string[] = []
const write = (line: string) => void lines.push(line)
const logger = { debug: write, info: write, warn: write, error: write }

beforeAll(async () => {
  server = await startTestKernel({ plugins: ['admin', 'developer', 'memory', 'files', 'workspace'] })
  proxy = await startFaultyProxy({ target: server.url })
  client = new SvcClient({ baseUrl: proxy.url, apiKey: server.key, logLevel: 'debug', logger })
})
beforeEach(() => {
  lines.splice(0)
  proxy.expect([])
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await server.stop()
})

const failureOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => null,
    (error: unknown) => error,
  )

describe('the key', () => {
  it('is in no error, no line of the log, no text of the client and no address', async () => {
    await client.workspace.notes.list()
    const stranger = client.withOptions({ apiKey: `${server.key}x` })
    const away = client.withOptions({ baseUrl: 'http://127.0.0.1:9', maxRetries: 0 })
    const errors = await Promise.all([
      failureOf(client.memory.get('mem_none')),
      failureOf(stranger.memory.list()),
      failureOf(away.memory.list()),
    ])
    expect(errors.map(error => (error as Error).name)).toEqual([
      'NotFoundError',
      'AuthenticationError',
      'ConnectionError',
    ])
    const everything = [client, stranger, client.memory, ...errors].flatMap(each => [
      inspect(each, { depth: null, showHidden: true }),
      JSON.stringify(each),
      String(each),
    ])
    const said = [...everything, ...lines, ...proxy.seen.map(({ path }) => path)].join('\n')
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(said).toContain(proxy.url)
    expect(said).not.toContain(server.key)
  })

  it('of another workspace finds nothing of this one', async () => {
    const { id } = await client.memory.add('The blue whale is the largest animal.')
    const made = await server.request('POST', '/api/workspaces', { as: 'owner', body: { name: 'Elsewhere' } })
    const elsewhere = { 'x-workspace-id': (made.body as { id: string }).id }
    const body = { name: 'other', scopes: ['*'] }
    const { body: other } = await server.request<{ key: string }>('POST', '/api/developer/keys', {
      as: 'owner',
      headers: elsewhere,
      body,
    })
    const stranger = client.withOptions({ apiKey: other.key })
    expect(await failureOf(stranger.memory.get(id))).toMatchObject({ name: 'NotFoundError', status: 404 })
  })

  it('that ends in the middle of a walk over pages ends it with an error, after what was read', async () => {
    for (const title of ['one', 'two', 'three']) await client.workspace.notes.create({ title, body: '' })
    const { body: made } = await server.request<{ id: string; key: string }>('POST', '/api/developer/keys', {
      as: 'owner',
      body: { name: 'short', scopes: ['*'] },
    })
    const reader = client.withOptions({ apiKey: made.key })
    const read: string[] = []
    const walk = async () => {
      for await (const { title } of reader.workspace.notes.list({ limit: 1 })) {
        read.push(title)
        await server.request('DELETE', `/api/developer/keys/${made.id}`, { as: 'owner' })
      }
    }
    expect(await failureOf(walk())).toMatchObject({ name: 'AuthenticationError', status: 401 })
    expect(read).toHaveLength(1)
  })
})

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle

describe('a body', () => {
  it.each([
    ['a number that is no JSON', { n: 1n }, 'n is a BigInt'],
    ['not a number', { n: NaN }, 'n is NaN'],
    ['a function', { f: () => 1 }, 'f is a function'],
    ['what holds itself', cycle, 'cannot be sent as JSON'],
  ])('with %s is refused by name before anything is sent', async (_, metadata, message) => {
    const error = await failureOf(client.memory.add({ content: 'x', metadata }))
    expect(error).toBeInstanceOf(SvcError)
    expect(error).toMatchObject({ message: expect.stringContaining(message) })
    expect(proxy.seen).toEqual([])
  })

  it.each([
    ['a date', new Date(0)],
    ['a list', []],
    ['null', null],
    ['a text', 'text'],
  ])('that is %s is refused before anything is sent', async (_, body) => {
    const error = await failureOf(client.post('/api/jobs', { body }))
    expect(error).toMatchObject({ name: 'SvcError', message: expect.stringContaining('The body must be an object') })
    expect(proxy.seen).toEqual([])
  })

  it('carries a date as its text, and leaves out what is undefined', async () => {
    const made = await client.memory.add({ content: 'x', metadata: { at: new Date(0), none: undefined } })
    expect((await client.memory.get(made.id)).metadata).toEqual({ at: '1970-01-01T00:00:00.000Z' })
  })
})

it('a signal that is aborted already sends nothing', async () => {
  const options = { signal: AbortSignal.abort() }
  expect(await failureOf(client.memory.list({}, options))).toMatchObject({ name: 'AbortError' })
  const events = client.events.subscribe({}, options)[Symbol.asyncIterator]()
  expect(await failureOf(events.next())).toMatchObject({ name: 'AbortError' })
  expect(proxy.seen).toEqual([])
})

it('a server that is not there, and one that is another program, are named', async () => {
  const gone = await listenLocally(createServer())
  await gone.close()
  const away = client.withOptions({ baseUrl: gone.url, maxRetries: 0 })
  expect(await failureOf(away.memory.list())).toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining(`${gone.url} (ECONNREFUSED)`),
  })
  const page = `<html>${'Welcome! '.repeat(100)}</html>`
  proxy.expect([
    { on: 'GET', kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: page },
    { on: 'GET', kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, body: page },
  ])
  const calls = [() => client.memory.list(), () => client.events.subscribe()[Symbol.asyncIterator]().next()]
  for (const call of calls) {
    const error = (await failureOf(call())) as Error
    expect(error).toMatchObject({ name: 'APIError', status: 200 })
    expect(error.message).toContain(page.slice(0, 200))
    expect(error.message).not.toContain(page.slice(0, 210))
  }
})

it('what is deprecated is logged once a route', async () => {
  const headers = { deprecation: '@1700000000', sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' }
  const answer = { kind: 'answer', status: 200, headers, body: '{}' } as const
  proxy.expect([
    { on: 'GET /api/jobs', ...answer },
    { on: 'GET /api/jobs', ...answer },
    { on: 'GET /api/memory', ...answer },
  ])
  await client.jobs.get('job_1')
  await client.jobs.get('job_2')
  await client.memory.get('mem_1')
  expect(lines.filter(line => line.includes('deprecated'))).toEqual([
    'svc: GET /api/jobs/{id} is deprecated and goes on Fri, 01 Jan 2027 00:00:00 GMT',
    'svc: GET /api/memory/{id} is deprecated and goes on Fri, 01 Jan 2027 00:00:00 GMT',
  ])
})

it('a replay is reported', async () => {
  const options = { idempotencyKey: crypto.randomUUID() }
  const first = await client.jobs.create({ kind: 'contract' }, options).withResponse()
  const second = await client.jobs.create({ kind: 'contract' }, options).withResponse()
  expect([first.idempotencyReplayed, second.idempotencyReplayed]).toEqual([false, true])
  expect(second.data.job_id).toBe(first.data.job_id)
})

it('a lost piece of a large file is sent again from where the server is', async () => {
  const content = new Uint8Array(10_000).map((_, index) => index % 251)
  proxy.expect([
    { on: 'PATCH /api/files/uploads', kind: 'lose' },
    { on: 'PATCH /api/files/uploads', kind: 'reset' },
  ])
  const stored = await client.files.uploadLarge(new Blob([content]), { path: 'lost.bin', chunkSize: 4000 })
  expect(proxy.left()).toEqual([])
  expect(await client.files.content(stored.file_id)).toEqual(content)
})

it('an upload that a failure cut off goes on later, with what the server has', async () => {
  const content = new Uint8Array(10_000).map((_, index) => index % 251)
  const ids: string[] = []
  const offsets: number[] = []
  const send = (upload_id?: string, maxRetries?: number) =>
    client.files.uploadLarge(
      new Blob([content]),
      {
        path: 'later.bin',
        chunkSize: 4000,
        onBegin: id => ids.push(id),
        onProgress({ sent }) {
          offsets.push(sent)
          if (sent === 4000 && maxRetries === 0) proxy.expect([{ on: 'PATCH /api/files/uploads', kind: 'reset' }])
        },
        ...(upload_id !== undefined && { upload_id }),
      },
      maxRetries === undefined ? {} : { maxRetries },
    )
  await expect(send(undefined, 0)).rejects.toMatchObject({ name: 'ConnectionError' })
  const stored = await send(ids[0])
  expect([new Set(ids).size, offsets]).toEqual([1, [4000, 8000, 10_000]])
  expect(await client.files.content(stored.file_id)).toEqual(content)
  await send('up_00000000000000000000000000')
  expect(new Set(ids).size).toBe(2)
})

it('an upload in pieces that its caller ends leaves nothing that counts', async () => {
  const before = await client.files.usage()
  const ending = new AbortController()
  const sending = client.files.uploadLarge(
    new Blob([new Uint8Array(40_000)]),
    { path: 'ended.bin', chunkSize: 4000, onProgress: () => ending.abort() },
    { signal: ending.signal },
  )
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(await client.files.usage()).toEqual(before)
})

it('Retry-After is waited for, to the second', async () => {
  // Nothing but the client has timers here: the server is one of this test's own, and answers at once.
  const asked: number[] = []
  const busy = await listenLocally(
    createServer((_, response) => {
      asked.push(Date.now())
      if (asked.length === 1) response.writeHead(429, { 'retry-after': '17' }).end()
      else response.end('{"items":[]}')
    }),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const { promise: waits, resolve } = Promise.withResolvers<void>()
    const info = (line: string) => void (line.includes('is sent again') && resolve())
    const calling = client
      .withOptions({ baseUrl: busy.url, logger: { ...logger, info } })
      .memory.list()
      .then()
    await waits
    await vi.advanceTimersByTimeAsync(16_999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await calling
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(17_000)
  } finally {
    vi.useRealTimers()
    await busy.close()
  }
})
