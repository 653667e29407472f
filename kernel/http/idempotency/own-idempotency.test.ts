import type { IdempotentRequest, RouteDefinition } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { startTestHttp } from '../../../test/rooms/http.ts'
import { workRoute } from '../../../test/support/sample-routes.ts'

/** A route that keeps its own records: it notes what it gets with each request. */
function ownRoute(): { route: RouteDefinition; noted: (IdempotentRequest | null)[] } {
  const noted: (IdempotentRequest | null)[] = []
  const handler: RouteDefinition['handler'] = request => {
    noted.push(request.idempotency)
    return { runs: noted.length }
  }
  const route: RouteDefinition = { ...workRoute(handler), idempotent: 'handler' }
  return { route, noted }
}

describe('a route that keeps the idempotency record itself', () => {
  it('is run each time, and gets what names the request', async () => {
    const { route, noted } = ownRoute()
    await using server = await startTestHttp([route])
    const send = (body: object, headers: Record<string, string> = {}) =>
      server.call('/api/work', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      })
    const before = Date.now()
    const answers = [
      await send({ a: 1 }, { 'idempotency-key': 'k1' }),
      await send({ a: 1 }, { 'idempotency-key': 'k1' }),
      await send({ a: 2 }, { 'idempotency-key': 'k1' }),
      await send({ a: 1 }, { 'idempotency-key': 'k2' }),
      await send({ a: 1 }),
    ]
    const [first, again, otherBody, otherKey, none] = noted

    expect(answers.map(({ status, headers }) => [status, headers.has('idempotency-replayed')])).toEqual(
      answers.map(() => [201, false]),
    )
    expect(again).toEqual({ ...first, expires_at: again?.expires_at })
    expect([otherBody?.key_hash, otherBody?.body_hash === first?.body_hash]).toEqual([first?.key_hash, false])
    expect([otherKey?.key_hash === first?.key_hash, otherKey?.body_hash]).toEqual([false, first?.body_hash])
    expect(none).toBeNull()
    expect(first?.expires_at).toBeGreaterThanOrEqual(before + 24 * 3600 * 1000)
  })

  it('is not run with a key that is none', async () => {
    const { route, noted } = ownRoute()
    await using server = await startTestHttp([route])
    const answer = await server.call('/api/work', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'a b' },
    })
    expect([answer.status, ((await answer.json()) as { errors: unknown }).errors, noted]).toEqual([
      400,
      [{ path: '/headers/idempotency-key', message: 'must be 1 to 255 visible ASCII characters' }],
      [],
    ])
  })
})
