import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SvcClient } from '../../client.ts'
import type { ClientOptions, Fetch } from './options.ts'

const json = { 'content-type': 'application/json' }
const failureOf = (call: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(call).then(
    () => null,
    (error: unknown) => error,
  )

/** A server that answers one request after the other by these, and a client of it. */
async function serve(...answers: ((response: ServerResponse) => void)[]) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => answers[seen.push(request) - 1]?.(response))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = () => seen.map(({ headers }) => headers['idempotency-key'])
  return { client: clientOf({ baseUrl }), keys, [Symbol.dispose]: () => void server.close() }
}

function clientOf(options: ClientOptions): SvcClient {
  return new SvcClient({ baseUrl: 'http://svc.test', apiKey: 'svc_test', logLevel: 'error', ...options })
}

const breakOff = (response: ServerResponse): void => void response.destroy()
const answer =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body))
const tooMany = answer(429, { status: 429, code: 'rate_limited', detail: 'Later.' }, { 'retry-after': '0' })

describe('a POST whose answer was lost', () => {
  it('is sent once where the server may do it twice', async () => {
    using server = await serve(breakOff, answer(201, {}))
    const error = await failureOf(server.client.developer.keys.create({ name: 'a', scopes: ['*'] }))
    expect(error).toMatchObject({ name: 'ConnectionError' })
    expect(server.keys()).toEqual([undefined])
  })

  it('is sent again with its key elsewhere', async () => {
    using server = await serve(breakOff, answer(201, { id: 'task_1' }))
    expect(await server.client.workspace.tasks.create({ title: 'Pack' })).toEqual({ id: 'task_1' })
    const [first, second] = server.keys()
    expect([typeof first, second]).toEqual(['string', first])
  })

  it('is sent again where the server did not begin it', async () => {
    using server = await serve(tooMany, answer(201, { id: 'key_1' }))
    expect(await server.client.developer.keys.rotate('key_1')).toEqual({ id: 'key_1' })
    expect(server.keys()).toHaveLength(2)
  })
})

it('a query in the path is sent with the one that is given, which is stronger', async () => {
  const asked: string[] = []
  const fetch: Fetch = input => Promise.resolve((asked.push(input), Response.json({})))
  const client = clientOf({ fetch })
  await client.get('/api/jobs?state=dead&limit=1&kind=a&kind=b', { query: { limit: 5, queue: null, q: ['x', 'y'] } })
  await client.get('/api/jobs?q=a%20b', { query: { limit: undefined } })
  await client.get('/api/jobs', { query: { limit: 2 } })
  expect(asked.map(url => url.slice('http://svc.test/api/jobs'.length))).toEqual([
    '?state=dead&limit=5&kind=a&kind=b&q=x%2Cy',
    '?q=a%20b',
    '?limit=2',
  ])
})

describe('time limits', () => {
  afterEach(() => void vi.useRealTimers())
  const clock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
  /** An answer that comes when `give` is called, and not after the call has ended. */
  function held(): { fetch: Fetch; give: (answer: Response) => void } {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const fetch: Fetch = (_, { signal }) =>
      Promise.race([
        promise,
        new Promise<never>((_, stop) => signal?.addEventListener('abort', () => stop(signal.reason))),
      ])
    return { fetch, give: resolve }
  }

  it('give an answer a minute to begin, and longer work as long as it takes', async () => {
    clock()
    const { fetch, give } = held()
    const client = clientOf({ fetch, maxRetries: 0 })
    const short = failureOf(client.workspace.notes.get('note_1'))
    const limited = failureOf(client.admin.backups.create({ timeout: 1000 }))
    const long = client.admin.backups.create()
    await pass(600)
    expect([await short, await limited]).toMatchObject([{ name: 'TimeoutError' }, { name: 'TimeoutError' }])
    give(Response.json({ name: 'backup.svc' }))
    expect(await long).toEqual({ name: 'backup.svc' })
  })

  it('let a body take any time while pieces of it come', async () => {
    clock()
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const fetch: Fetch = () => Promise.resolve(new Response(readable))
    const bytes = clientOf({ fetch }).admin.backups.download('backup.svc')
    for (const byte of [1, 2, 3]) {
      await writer.write(Uint8Array.of(byte))
      await pass(50)
    }
    await writer.close()
    expect(await bytes).toEqual(Uint8Array.of(1, 2, 3))
  })

  it('leave an answer without content alone, to which Chromium gives a body', async () => {
    const empty = new Response(null, { status: 204 })
    Object.defineProperty(empty, 'body', { value: new ReadableStream({ start: each => each.close() }) })
    await clientOf({ fetch: () => Promise.resolve(empty) }).workspace.tasks.delete('task_1')
  })

  it('end a body that does not go on', async () => {
    clock()
    const fetch: Fetch = (_, { signal }) => {
      const start = (body: ReadableStreamDefaultController) =>
        signal?.addEventListener('abort', () => body.error(signal.reason))
      return Promise.resolve(new Response(new ReadableStream({ start })))
    }
    const error = failureOf(clientOf({ fetch, maxRetries: 0 }).admin.backups.download('backup.svc'))
    await pass(61)
    expect(await error).toMatchObject({ name: 'TimeoutError' })
  })

  it('do not run while a page waits for a new sign-in; then the refused request is sent once more', async () => {
    clock()
    const { promise, resolve } = Promise.withResolvers<void>()
    const answers = [Response.json({ status: 401, code: 'unauthenticated', detail: '' }, { status: 401 })]
    const waits: (number | null)[] = []
    const client = clientOf({
      fetch: () => Promise.resolve(answers.pop() ?? Response.json({ id: 'task_1' })),
      beforeTry: ({ refusal }) => (waits.push(refusal && refusal.status), refusal ? promise : Promise.resolve()),
    })
    const updated = client.workspace.tasks.update('task_1', { title: 'A' })
    await pass(600)
    resolve()
    expect([await updated, waits]).toEqual([{ id: 'task_1' }, [null, 401]])
  })
})
