import * as argon2 from '@node-rs/argon2'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Actor } from '@svc/plugin'
import { AccountAudit } from '../account-audit.ts'
import { PasswordLogin } from '../sign-in/password-login.ts'
import { Passwords } from '../sign-in/passwords.ts'
import {
  cookieOf,
  createWholeAuth,
  from,
  password,
  principal,
  serveAuth,
  startTestAuth,
} from '../../../test/rooms/auth.ts'
import type { TestAuth, WholeAuth } from '../../../test/rooms/auth.ts'

const ada = { username: 'ada', password }

function loginOf({ auth, control, options }: TestAuth, passwords: Passwords): PasswordLogin {
  const { audit, signIns: sessions, throttle } = auth
  const { wrongPerAddress } = options
  return new PasswordLogin({ control, passwords, throttle, wrongPerAddress, sessions, audit: new AccountAudit(audit) })
}

describe('setup', () => {
  test('makes the first owner once, signs them in, and uses the token up', async () => {
    await using room = await startTestAuth({ admin: null })
    await using server = await serveAuth(room)
    const { setupToken } = await room.auth.prepare()
    const file = join(room.home, 'setup_token')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await (await server.get('/api/auth/status')).json()).toEqual({
      setup_required: true,
      signed_in: false,
      registration_enabled: false,
      multi_user_enabled: true,
    })

    const done = await server.post('/api/auth/setup', { ...ada, setup_token: setupToken })
    expect(done.status).toBe(201)
    expect(await done.json()).toMatchObject({ user: { username: 'ada', role: 'owner' } })
    const me = await server.get('/api/auth/me', { cookie: cookieOf(done) })
    expect(await me.json()).toMatchObject({
      user: { username: 'ada', role: 'owner' },
      workspace: { name: "ada's workspace" },
      via: 'session',
      scopes: ['*'],
    })
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' })
    const again = await server.post('/api/auth/setup', { username: 'eve', password, setup_token: setupToken })
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ code: 'setup_complete' })
  })

  test('is skipped when the configuration names the owner, also at the next start', async () => {
    await using room = await startTestAuth({ admin: ada })
    expect(await room.auth.prepare()).toEqual({ setupToken: null })
    const next = await createWholeAuth({ ...room.options, admin: { username: 'eve', password } })
    expect(await next.prepare()).toEqual({ setupToken: null })
    expect(
      (await room.control.read(reader => reader.find('users', { role: 'owner' }))).map(user => user.username),
    ).toEqual(['ada'])
  })

  test('says which setting is wrong when the configured owner cannot be made', async () => {
    await using room = await startTestAuth({ admin: { username: 'ada', password: 'short' } })
    await expect(room.auth.prepare()).rejects.toThrow(/SVC_ADMIN_PASSWORD.*8 to 256 characters; this one has 5/)
  })

  test('gives a new token at each start; the older one is worth nothing', async () => {
    await using room = await startTestAuth({ admin: null })
    const first = await room.auth.prepare()
    const later = await createWholeAuth(room.options)
    const second = await later.prepare()
    await using server = await serveAuth({ ...room, auth: later })
    expect(first.setupToken).not.toBe(second.setupToken)
    const old = await server.post('/api/auth/setup', { ...ada, setup_token: first.setupToken })
    expect(old.status).toBe(403)
  })
})

