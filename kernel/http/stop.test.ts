import { describe, expect, it } from 'vitest'
import type { RouteDefinition } from '@svc/plugin'
import { untilAborted } from '../../test/support/sample-routes.ts'
import { startTestHttp } from '../../test/rooms/http.ts'

const route = (handler: RouteDefinition['handler'], change: Partial<RouteDefinition> = {}): RouteDefinition => ({
  method: 'GET',
  path: '/api/work',
  operationId: 'work',
  summary: 'Work',
  permission: 'public',
  responses: { 200: { description: 'done', schema: { type: 'object', additionalProperties: true } } },
  handler,
  ...change,
})

describe('stopping', () => {
  it('lets a running request finish, and takes no new one', async () => {
    const gate = Promise.withResolvers<object>()
    const entered = Promise.withResolvers<void>()
    await using server = await startTestHttp([
      route(() => {
        entered.resolve()
        return gate.promise
      }),
    ])
    const running = server.call('/api/work')
    await entered.promise
    const closed = server.http.close(20_000)
    const late = await server.call('/api/work').then(
      response => response.status,
      () => 'refused',
    )
    gate.resolve({ done: true })
    expect([await (await running).json(), ['refused', 503].includes(late)]).toEqual([{ done: true }, true])
    await closed
  })

  it('aborts what takes longer than the grace, which then answers 503', async () => {
    const entered = Promise.withResolvers<void>()
    await using server = await startTestHttp([
      route(async request => {
        entered.resolve()
        await untilAborted(request.signal)
      }),
    ])
    const running = server.call('/api/work')
    await entered.promise
    await server.http.close(50)
    const response = await running
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'unavailable'])
  })

  it('does not wait for a handler that listens to nobody', async () => {
    const entered = Promise.withResolvers<void>()
    await using server = await startTestHttp([
      route(() => {
        entered.resolve()
        return new Promise(() => undefined)
      }),
    ])
    const running = server.call('/api/work').then(
      () => 'answered',
      () => 'cut',
    )
    await entered.promise
    await server.http.close(50)
    expect(await running).toBe('cut')
  })
})

describe('a request', () => {
  it('whose client leaves aborts its work, and is no failure in the log', async () => {
    const aborted = Promise.withResolvers<void>()
    await using server = await startTestHttp([
      route(async request => {
        request.signal.addEventListener('abort', () => aborted.resolve())
        await untilAborted(request.signal)
      }),
    ])
    const leaving = new AbortController()
    const running = server.call('/api/work', { signal: leaving.signal }).catch(() => undefined)
    await expect.poll(() => server.http.server.facts().version).toBe('0.0.0-test')
    setTimeout(() => leaving.abort(), 50)
    await running
    await aborted.promise
    await expect.poll(async () => (await server.call('/healthz')).status).toBe(200)
    expect(server.logged.filter(line => Number(line['level']) >= 40)).toEqual([])
  })

  it('that takes too long is given up with 504, its work aborted', async () => {
    const aborted = Promise.withResolvers<string>()
    await using server = await startTestHttp(
      [
        route(async request => {
          request.signal.addEventListener('abort', () => aborted.resolve(String(request.signal.reason)))
          await untilAborted(request.signal)
        }),
      ],
      { limits: { handlerTimeoutMs: 100 } },
    )
    const response = await server.call('/api/work')
    expect([response.status, ((await response.json()) as { code: string }).code, await aborted.promise]).toEqual([
      504,
      'timeout',
      'TimeoutError: The request took longer than 0.1 s and was given up.',
    ])
  })

  it('may take its time on a route that says so', async () => {
    const gate = Promise.withResolvers<object>()
    await using server = await startTestHttp(
      [
        route(() => gate.promise, { longRunning: true }),
        route(() => new Promise(() => undefined), { path: '/api/short', operationId: 'short' }),
      ],
      {
        limits: { handlerTimeoutMs: 50 },
      },
    )
    const long = server.call('/api/work')
    expect((await server.call('/api/short')).status).toBe(504)
    gate.resolve({ late: true })
    expect(await (await long).json()).toEqual({ late: true })
  })
})
