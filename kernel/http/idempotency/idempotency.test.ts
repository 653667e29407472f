import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConflictError, RateLimitedError, UnavailableError } from '@svc/plugin'
import type { Principal, RouteDefinition } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { KnownCredentials, principalOf, startTestHttp } from '../../../test/rooms/http.ts'
import type { TestHttp } from '../../../test/rooms/http.ts'
import { sampleRoutes, untilAborted, workRoute } from '../../../test/support/sample-routes.ts'

const json = { 'content-type': 'application/json' }

function send(
  server: TestHttp,
  key: string,
  body: unknown = { title: 'Milk' },
  path = '/api/notes',
): Promise<Response> {
  return server.call(path, { method: 'POST', body: JSON.stringify(body), headers: { ...json, 'idempotency-key': key } })
}

/** Keys whose rights change while requests run. */
class ChangingCredentials extends KnownCredentials {
  #listener: () => void = () => undefined

  override onChange(listener?: () => void): void {
    this.#listener = listener ?? this.#listener
  }

  change(key: string, principal: Principal): void {
    this.keys.set(key, principal)
    this.#listener()
  }
}

describe('Idempotency-Key', () => {
  it('runs once and answers the same twice, cookies excepted', async () => {
    const { routes, calls } = sampleRoutes()
    await using server = await startTestHttp(routes)
    const first = await send(server, 'k1')
    const second = await send(server, 'k1')
    expect(calls).toHaveLength(1)
    expect([
      second.status,
      await second.text(),
      second.headers.get('location'),
      second.headers.get('idempotency-replayed'),
    ]).toEqual([201, await first.text(), '/api/notes/1', 'true'])
    expect([first.headers.has('set-cookie'), second.headers.has('set-cookie')]).toEqual([true, false])
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  it('refuses the key of another body', async () => {
    await using server = await startTestHttp(sampleRoutes().routes)
    await send(server, 'k1')
    const other = await send(server, 'k1', { title: 'Bread' })
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([422, 'idempotency_mismatch'])
  })

  it('means nothing to another user', async () => {
    const { routes, calls } = sampleRoutes()
    await using server = await startTestHttp(routes)
    await send(server, 'k1')
    const principal = principalOf({ user_id: 'usr_9' })
    await server.http.dispatch({ method: 'POST', path: '/api/notes', body: { title: 'x' }, principal })
    expect(calls).toHaveLength(2)
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(256)])('must be 1 to 255 visible ASCII characters, not %j', async key => {
    await using server = await startTestHttp(sampleRoutes().routes)
    const response = await fetch(`${server.url}/api/notes`, {
      method: 'POST',
      body: '{"title":"x"}',
      headers: { ...json, authorization: 'Bearer svc_owner', 'idempotency-key': Buffer.from(key).toString('latin1') },
    })
    expect(response.status).toBe(400)
  })

  it('is not spent on a request that was refused for its form', async () => {
    await using server = await startTestHttp(sampleRoutes().routes)
    const statuses = [await send(server, 'k1', {}), await send(server, 'k1')].map(response => response.status)
    expect(statuses).toEqual([400, 201])
  })

  it('says that the first request still runs', async () => {
    const gate = Promise.withResolvers<object>()
    const entered = Promise.withResolvers<void>()
    const route = workRoute(() => {
      entered.resolve()
      return gate.promise
    })
    await using server = await startTestHttp([route])
    const first = send(server, 'k1', {}, '/api/work')
    await entered.promise
    const second = await send(server, 'k1', {}, '/api/work')
    gate.resolve({ ok: true })
    expect([second.status, ((await second.json()) as { code: string }).code, (await first).status]).toEqual([
      409,
      'idempotency_in_progress',
      201,
    ])
  })

  it('keeps a refusal, and forgets failures that may pass', async () => {
    const thrown = [new UnavailableError('later'), new RateLimitedError('slow', 1), new ConflictError('taken', 'taken')]
    let runs = 0
    const route = workRoute(async () => {
      throw thrown[runs++] ?? new Error('ran once too often')
    })
    await using server = await startTestHttp([route])
    const statuses = []
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await send(server, 'k1', {}, '/api/work')).status)
    expect([statuses, runs]).toEqual([[503, 429, 409, 409, 409], 3])
  })

  it('answers what was done for a caller who was refused before the end, and does not do it again', async () => {
    const auth = new ChangingCredentials()
    let runs = 0
    const route = workRoute(async request => {
      runs += 1
      if (runs > 1) return { runs }
      auth.change('svc_owner', principalOf({ scopes: [] }))
      await untilAborted(request.signal).catch(() => undefined)
      return { runs }
    })
    await using server = await startTestHttp([{ ...route, longRunning: true }], { options: { auth } })
    const first = await send(server, 'k1', {}, '/api/work')
    auth.change('svc_owner', principalOf())
    const second = await send(server, 'k1', {}, '/api/work')
    expect([first.status, second.status, second.headers.get('idempotency-replayed'), runs]).toEqual([
      403,
      201,
      'true',
      1,
    ])
  })

  it('is free again when a request was given up, also while its answer waits for one before it', async () => {
    const gate = Promise.withResolvers<object>()
    const settled = Promise.withResolvers<void>()
    let runs = 0
    const late = workRoute(async (request, reply) => {
      runs += 1
      if (runs === 1) await untilAborted(request.signal).catch(() => undefined)
      setImmediate(() => settled.resolve())
      return reply.jsonText([`{"runs":${runs}}`])
    })
    const before: RouteDefinition = { ...workRoute(() => gate.promise), path: '/api/before', operationId: 'before' }
    const routes = [late, { ...before, longRunning: true }]
    await using server = await startTestHttp(routes, { limits: { handlerTimeoutMs: 50 } })
    const head = (path: string): string =>
      `POST ${path} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer svc_owner\r\nContent-Type: application/json\r\nContent-Length: 2\r\n`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`${head('/api/before')}\r\n{}${head('/api/work')}Idempotency-Key: k1\r\n\r\n{}`)
    await settled.promise
    const again = await send(server, 'k1', {}, '/api/work')
    expect([again.status, await again.json()]).toEqual([201, { runs: 2 }])
    gate.resolve({})
    socket.destroy()
  })

  it('is free again when the answer of its first request could not be kept', async () => {
    let runs = 0
    await using server = await startTestHttp([workRoute(async () => ({ runs: (runs += 1) }))])
    const change = (sql: string) => server.data.use(principalOf().workspace_id, db => db.run(sql))
    change(
      "CREATE TRIGGER full BEFORE UPDATE ON kernel_idempotency BEGIN SELECT raise(FAIL, 'database or disk is full'); END",
    )
    expect(await (await send(server, 'k1', {}, '/api/work')).json()).toEqual({ runs: 1 })
    change('DROP TRIGGER full')
    expect(await (await send(server, 'k1', {}, '/api/work')).json()).toEqual({ runs: 2 })
    expect(await (await send(server, 'k1', {}, '/api/work')).json()).toEqual({ runs: 2 })
  })

  it('is free again when later answers of the workspace need its room', async () => {
    let runs = 0
    const route = workRoute(async () => ({ runs: (runs += 1), text: 'x'.repeat(1000) }))
    await using server = await startTestHttp([route], { limits: { idempotencyBytes: 5000 } })
    const ask = async (key: string): Promise<number> =>
      ((await (await send(server, key, {}, '/api/work')).json()) as { runs: number }).runs
    const asked = []
    for (const key of ['k1', 'k2', 'k3', 'k3', 'k4', 'k5', 'k6', 'k7', 'k1', 'k7', 'k6']) asked.push(await ask(key))
    expect(asked).toEqual([1, 2, 3, 3, 4, 5, 6, 7, 8, 7, 6])
    const kept = server.data.use(principalOf().workspace_id, db =>
      db.all<{ bytes: number }>('SELECT octet_length(body) AS bytes FROM kernel_idempotency'),
    )
    expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(7000)
  })

  it('is free again when the process that ran the first request is gone', async () => {
    const home = await mkdtemp(join(tmpdir(), 'svc-idempotency-'))
    let runs = 0
    const route = workRoute(() => {
      runs += 1
      return runs === 1 ? new Promise(() => undefined) : { runs }
    })
    const dead = await startTestHttp([route], { home })
    const cut = send(dead, 'k1', {}, '/api/work').catch(() => undefined)
    await expect.poll(() => runs).toBe(1)
    await dead[Symbol.asyncDispose]()
    await cut
    {
      await using next = await startTestHttp([route], { home })
      const again = await send(next, 'k1', {}, '/api/work')
      expect([again.status, await again.json()]).toEqual([201, { runs: 2 }])
    }
    await rm(home, { recursive: true, force: true })
  })
})
