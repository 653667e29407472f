import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RateLimitedError } from '@svc/plugin'
import type { ControlPlane, Principal } from '@svc/plugin'
import { openPostgres } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import type { PostgresControlPlane } from '../../kernel/drivers/postgres/control/postgres-control-plane.ts'
import { createAuth } from '../../kernel/auth/index.ts'
import type { Auth } from '../../kernel/auth/index.ts'
import { CountingLoginThrottle } from '../../kernel/auth/sign-in/login-throttle.ts'
import { createIds, systemClock } from '../../kernel/services/index.ts'
import { insertUser } from '../../plugins/accounts/people/new-user.ts'
import { from, principal, TestClock } from '../rooms/auth.ts'
import { recordingLog } from '../support/recording-log.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

const clock = new TestClock()
const log = recordingLog()
const key = 'the same on all servers'
const wrong = async () => null
const right = async () => 'in'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe('Servers on one database', () => {
  it('count wrong credentials together, ask nobody before a try, and write no name down', async () => {
    await using servers = await openServers('throttle')
    const [first, second] = [await servers.control(), await servers.control()]
    const statements = vi.spyOn(first.database, 'query')
    const throttleOf = ({ failures }: PostgresControlPlane) => new CountingLoginThrottle(clock, { failures, key })
    const [here, there] = [throttleOf(first), throttleOf(second)]
    await vi.waitFor(() => expect(statements).toHaveBeenCalledOnce())
    statements.mockClear()
    expect(await here.guard(['name:ada'], right)).toBe('in')
    expect(statements).not.toHaveBeenCalled()

    for (const throttle of [here, there, here, there, here])
      expect(await throttle.guard(['name:ada'], wrong)).toBeNull()
    const outcome = (throttle: CountingLoginThrottle) =>
      throttle.guard(['name:ada'], right).catch((error: unknown) => error)
    for (const throttle of [here, there])
      await vi.waitFor(async () => expect(await outcome(throttle)).toBeInstanceOf(RateLimitedError))
    expect(await there.guard(['name:grace'], right)).toBe('in')

    const later = throttleOf(await servers.control())
    await vi.waitFor(async () => expect(await outcome(later)).toBeInstanceOf(RateLimitedError))
    const { rows } = await first.database.query<{ subject: string }>('SELECT DISTINCT subject FROM svc.failures')
    expect(rows).toEqual([{ subject: expect.stringMatching(/^[\w-]{43}$/) as string }])

    clock.advance(60_000)
    expect(await there.guard(['name:ada'], right)).toBe('in')
  })

  it('let nobody in whose key or session was ended at another one', async () => {
    await using servers = await openServers('revocation')
    const control = await servers.control()
    const [here, there] = [authOver(control), authOver(await servers.control())]
    const ada = await addUser(control)
    const { key: apiKey, id: keyId } = await here.apiKeys.create(ada, { name: 'laptop' })
    const session = await control.transaction(tx => here.signIns.open(tx, ada.user_id, from))
    const [cookie = ''] = (await here.signIns.cookieOf(session)).split(';')
    const ask = async (auth: Auth, credentials: { authorization?: string; cookie?: string }) =>
      Promise.resolve(
        auth.authenticate({
          authorization: undefined,
          cookie: undefined,
          workspaceId: undefined,
          ip: from.ip,
          ...credentials,
        }),
      ).catch((error: unknown) => error)
    const byKey = { authorization: `Bearer ${apiKey}` }
    expect(await ask(there, byKey)).toMatchObject({ user_id: ada.user_id })
    expect(await ask(there, { cookie })).toMatchObject({ user_id: ada.user_id })
    const onChange = vi.fn()
    there.onChange(onChange)

    await here.apiKeys.revoke(ada, keyId)
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
    expect(await ask(there, byKey)).toMatchObject({ status: 401 })
    onChange.mockClear()
    await here.signIns.revoke(ada, session.id, 'logout')
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled())
    expect(await ask(there, { cookie })).toBeNull()
    await Promise.all([here.close(), there.close()])
  })
})

function authOver(control: ControlPlane): Auth {
  return createAuth({
    control,
    clock: systemClock,
    ids: createIds(systemClock),
    log,
    sessionKey: Buffer.from(key.padEnd(32)).toString('base64url'),
    secureCookies: false,
    basePath: '',
    permissions: new Set(),
    explicitPermissions: new Set(),
    recordFields: [],
    keysPerPerson: 10,
  })
}

/** Control planes on a database of their own. */
async function openServers(database: string) {
  const databaseUrl = await postgres.createDatabase(database)
  const opened: PostgresControlPlane[] = []
  return {
    async control() {
      const control = await openPostgres({ databaseUrl, clock: systemClock, log })
      opened.push(control)
      return control
    },
    async [Symbol.asyncDispose]() {
      for (const control of opened) await control.close()
    },
  }
}

async function addUser(control: ControlPlane): Promise<Principal> {
  const options = { username: 'ada', passwordHash: '$argon2id$', role: 'owner' } as const
  const user = await control.transaction(tx => insertUser(tx, createIds(systemClock), systemClock, options))
  return principal({ user_id: user.id, username: user.username, workspace_id: user.default_workspace_id })
}
