import { setTimeout as wait } from 'node:timers/promises'
import { UnprocessableError } from '@svc/plugin'
import type { ByteSink, RouteDefinition, RouteRequest } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { startTestHttp } from '../../../test/rooms/http.ts'

const json = { 'content-type': 'application/json' }

/** A route in the manner of an API that is not ours. */
function foreignRoute(change: Partial<RouteDefinition>): RouteDefinition {
  return {
    method: 'POST',
    path: '/v9/things',
    operationId: 'makeForeignThing',
    summary: 'Make a thing',
    permission: { key: 'memory:read' },
    idempotent: false,
    keyHeader: 'x-api-key',
    keepBytes: true,
    longRunning: true,
    body: { type: 'object', required: ['name'], properties: { name: { type: 'string' } }, additionalProperties: true },
    example: { body: { name: 'a' } },
    responses: { 200: { description: 'ok', schema: { type: 'object', additionalProperties: true } } },
    problem: ({ status, code, detail, retry_after_seconds }) => ({
      status: status === 409 ? 400 : status,
      headers: { 'x-should-retry': String(status >= 500) },
      body: { error: { kind: code, words: detail, ...(retry_after_seconds && { wait: retry_after_seconds }) } },
    }),
    handler: request => ({ seen: Buffer.from(request.bytes ?? []).toString('utf8'), rate: request.rate?.limit }),
    ...change,
  }
}

const streamed = (source: (request: RouteRequest, sink: ByteSink) => Promise<void>, heartbeat?: string) =>
  foreignRoute({
    method: 'GET',
    body: undefined,
    handler: (request, reply) =>
      reply
        .status(203)
        .header('x-kind', 'own')
        .bytes({ contentType: 'text/plain', heartbeat }, sink => source(request, sink)),
  })

describe('a route of an API that is not ours', () => {
  it('is handed the bytes of the body as they came, and what is left of the minute', async () => {
    await using server = await startTestHttp([foreignRoute({})])
    const body = '{ "name" : "a",\n "extra":1e2 }'
    const response = await server.call('/v9/things', { method: 'POST', headers: json, body })
    expect(await response.json()).toEqual({ seen: body, rate: 1200 })
  })

  it.each([
    ['a bad body', { method: 'POST', headers: json, body: '{}' }, 400, 'validation_error'],
    ['no JSON', { method: 'POST', headers: json, body: '{' }, 400, 'validation_error'],
    [
      'a key without the scope',
      { method: 'POST', headers: { authorization: 'Bearer svc_none' } },
      401,
      'unauthenticated',
    ],
    [
      'a session',
      { method: 'POST', headers: { ...json, cookie: 'svc_session=good' }, body: '{"name":"a"}' },
      401,
      'unauthenticated',
    ],
  ])('answers %s in its own form', async (_what, init, status, kind) => {
    await using server = await startTestHttp([foreignRoute({})])
    const response = await server.call('/v9/things', init)
    expect([response.status, response.headers.get('content-type'), response.headers.get('x-should-retry')]).toEqual([
      status,
      'application/json; charset=utf-8',
      'false',
    ])
    expect(await response.json()).toEqual({ error: { kind, words: expect.any(String) as string } })
  })

  it('shows nothing of a bug, in its own form too', async () => {
    const route = foreignRoute({
      handler: () => {
        throw new Error('the password is hunter2')
      },
    })
    await using server = await startTestHttp([route])
    const response = await server.call('/v9/things', { method: 'POST', headers: json, body: '{"name":"a"}' })
    expect([response.status, (await response.text()).includes('hunter2')]).toEqual([500, false])
  })

  it('takes the key from the header it names, and only there', async () => {
    await using server = await startTestHttp([
      foreignRoute({}),
      foreignRoute({ path: '/v9/other', operationId: 'other', keyHeader: undefined }),
    ])
    const statusOf = async (path: string) =>
      (
        await fetch(server.url + path, {
          method: 'POST',
          headers: { ...json, 'x-api-key': 'svc_reader' },
          body: '{"name":"a"}',
        })
      ).status
    expect([await statusOf('/v9/things'), await statusOf('/v9/other')]).toEqual([200, 401])
  })
})

describe('a stream in a form of its own', () => {
  it('sends its status and headers before the first byte, and the bytes as they are', async () => {
    const first = Promise.withResolvers<void>()
    const route = streamed(async (_request, sink) => {
      await first.promise
      sink.write('one\n')
      sink.write(Buffer.from([0xf0, 0x9f]))
      sink.write(Buffer.from([0x98, 0x80]))
    })
    await using server = await startTestHttp([route])
    const response = await server.call('/v9/things')
    first.resolve()
    expect([response.status, response.headers.get('x-kind'), await response.text()]).toEqual([203, 'own', 'one\n😀'])
  })

  it('is refused in time as any answer', async () => {
    const route = foreignRoute({
      handler: () => {
        throw new UnprocessableError('no', 'Not now.')
      },
    })
    await using server = await startTestHttp([route])
    const response = await server.call('/v9/things', { method: 'POST', headers: json, body: '{"name":"a"}' })
    expect([response.status, await response.json()]).toEqual([422, { error: { kind: 'no', words: 'Not now.' } }])
  })

  it('is cut off when its source fails, so that nobody takes it for whole', async () => {
    const route = streamed(async (_request, sink) => {
      sink.write('half')
      throw new Error('broke')
    })
    await using server = await startTestHttp([route])
    await expect(server.call('/v9/things').then(response => response.text())).rejects.toThrow()
  })

  it('ends the source when the client leaves, and when it reads nothing', async () => {
    const seen: string[] = []
    const route = streamed(async (request, sink) => {
      request.signal.addEventListener('abort', () => seen.push('aborted'))
      try {
        for (;;) if (!sink.write(Buffer.alloc(64 * 1024))) await sink.drained()
      } catch (error) {
        seen.push((error as Error).name)
      }
    })
    await using server = await startTestHttp([route], { limits: { streamStallMs: 50 } })
    const response = await server.call('/v9/things')
    await expect.poll(() => seen.toSorted()).toEqual(['AbortError', 'aborted'])
    await response.body?.cancel().catch(() => undefined)
  })

  it('says that it lives while nothing comes', async () => {
    const route = streamed(async request => wait(2 ** 30, undefined, { signal: request.signal }), ': alive\n\n')
    await using server = await startTestHttp([route], { limits: { heartbeatSeconds: 1 } })
    const response = await server.call('/v9/things')
    const { value } = (await response.body?.getReader().read()) ?? {}
    expect(Buffer.from(value ?? []).toString('utf8')).toBe(': alive\n\n')
  })

  it('is one of so many that a caller may have open', async () => {
    const route = streamed(async request => wait(2 ** 30, undefined, { signal: request.signal }))
    await using server = await startTestHttp([route], { limits: { byteStreamsPerPrincipal: 2 } })
    const open = [await server.call('/v9/things'), await server.call('/v9/things')]
    const third = await server.call('/v9/things')
    expect([third.status, await third.json()]).toEqual([
      429,
      { error: { kind: 'rate_limited', words: expect.stringContaining('2 streams') as string, wait: 5 } },
    ])
    await Promise.all(open.map(async response => response.body?.cancel()))
  })
})
