import { expect, it, vi } from 'vitest'
import type { WorkspaceDatabase } from '@svc/plugin'
import { ids, TestJobs, workspaceId } from '../../../test/rooms/jobs.ts'

const dayMs = 24 * 3_600_000

it('deletes within the hour all jobs that ended long ago and all records of old requests, of each workspace', async () => {
  const t = await TestJobs.start()
  const workspaces = [workspaceId, ids.create('ws')]
  for (const each of workspaces) {
    const request = { key_hash: 'key', body_hash: 'body', expires_at: t.clock.now() + dayMs }
    const { job } = await t.jobs.queue.enqueue(each, { kind: 'test.work' }, request)
    await t.jobs.queue.cancel(each, job.job_id)
    t.planes.data.use(each, db => {
      copy(db, 'kernel_jobs', 'job_id', 10_500)
      copy(db, 'kernel_job_requests', 'key_hash', 1_500)
    })
  }
  const left = () =>
    workspaces.map(each =>
      t.planes.data.use(each, db =>
        db.get(
          'SELECT (SELECT count(*) FROM kernel_jobs) AS jobs, (SELECT count(*) FROM kernel_job_requests) AS requests',
        ),
      ),
    )
  expect(left()).toEqual(Array(2).fill({ jobs: 10_501, requests: 1_501 }))
  t.clock.advance(31 * dayMs)
  await t.jobs.start()
  t.clock.advance(3_600_000)
  const untilNone = () => {
    t.clock.advance(1000)
    expect(left()).toEqual(Array(2).fill({ jobs: 0, requests: 0 }))
  }
  await vi.waitFor(untilNone, { timeout: 20_000 })
  await t.stop()
})

it('deletes nothing that only a clock that is ahead takes for old', async () => {
  const t = await TestJobs.start()
  const prune = vi.spyOn(t.store, 'prune')
  const job = await t.enqueue()
  await t.jobs.queue.cancel(workspaceId, job.job_id)
  await t.jobs.start()
  t.clock.advance(31 * dayMs)
  await vi.waitFor(() => expect(prune).toHaveBeenCalled())
  await Promise.all(prune.mock.results.map(({ value }) => value as Promise<number>))
  expect((await t.stored(job)).state).toBe('cancelled')
  await t.stop()
})

/** The only row of a table so often again, under other keys. */
function copy(db: WorkspaceDatabase, table: string, key: string, times: number): void {
  const names = db.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name)
  const others = names.filter(name => name !== key).join(', ')
  db.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${times})
      INSERT INTO ${table} (${key}, ${others}) SELECT printf('a%08d', i), ${others} FROM n, ${table}`,
  )
}
