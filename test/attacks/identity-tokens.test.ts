import { randomBytes } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { password, startIdentityServer } from './identity-server.ts'
import type { Caller, IdentityServer } from './identity-server.ts'

let server: IdentityServer
let ada: Caller
let userId: string
let sessionId: string

beforeAll(async () => {
  server = await startIdentityServer()
  ada = await server.signIn('ada')
  const me = await ada.send('GET', '/api/auth/me')
  userId = (me.body['user'] as { id: string }).id
  const sessions = await ada.send('GET', '/api/auth/sessions')
  sessionId = (sessions.body['items'] as { id: string }[])[0]?.id ?? ''
})
afterAll(() => server[Symbol.asyncDispose]())

interface Forgery {
  alg?: string
  typ?: string
  aud?: string
  iss?: string
  exp?: number
  jti?: string | undefined
  sub?: string
  key?: Uint8Array
}

const hour = () => Math.floor(Date.now() / 1000) + 3600

/** What the server itself would make, but for what is asked to differ. */
function forge(change: Forgery): Promise<string> {
  const all = {
    alg: 'HS256',
    typ: 'svc-session+jwt',
    aud: 'svc:session',
    iss: 'svc',
    exp: hour(),
    jti: sessionId,
    sub: userId,
    ...change,
  }
  const token = new SignJWT()
    .setProtectedHeader({ alg: all.alg, typ: all.typ })
    .setAudience(all.aud)
    .setIssuer(all.iss)
    .setIssuedAt()
    .setExpirationTime(all.exp)
    .setSubject(all.sub)
  if (all.jti !== undefined) token.setJti(all.jti)
  return token.sign(change.key ?? Buffer.from(server.sessionKey, 'base64url'))
}

const statusWith = async (token: string) =>
  (await server.nobody.send('GET', '/api/auth/me', undefined, { cookie: `svc_session=${token}` })).status

describe('a forged session token', () => {
  test('is what the forgeries below differ from: the unchanged one is good', async () => {
    expect(await statusWith(await forge({}))).toBe(200)
  })

  const forgeries: [string, Forgery][] = [
    ['signed with another key', { key: randomBytes(32) }],
    ['signed with another algorithm and the right key', { alg: 'HS512' }],
    ['of another type', { typ: 'JWT' }],
    ['for another audience', { aud: 'svc:download' }],
    ['of another issuer', { iss: 'evil' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 1 }],
    ['without a session', { jti: undefined }],
    ['of a session that never was', { jti: 'ses_01jzcq3m5n8v7x2k4w6y9a0b1c' }],
    ["of one user's session in another user's name", { sub: 'usr_01jzcq3m5n8v7x2k4w6y9a0b1c' }],
  ]
  test.each(forgeries)('%s is refused', async (_, change) => {
    expect(await statusWith(await forge(change))).toBe(401)
  })

  test('without a signature (alg: none) is refused, whatever its case', async () => {
    const claims = new UnsecuredJWT({}).setAudience('svc:session').setIssuer('svc').setExpirationTime(hour())
    const unsigned = claims.setSubject(userId).setJti(sessionId).setIssuedAt().encode()
    const [, payload] = unsigned.split('.')
    const header = Buffer.from(JSON.stringify({ alg: 'nOnE', typ: 'svc-session+jwt' })).toString('base64url')
    const real = await forge({})
    const attempts = [unsigned, `${header}.${payload}.`, `${header}.${payload}.${real.split('.')[2]}`]
    for (const attempt of attempts) expect(await statusWith(attempt)).toBe(401)
  })

  test('with the same bytes in another spelling is refused: bits that no byte needs, padding, foreign characters', async () => {
    const real = await forge({})
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(real.at(-1) ?? '')
    const spellings = [1, 2, 3].map(bits => real.slice(0, -1) + alphabet.charAt(last ^ bits))
    for (const spelling of [...spellings, `${real}=`, `${real}~`, real.replace('.', '=.')])
      expect(await statusWith(spelling)).toBe(401)
  })

  test('that is no token at all is refused without an error', async () => {
    for (const junk of ['x', '..', 'a.b.c', 'e30.e30.', '%00', '"', '{}', 'x'.repeat(6000)])
      expect(await statusWith(junk)).toBe(401)
  })

  test('as a bearer token is refused: only API keys are', async () => {
    const token = await forge({})
    expect((await server.withKey(token).send('GET', '/api/auth/me')).status).toBe(401)
  })
})

describe('a session', () => {
  test('that was ended stays ended for whoever kept its cookie', async () => {
    const thief = await server.signIn('ada')
    expect((await thief.send('GET', '/api/auth/me')).status).toBe(200)
    expect((await thief.send('POST', '/api/auth/logout')).status).toBe(204)
    expect((await thief.send('GET', '/api/auth/me')).status).toBe(401)
  })

  test('ends at the very request after the account was disabled, its role changed, or its password reset', async () => {
    const made = await ada.send('POST', '/api/users', { username: 'grace', password, role: 'admin' })
    const { id } = made.body['user'] as { id: string }
    const ends = [
      () => ada.send('PATCH', `/api/users/${id}`, { role: 'user' }),
      () => ada.send('POST', `/api/users/${id}/password`, { new_password: password }),
      () => ada.send('PATCH', `/api/users/${id}`, { disabled: true }),
    ]
    for (const end of ends) {
      const grace = await server.signIn('grace')
      expect((await grace.send('GET', '/api/auth/me')).status).toBe(200)
      expect((await end()).status).toBeLessThan(300)
      expect((await grace.send('GET', '/api/auth/me')).status).toBe(401)
    }
  })

  test("of a stale cookie, or for a workspace that is gone, does not keep anybody from signing in, and another site's page cannot use a good one", async () => {
    const stale = { cookie: 'svc_session=a.b.c' }
    expect((await server.nobody.send('POST', '/api/auth/login', { username: 'ada', password }, stale)).status).toBe(200)
    const gone = { 'x-workspace-id': 'ws_01jzcq3m5n8v7x2k4w6y9a0b1c' }
    expect((await ada.send('POST', '/api/auth/login', { username: 'ada', password }, gone)).status).toBe(200)
    const elsewhere = await ada.send('GET', '/api/auth/me', undefined, gone)
    expect([elsewhere.status, elsewhere.body['detail']]).toEqual([
      404,
      expect.stringMatching(/X-Workspace-Id .* GET \/api\/workspaces lists/),
    ])
    const forged = await ada.send('POST', '/api/workspaces', { name: 'X' }, { origin: 'https://evil.example' })
    expect([forged.status, forged.body['code']]).toEqual([403, 'csrf_rejected'])
  })

  test('behind https is read from the __Host- cookie alone, which a sister domain cannot set', async () => {
    await using secure = await startIdentityServer({ secureCookies: true })
    const owner = await secure.signIn('ada')
    expect(owner.cookie).toMatch(/^__Host-svc_session=/)
    expect((await owner.send('GET', '/api/auth/me')).status).toBe(200)
    const planted = { cookie: owner.cookie.replace('__Host-', '') }
    expect((await secure.nobody.send('GET', '/api/auth/me', undefined, planted)).status).toBe(401)
  })
})
