import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorkspaceLog } from '../../../kernel/drivers/shipped/open-workspace-log.ts'
import type { WorkspaceLog } from '../../../kernel/drivers/shipped/workspace-log-store.ts'
import { serverStore } from '../../../kernel/planes/placement/server-store.ts'
import { systemClock } from '../../../kernel/services/index.ts'
import { standbyInWords } from '../../../plugins/admin/standby-in-words.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { startPostgres } from '../../support/storage/postgres.ts'
import type { TestPostgres } from '../../support/storage/postgres.ts'

let postgres: TestPostgres
let url: string
const opened: WorkspaceLog[] = []
beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase('standby')
})
afterAll(async () => {
  for (const log of opened) await log.close()
  await postgres.stop()
})

/** By a connection that is new, as a role with a setting of its own has one. */
async function standby(databaseUrl = url) {
  const options = { databaseUrl, mayMigrate: false, clock: systemClock, log: recordingLog() }
  const log = await openWorkspaceLog(options)
  opened.push(log)
  return { state: await serverStore.standby(log.database), log }
}

it('says whether commits wait for a second machine', async () => {
  const { state, log } = await standby()
  expect(state).toBe('unnamed')
  const statements = ["CREATE ROLE plain LOGIN PASSWORD 'plain'", "CREATE ROLE hasty LOGIN SUPERUSER PASSWORD 'hasty'"]
  for (const statement of [...statements, 'ALTER ROLE hasty SET synchronous_commit = local'])
    await log.database.query(statement)
  const follower = await postgres.startStandby()
  const now = () => serverStore.standby(log.database)
  await expect.poll(now).toBe('followed')
  const as = (role: string): string => Object.assign(new URL(url), { username: role, password: role }).href
  expect((await standby(as('plain'))).state).toBe('unseen')
  expect((await standby(as('hasty'))).state).toBe('not-awaited')
  await follower.stop()
  await expect.poll(now).toBe('unconnected')
})

it('says what to do about it', () => {
  expect(standbyInWords('followed')).toBeNull()
  expect(standbyInWords('unnamed')).toMatchObject({ remedy: expect.stringContaining('A hosted PostgreSQL') })
})
