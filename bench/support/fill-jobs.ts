import type { WorkspaceDatabase } from '@svc/plugin'

const insertFinished = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)
  INSERT INTO kernel_jobs (job_id, queue, kind, state, priority, payload, result, attempt, max_attempts, run_at, created_at, finished_at)
  SELECT printf('job_00%024d', n), 'default', 'bench.work', 'succeeded', 0, '{"n":1}', 'null', 1, 5, 1, 1, 2 FROM numbers`
const insertWaiting = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)
  INSERT INTO kernel_jobs (job_id, queue, kind, state, priority, payload, max_attempts, run_at, created_at, ready)
  SELECT printf('job_01%024d', n), 'default', 'bench.work', 'queued', 0, '{"n":1}', 5, 1, 1, 1 FROM numbers`
const insertDelayed = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)
  INSERT INTO kernel_jobs (job_id, queue, kind, state, priority, payload, max_attempts, run_at, created_at, ready)
  SELECT printf('job_02%024d', n), 'default', 'bench.work', 'queued', 9, '{"n":1}', 5, 4000000000000, 1, 0 FROM numbers`
const insertCounts = `INSERT INTO kernel_job_counts SELECT queue, state, count(*) FROM kernel_jobs GROUP BY queue, state`

/** Puts jobs into a workspace's new file, before a store has looked at it. */
export function fillJobs(db: WorkspaceDatabase, jobs: { finished?: number; waiting?: number; delayed?: number }): void {
  db.transaction(() => {
    if (jobs.finished) db.run(insertFinished, { count: jobs.finished })
    if (jobs.waiting) db.run(insertWaiting, { count: jobs.waiting })
    if (jobs.delayed) db.run(insertDelayed, { count: jobs.delayed })
    db.run(insertCounts)
  })
}
