import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkspaceLog } from '../../kernel/drivers/shipped/open-workspace-log.ts'
import type { WorkspaceLog } from '../../kernel/drivers/shipped/workspace-log-store.ts'
import { ServerLease } from '../../kernel/planes/placement/server-lease.ts'
import { serverStore } from '../../kernel/planes/placement/server-store.ts'
import { systemClock } from '../../kernel/services/index.ts'
import { recordingLog } from '../support/recording-log.ts'
import { startPostgres } from '../support/storage/postgres.ts'
import type { TestPostgres } from '../support/storage/postgres.ts'

const services = { clock: systemClock, log: recordingLog() }
let postgres: TestPostgres
let log: WorkspaceLog
beforeAll(async () => {
  postgres = await startPostgres()
  log = await openWorkspaceLog({ databaseUrl: postgres.url, ...services })
})
afterAll(async () => {
  await log.close()
  await postgres.stop()
})

const server = (server_id: string) => ({
  server_id,
  url: 'http://127.0.0.1',
  version: '1',
  schema: 'a',
  weight: 1,
})

it('ends here by itself while PostgreSQL is away, and PostgreSQL says when it is back that it is lost', async () => {
  const lost = Promise.withResolvers<string>()
  const lease = new ServerLease({ ...services, database: log.renewals, leaseSeconds: 2, onLost: lost.resolve })
  await lease.begin(server('srv_a'))
  lease.serving()
  // Renewed once more, at its own length.
  await expect.poll(() => lease.remainingMs).toBeLessThan(2000)
  lease.assertHeld()
  await postgres.halt()
  // It ends here some time before it ends in PostgreSQL.
  await expect.poll(() => lease.remainingMs).toBeLessThan(-500)
  expect(() => lease.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await postgres.resume()
  expect(await lost.promise).toContain('srv_a')
  expect(() => lease.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await lease.end()
})

it('is renewed while the log has all of its connections', async () => {
  const renewed = Promise.withResolvers<unknown>()
  const onLost = renewed.reject
  const lease = new ServerLease({
    ...services,
    database: log.renewals,
    leaseSeconds: 2,
    onLost,
    onRenewed: renewed.resolve,
  })
  await lease.begin(server('srv_c'))
  const holder = new pg.Client(postgres.url)
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE svc.workspace_log IN ACCESS EXCLUSIVE MODE')
  const waiting = Array.from({ length: 10 }, () => log.end('ws_1'))
  lease.serving()
  await renewed.promise
  lease.assertHeld()
  await holder.end()
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => null))
  await lease.end()
})

it('is over when the clock has gone on while the machine slept, and is renewed at once', async () => {
  let sleptMs = 0
  const clock = { ...systemClock, now: () => Date.now() + sleptMs }
  const onLost = (): void => undefined
  const lease = new ServerLease({ ...services, clock, database: log.renewals, leaseSeconds: 60, onLost })
  await lease.begin(server('srv_d'))
  sleptMs += 30_000
  lease.assertHeld()
  sleptMs += 30_000
  expect(() => lease.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await expect.poll(() => lease.remainingMs).toBeGreaterThan(50_000)
  // A clock that is set back takes nothing away, and gives nothing.
  sleptMs = 0
  expect(lease.remainingMs).toBeLessThan(54_001)
  lease.assertHeld()
  await lease.end()
})

it('is given up at the end', async () => {
  const onLost = (): void => undefined
  const lease = new ServerLease({ ...services, database: log.renewals, leaseSeconds: 60, onLost })
  await lease.begin(server('srv_b'))
  lease.assertHeld()
  await lease.end()
  expect(() => lease.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
  expect((await serverStore.live(log.database)).map(({ server_id }) => server_id)).not.toContain('srv_b')
})
