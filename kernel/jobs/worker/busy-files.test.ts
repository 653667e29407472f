import { join } from 'node:path'
import Database from 'better-sqlite3'
import { BusyError } from '@svc/plugin'
import { expect, it, vi } from 'vitest'
import { TestJobs, workspaceId } from '../../../test/rooms/jobs.ts'

it('a file that another process writes to spends no attempt of a job, which waits as long as the error says', async () => {
  const t = await TestJobs.start()
  let runs = 0
  const job = await t.enqueue()
  const other = new Database(join(t.homePath, 'workspaces', workspaceId, 'data_plane.sqlite'))
  t.bind(async () => {
    runs += 1
    if (runs === 1) other.exec('BEGIN IMMEDIATE')
    try {
      t.planes.data.use(workspaceId, db => db.transaction(() => undefined))
    } finally {
      if (other.inTransaction) other.exec('ROLLBACK')
    }
  })
  await t.jobs.start()
  const seconds = new BusyError('').retryAfterSeconds ?? 0
  await vi.waitFor(async () => {
    expect(Date.parse((await t.stored(job)).run_at)).toBe(t.clock.now() + seconds * 1000)
  })
  expect([runs, (await t.stored(job)).state]).toEqual([1, 'queued'])
  t.clock.advance(seconds * 1000)
  const { attempt } = await t.reaches(job, 'succeeded')
  expect([runs, attempt]).toEqual([2, 1])
  other.close()
  await t.stop()
})
