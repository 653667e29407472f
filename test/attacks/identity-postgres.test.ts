import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAuth } from '../../kernel/auth/index.ts'
import { openPostgres } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import { createIds, createLogger, systemClock } from '../../kernel/services/index.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'
import { password, startIdentityServer } from './identity-server.ts'

// The rules that a database could break by running transactions side by side, and the caches that a second process has.

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test('on PostgreSQL one of many becomes the first owner, and one of many spellings gets the name', async () => {
  await using server = await startIdentityServer(
    { admin: null, registrationEnabled: true },
    await postgres.createDatabase('races'),
  )
  const racers = Array.from({ length: 6 }, (_, index) =>
    server.nobody.send('POST', '/api/auth/setup', {
      username: `racer${index}`,
      password,
      setup_token: server.setupToken,
    }),
  )
  const setups = (await Promise.all(racers)).map(answer => answer.status)
  expect(setups.toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  const spellings = ['eve', 'Eve', 'EVE', 'eVe', 'evE']
  const registrations = await Promise.all(
    spellings.map(username => server.nobody.send('POST', '/api/auth/register', { username, password })),
  )
  expect(registrations.map(answer => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409])
})

test('on PostgreSQL two owners who demote each other at once leave one', async () => {
  await using server = await startIdentityServer({}, await postgres.createDatabase('owners'))
  const ada = await server.signIn('ada')
  const made = await ada.send('POST', '/api/users', { username: 'eve', password, role: 'owner' })
  const eveId = (made.body['user'] as { id: string }).id
  const adaId = ((await ada.send('GET', '/api/auth/me')).body['user'] as { id: string }).id
  const eve = await server.signIn('eve')
  const answers = await Promise.all([
    ada.send('PATCH', `/api/users/${eveId}`, { role: 'user' }),
    eve.send('PATCH', `/api/users/${adaId}`, { role: 'user' }),
  ])
  expect(answers.map(answer => answer.status).filter(status => status === 200)).toHaveLength(1)
  expect(await server.control.read(reader => reader.find('users', { role: 'owner' }))).toHaveLength(1)
})

test('a key that one process revokes ends in the cache of another', async () => {
  const databaseUrl = await postgres.createDatabase('caches')
  await using server = await startIdentityServer({}, databaseUrl)
  const log = createLogger({ level: 'silent' })
  const control = await openPostgres({ databaseUrl, clock: systemClock, log })
  const other = createAuth({
    control,
    clock: systemClock,
    ids: createIds(systemClock),
    log,
    sessionKey: server.sessionKey,
    secureCookies: false,
    basePath: '',
    permissions: new Set(['jobs:read', 'stats:read', 'stats:write', 'workspace:read']),
    explicitPermissions: new Set(),
    recordFields: [],
    keysPerPerson: 100,
  })
  const operator = await server.auth.operator()
  const { id, key } = await server.auth.apiKeys.create(operator, { name: 'ci' })
  const credentials = { authorization: `Bearer ${key}`, cookie: undefined, workspaceId: undefined, ip: '192.0.2.7' }
  expect(await other.authenticate(credentials)).toMatchObject({ key_id: id })
  await server.auth.apiKeys.revoke(operator, id)
  await vi.waitFor(() =>
    expect(Promise.resolve().then(() => other.authenticate(credentials))).rejects.toMatchObject({ status: 401 }),
  )
  await other.close()
  await control.close()
})

test('on PostgreSQL a character that its texts cannot hold is no name that anybody has, and no error of ours', async () => {
  await using server = await startIdentityServer({}, await postgres.createDatabase('characters'))
  const ada = await server.signIn('ada')
  const calls: [string, string, unknown?][] = [
    ['POST', '/api/auth/login', { username: 'ada\u0000', password }],
    ['POST', '/api/auth/login', { username: '\ud800', password }],
    ['POST', '/api/users', { username: 'gr\u0000ace', password, role: 'user' }],
    ['DELETE', '/api/auth/sessions/%00'],
    ['GET', '/api/users/%00'],
    ['PATCH', '/api/users/a%00b', { disabled: true }],
    ['GET', '/api/workspaces/%00/members'],
    ['PATCH', '/api/workspaces/ws_%00', { name: 'x' }],
    ['POST', '/api/workspaces', { name: 'a\u0000b' }],
    ['POST', '/api/auth/register', { username: 'grace', password, invite: 'a\u0000_b' }],
  ]
  for (const [method, path, body] of calls) {
    const { status } = await ada.send(method, path, body)
    expect([path, body, status >= 400 && status < 500]).toEqual([path, body, true])
  }
})
