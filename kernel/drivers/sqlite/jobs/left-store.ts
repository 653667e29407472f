import type { WorkspaceDatabase } from '@svc/plugin'

const countLive = `
  SELECT coalesce(sum(count), 0) AS count FROM kernel_job_counts WHERE state IN ('queued', 'running')`
const countSchedules = `SELECT count(*) AS count FROM kernel_job_schedules WHERE enabled = 1`
const deleteAll = [
  'DELETE FROM kernel_job_requests',
  'DELETE FROM kernel_job_schedules',
  'DELETE FROM kernel_job_counts',
  'DELETE FROM kernel_jobs',
]

/** What a workspace's file holds of jobs while they are kept elsewhere. */
export const leftStore = {
  /** Jobs and schedules that would wait here for ever. */
  live(db: WorkspaceDatabase): number {
    const jobs = db.get<{ count: number }>(countLive)?.count ?? 0
    return jobs + (db.get<{ count: number }>(countSchedules)?.count ?? 0)
  },
  clear(db: WorkspaceDatabase): void {
    db.transaction(() => {
      for (const statement of deleteAll) db.run(statement)
    })
  },
}
