import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Principal } from '@svc/plugin'
import { streamRoute, untilAborted } from '../support/sample-routes.ts'
import { password, startIdentityServer } from './identity-server.ts'
import type { Caller, IdentityServer } from './identity-server.ts'

const ended = vi.fn<(what: string) => void>()

const stream = streamRoute(async function* (request) {
  request.signal.addEventListener('abort', () => ended('stream'))
  yield { id: '1', type: 'tick', data: {} }
  await untilAborted(request.signal)
  yield { id: '2', type: 'secret', data: { of: 'later' } }
})
const work = {
  ...streamRoute(async function* () {}),
  method: 'POST' as const,
  path: '/api/work',
  operationId: 'work',
  responses: { 200: { description: 'Done' } },
  async handler({ signal }: { signal: AbortSignal }) {
    ended('begun')
    // As a handler does that minds nobody: its answer comes all the same.
    await untilAborted(signal).catch(() => ended('work'))
    return { secret: 'of later' }
  },
}

let server: IdentityServer
let ada: Caller
let grace: Principal
let key: { id: string; key: string }

beforeEach(async () => {
  ended.mockClear()
  server = await startIdentityServer({}, null, [stream, work])
  ada = await server.signIn('ada')
  await ada.send('POST', '/api/users', { username: 'grace', password, role: 'user' })
  const { body } = await (await server.signIn('grace')).send('GET', '/api/auth/me')
  const [user, workspace] = [body['user'] as { id: string }, body['workspace'] as { id: string }]
  grace = {
    ...(await server.auth.operator()),
    via: 'session',
    user_id: user.id,
    workspace_id: workspace.id,
    role: 'user',
  }
  key = await server.auth.apiKeys.create(grace, { name: 'ci' })
})
afterEach(() => server[Symbol.asyncDispose]())

const ways: [string, () => Promise<unknown>][] = [
  ['its key is revoked', () => server.auth.apiKeys.revoke(grace, key.id)],
  ['its key is rotated without grace', () => server.auth.apiKeys.rotate(grace, key.id, { grace_seconds: 0 })],
  ['its user is disabled', () => ada.send('PATCH', `/api/users/${grace.user_id}`, { disabled: true })],
  ['its user is deleted', () => ada.send('DELETE', `/api/users/${grace.user_id}`)],
]

describe('a caller that was let in', () => {
  test.each(ways)('hears no more of a stream once %s', async (_, end) => {
    const answer = await fetch(`${server.url}/api/stream`, { headers: { authorization: `Bearer ${key.key}` } })
    expect(answer.status).toBe(200)
    const text = answer.text()
    await end()
    expect(await text).toMatch(/event: tick[^]*event: error\ndata: .*"code":"unauthenticated"/)
    expect(await text).not.toContain('secret')
    expect(ended).toHaveBeenCalledWith('stream')
  })

  test('hears no more of a stream once it signs out elsewhere, while its other sign-in listens on', async () => {
    const [one, two] = [await server.signIn('grace'), await server.signIn('grace')]
    const [first, second] = await Promise.all(
      [one, two].map(({ cookie }) => fetch(`${server.url}/api/stream`, { headers: { cookie } })),
    )
    const text = first?.text()
    await one.send('POST', '/api/auth/logout')
    expect(await text).toContain('"code":"unauthenticated"')
    expect(ended).toHaveBeenCalledTimes(1)
    await second?.body?.cancel()
  })

  test.each(ways)('gets no answer of what runs for it once %s', async (_, end) => {
    const answer = server.withKey(key.key).send('POST', '/api/work', undefined, { 'idempotency-key': 'k' })
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith('begun'))
    await end()
    const { status, body } = await answer
    expect([status, body['code']]).toEqual([401, 'unauthenticated'])
    expect(ended).toHaveBeenCalledWith('work')
  })
})