describe('login', () => {
  test('answers with the user, the end of the session and a cookie that scripts cannot read', async () => {
    await using room = await startTestAuth({ secureCookies: true })
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const answer = await server.post('/api/auth/login', { username: 'ADA', password })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ user: { username: 'ada' }, expires_at: '2026-02-14T12:00:00.000Z' })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-svc_session=[\w.-]+; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ])
  })

  test('an unknown user, a wrong password and a disabled account run the hash once each and get one answer', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    const grace = await room.auth.users.create(owner, { username: 'grace', password, role: 'user' })
    await room.auth.users.update(owner, grace.id, { disabled: true })
    let hashes = 0
    const passwords = new Passwords({
      ...argon2,
      verify: async (stored, given) => {
        hashes += 1
        return argon2.verify(stored, given)
      },
    })
    const login = loginOf(room, passwords)
    const tries = [
      { username: 'nobody', password },
      { username: 'ada', password: 'wrong horse battery' },
      { username: 'grace', password },
    ]
    const answers = []
    for (const credentials of tries) answers.push(await login.login(credentials, from).catch((error: unknown) => error))
    expect(hashes).toBe(3)
    const one = { status: 401, code: 'unauthenticated', message: 'The username or the password is wrong.' }
    expect(answers).toMatchObject([one, one, one])
  })

  test('the sixth wrong password for a name from one address is 429 with Retry-After', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const statuses = []
    for (let tries = 0; tries < 6; tries += 1) {
      statuses.push(
        (await server.post('/api/auth/login', { username: 'ada', password: `wrong horse ${tries}` })).status,
      )
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const locked = await server.post('/api/auth/login', ada)
    expect(locked.status).toBe(429)
    expect(locked.headers.get('retry-after')).toBe('60')
    room.clock.advance(60_001)
    expect((await server.post('/api/auth/login', ada)).status).toBe(200)
  })

  test('nobody keeps another from signing in: neither from elsewhere, nor by names of their own from the same address', async () => {
    await using room = await startTestAuth({ wrongPerAddress: 10 })
    await room.owner()
    const login = loginOf(room, new Passwords())
    const attempt = (username: string, given: string, ip: string) =>
      login.login({ username, password: given }, { ...from, ip }).then(
        () => 200,
        (error: { status: number }) => error.status,
      )
    const guess = async (username: string, ip: string, count: number) => {
      const statuses = []
      for (let tries = 0; tries < count; tries += 1) statuses.push(await attempt(username, `wrong horse ${tries}`, ip))
      return statuses
    }
    expect(await guess('ada', '198.51.100.1', 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await attempt('ada', password, '192.0.2.7')).toBe(200)
    expect(await guess('nobody', '192.0.2.7', 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await attempt('ada', password, '192.0.2.7')).toBe(200)
    // Many names from one address are not endless tries.
    expect(await guess('somebody', '192.0.2.7', 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await attempt('ada', password, '192.0.2.7')).toBe(429)
    expect(await attempt('ada', password, '192.0.2.8')).toBe(200)
  })

  test('malformed requests and successes are not counted', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    for (let tries = 0; tries < 8; tries += 1) {
      expect((await server.post('/api/auth/login', { username: 'ada', pasword: 'x' })).status).toBe(400)
      expect((await server.post('/api/auth/login', ada)).status).toBe(200)
    }
  })

  test('keeps a hundred sessions of a user at most, the newest', async () => {
    await using room = await startTestAuth()
    const owner = await room.owner()
    await room.control.transaction(async tx => {
      for (let count = 0; count < 105; count += 1) {
        const id = `ses_${String(count).padStart(26, '0')}`
        const [created_at, expires_at] = ['2026-01-30T12:00:00.000Z', '2026-02-13T12:00:00.000Z']
        await tx.insert('sessions', {
          id,
          user_id: owner.user_id,
          created_at,
          expires_at,
          last_seen_at: created_at,
          ip: null,
          user_agent: null,
        })
      }
    })
    await using server = await serveAuth(room)
    expect((await server.post('/api/auth/login', ada)).status).toBe(200)
    const left = await room.control.read(reader => reader.find('sessions', { user_id: owner.user_id }))
    expect(left).toHaveLength(100)
    expect(left[0]?.id).toBe(`ses_${'6'.padStart(26, '0')}`)
  })
})

describe('registration', () => {
  const grace = { username: 'grace', password }

  test('is refused when off, before the name is looked at', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const answers = [await server.post('/api/auth/register', grace), await server.post('/api/auth/register', ada)]
    for (const answer of answers) {
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'registration_disabled' })
    }
  })

  test('gives the role user when on, with a workspace of their own', async () => {
    await using room = await startTestAuth({ registrationEnabled: true })
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const answer = await server.post('/api/auth/register', grace)
    expect(answer.status).toBe(201)
    const me = await server.get('/api/auth/me', { cookie: cookieOf(answer) })
    expect(await me.json()).toMatchObject({ user: { role: 'user' }, workspace: { name: "grace's workspace" } })
    expect((await server.post('/api/auth/register', { ...grace, username: 'GRACE' })).status).toBe(409)
  })

  test('with an invitation gives its role, once, and within its time', async () => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    const owner = await room.owner()
    const { token: invite } = await room.auth.users.invite(owner, { role: 'admin', expires_seconds: 60 })
    const { token: late } = await room.auth.users.invite(owner, { role: 'admin', expires_seconds: 60 })
    const answer = await server.post('/api/auth/register', { ...grace, invite })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({ user: { username: 'grace', role: 'admin' } })
    expect((await server.post('/api/auth/register', { username: 'eve', password, invite })).status).toBe(403)
    room.clock.advance(60_000)
    expect((await server.post('/api/auth/register', { username: 'eve', password, invite: late })).status).toBe(403)
  })

  type Loses = (users: WholeAuth['users'], owner: Actor, admin: string) => Promise<unknown>
  test.each<[string, Loses]>([
    ['demoted', (users, owner, admin) => users.update(owner, admin, { role: 'user' })],
    ['disabled', (users, owner, admin) => users.update(owner, admin, { disabled: true })],
    ['deleted', (users, owner, admin) => users.delete(owner, admin)],
  ])('with an invitation by an admin who was %s since is refused, and it is listed no more', async (_what, lose) => {
    await using room = await startTestAuth()
    await using server = await serveAuth(room)
    const owner = await room.owner()
    const { users } = room.auth
    const { id: user_id } = await users.create(owner, { username: 'adm', password, role: 'admin' })
    const admin = principal({ user_id, username: 'adm', role: 'admin' })
    const { token } = await users.invite(admin, { role: 'admin' })
    const { token: modest } = await users.invite(admin, { role: 'user' })
    const { id } = await users.invite(owner, { role: 'user' })
    await lose(users, owner, user_id)
    for (const invite of [token, modest]) {
      const answer = await server.post('/api/auth/register', { ...grace, invite })
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'invitation_invalid' }])
    }
    expect((await users.invites(owner, { limit: 10 })).items.map(invite => invite.id)).toEqual([id])
  })

  test('waits for the first owner, who could never be made otherwise', async () => {
    await using room = await startTestAuth({ registrationEnabled: true, admin: null })
    await using server = await serveAuth(room)
    await room.auth.prepare()
    const answer = await server.post('/api/auth/register', grace)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'setup_required' })
  })
})
