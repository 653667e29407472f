import { request } from 'node:http'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteDefinition } from '@svc/plugin'
import { describe, expect, it } from 'vitest'
import { sampleRoutes, untilAborted } from '../../../test/support/sample-routes.ts'
import { principalOf, startTestHttp } from '../../../test/rooms/http.ts'

function overSocket(socketPath: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, headers: { host: 'anything.test' } }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => (body += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    call.on('error', reject).end()
  })
}

describe('dispatch', () => {
  it('runs a route as the given principal, through validation', async () => {
    await using server = await startTestHttp(sampleRoutes().routes)
    const principal = principalOf({ via: 'agent_app', user_id: 'usr_7' })
    const made = await server.http.dispatch({ method: 'POST', path: '/api/notes', body: { title: 'x' }, principal })
    const me = await server.http.dispatch({ method: 'GET', path: '/api/me', principal })
    const bad = await server.http.dispatch({ method: 'POST', path: '/api/notes', body: {}, principal })
    expect([made.status, made.body, me.body, bad.status]).toEqual([
      201,
      { id: '1', title: 'x', color: 'blue' },
      expect.objectContaining({ user_id: 'usr_7', via: 'agent_app' }),
      400,
    ])
  })

  it('grants no more than the principal has', async () => {
    await using server = await startTestHttp(sampleRoutes().routes)
    const principal = principalOf({ via: 'agent_app', scopes: ['memory:read'] })
    const answer = await server.http.dispatch({ method: 'POST', path: '/api/notes', body: { title: 'x' }, principal })
    expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ code: 'forbidden' })])
  })

  it('is not counted against the limit of requests, nor asked for an origin', async () => {
    await using server = await startTestHttp(sampleRoutes().routes, { options: { rateLimitPerMinute: 1 } })
    const principal = principalOf({ via: 'session', session_id: 'ses_1' })
    const call = () => server.http.dispatch({ method: 'POST', path: '/api/notes', body: { title: 'x' }, principal })
    expect([(await call()).status, (await call()).status]).toEqual([201, 201])
  })
})

describe('a dispatch that is given up', () => {
  it('aborts the work it started', async () => {
    const aborted = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const route: RouteDefinition = {
      method: 'GET',
      path: '/api/work',
      operationId: 'work',
      summary: 'Work',
      permission: 'signed-in',
      responses: { 200: { description: 'never' } },
      handler: async request => {
        request.signal.addEventListener('abort', () => aborted.resolve())
        entered.resolve()
        await untilAborted(request.signal)
      },
    }
    await using server = await startTestHttp([route])
    const giving = new AbortController()
    const call = server.http.dispatch({
      method: 'GET',
      path: '/api/work',
      principal: principalOf(),
      signal: giving.signal,
    })
    await entered.promise
    giving.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await aborted.promise
  })
})

describe('the operator socket', () => {
  it('acts as the operator and can be opened by its owner alone', async () => {
    await using server = await startTestHttp(sampleRoutes().routes)
    const path = join(server.home, 'operator.sock')
    const me = await overSocket(path, '/api/me')
    expect([me.status, JSON.parse(me.body), (await stat(path)).mode & 0o777]).toEqual([
      200,
      expect.objectContaining({ via: 'operator' }),
      0o600,
    ])
  })

  it('takes the place of what a killed server left behind', async () => {
    const home = await mkdtemp(join(tmpdir(), 'svc-socket-'))
    const path = join(home, 'operator.sock')
    await writeFile(path, 'left behind')
    {
      await using server = await startTestHttp(sampleRoutes().routes, { home })
      expect((await overSocket(join(server.home, 'operator.sock'), '/healthz')).status).toBe(200)
    }
    await rm(home, { recursive: true, force: true })
  })

  it('is left out, with a word in the log, where its path is too long for one', async () => {
    const home = join(await mkdtemp(join(tmpdir(), 'svc-socket-')), 'x'.repeat(100))
    await mkdir(home)
    {
      await using server = await startTestHttp([], { home })
      const warnings = server.logged.filter(line => Number(line['level']) === 40).map(line => line['msg'])
      expect([(await server.call('/healthz')).status, warnings]).toEqual([
        200,
        expect.arrayContaining([expect.stringMatching(/too long.*shorter SVC_HOME/)]),
      ])
    }
    await rm(join(home, '..'), { recursive: true, force: true })
  })
})

it('believes no header that claims to come from inside', async () => {
  await using server = await startTestHttp(sampleRoutes().routes)
  const headers = { 'x-svc-principal': '{"role":"owner"}', 'x-operator': '1', forwarded: 'for=127.0.0.1' }
  const response = await fetch(`${server.url}/api/settings`, { headers })
  expect(response.status).toBe(401)
})
