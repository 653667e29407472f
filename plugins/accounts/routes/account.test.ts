import { describe, expect, test } from 'vitest'
import { cookieOf, password, serveAuth, startTestAuth } from '../../../test/rooms/auth.ts'
import type { TestAuthServer } from '../../../test/rooms/auth.ts'

const ada = { username: 'ada', password }

async function signIn(
  server: TestAuthServer,
  credentials: { username: string; password: string } = ada,
): Promise<{ cookie: string }> {
  const answer = await server.post('/api/auth/login', credentials)
  expect(answer.status).toBe(200)
  return { cookie: cookieOf(answer) }
}

describe('sessions', () => {
  test('a login is listed with where it came from, and says which one asks', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    await signIn(server)
    const second = await signIn(server)
    const answer = await server.get('/api/auth/sessions', second)
    const { items } = (await answer.json()) as { items: unknown[] }
    const session = { ip: '127.0.0.1', user_agent: 'node', expires_at: '2026-02-14T12:00:00.000Z' }
    expect(items).toMatchObject([
      { ...session, current: true },
      { ...session, current: false },
    ])
  })

  test('logging out ends the session on the server, not only in the browser', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const session = await signIn(server)
    expect((await server.get('/api/auth/me', session)).status).toBe(200)
    const out = await server.post('/api/auth/logout', undefined, session)
    expect(out.status).toBe(204)
    expect(out.headers.getSetCookie()[0]).toMatch(/^svc_session=; Max-Age=0;/)
    expect((await server.get('/api/auth/me', session)).status).toBe(401)
  })

  test('one session ends another of the same user at once, and none of anybody else', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    const owner = await room.owner()
    await room.auth.users.create(owner, { username: 'grace', password, role: 'user' })
    const [first, second, other] = [
      await signIn(server),
      await signIn(server),
      await signIn(server, { username: 'grace', password }),
    ]
    expect((await server.get('/api/auth/me', first)).status).toBe(200)
    const { items } = (await (await server.get('/api/auth/sessions', first)).json()) as {
      items: { id: string; current: boolean }[]
    }
    const id = items.find(session => session.current)?.id ?? ''
    expect((await server.delete(`/api/auth/sessions/${id}`, other)).status).toBe(404)
    expect((await server.delete(`/api/auth/sessions/${id}`, second)).status).toBe(204)
    expect((await server.get('/api/auth/me', first)).status).toBe(401)
    expect((await server.get('/api/auth/me', second)).status).toBe(200)
  })

  test('a session ends with its time, also for a cookie that was just used', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const session = await signIn(server)
    room.clock.advance(14 * 24 * 3600_000 - 1_000)
    expect((await server.get('/api/auth/me', session)).status).toBe(200)
    room.clock.advance(1_000)
    expect((await server.get('/api/auth/me', session)).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = { current_password: password, new_password: 'staple correct horse' }

  test('ends all other sessions and keeps the one that made it', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const [here, elsewhere] = [await signIn(server), await signIn(server)]
    expect((await server.get('/api/auth/me', elsewhere)).status).toBe(200)
    expect((await server.post('/api/auth/password', change, here)).status).toBe(204)
    expect((await server.get('/api/auth/me', here)).status).toBe(200)
    expect((await server.get('/api/auth/me', elsewhere)).status).toBe(401)
    expect((await server.post('/api/auth/login', ada)).status).toBe(401)
    await signIn(server, { username: 'ada', password: change.new_password })
  })

  test('asks for the current one, and counts wrong ones like a login', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const session = await signIn(server)
    const statuses = []
    for (let tries = 0; tries < 6; tries += 1) {
      const wrong = { ...change, current_password: `wrong horse ${tries}` }
      statuses.push((await server.post('/api/auth/password', wrong, session)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await server.get('/api/auth/me', session)).status).toBe(200)
  })

  test('is not for API keys', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    const { key } = await room.auth.apiKeys.create(await room.owner(), { name: 'ci' })
    const answer = await server.post('/api/auth/password', change, { authorization: `Bearer ${key}` })
    expect(answer.status).toBe(403)
  })
})

test('the last use of a session is written once a minute, not at each request', async () => {
  await using room = await startTestAuth()
  await using server = await serveAuth(room)
  const owner = await room.owner()
  const session = await signIn(server)
  const lastSeen = async () =>
    (await room.control.read(reader => reader.find('sessions', { user_id: owner.user_id })))[0]?.last_seen_at
  await server.get('/api/auth/me', session)
  room.clock.advance(59_000)
  await server.get('/api/auth/me', session)
  expect(await lastSeen()).toBe('2026-01-31T12:00:00.000Z')
  room.clock.advance(2_000)
  await server.get('/api/auth/me', session)
  await room.auth.close()
  expect(await lastSeen()).toBe('2026-01-31T12:01:01.000Z')
})
