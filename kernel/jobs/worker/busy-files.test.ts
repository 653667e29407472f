import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { TestJobs, workspaceId } from '../../../test/rooms/jobs.ts'

it('a file that another process writes to spends no attempt of a job', async () => {
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
  const { attempt } = await t.reaches(job, 'succeeded')
  expect([runs, attempt]).toEqual([2, 1])
  other.close()
  await t.stop()
})
