import type { JobQueueStore, JobRecord, Settlement, WorkspaceDatabase } from '@svc/plugin'
import { createIds, systemClock } from '../../kernel/services/index.ts'

export const benchKind = 'bench.work'
const ids = createIds(systemClock)

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
const insertEvents = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < @count)
  INSERT INTO kernel_events (event_id, type, at, data)
  SELECT printf('evt_00%024d', n), 'job.succeeded', strftime('%Y-%m-%dT%H:%M:%fZ'), '{"n":1}' FROM numbers`
const insertCounts = `INSERT INTO kernel_job_counts SELECT queue, state, count(*) FROM kernel_jobs GROUP BY queue, state`

/** Enqueues jobs of {@link benchKind}, a thousand in a call. */
export async function enqueueJobs(
  store: Pick<JobQueueStore, 'enqueue'>,
  workspaceId: string,
  count: number,
): Promise<void> {
  const newJob = () => {
    const now = systemClock.now()
    return {
      workspace_id: workspaceId,
      job_id: ids.create('job'),
      kind: benchKind,
      queue: 'default',
      priority: 0,
      payload: '{"n":1}',
      max_attempts: 5,
      unique_key: null,
      run_at: now,
      created_at: now,
    }
  }
  for (let made = 0; made < count; made += 1000) {
    await store.enqueue(Array.from({ length: Math.min(1000, count - made) }, newJob))
  }
}

export function succeeded(claimed: readonly JobRecord[]): Settlement[] {
  return claimed.map(({ workspace_id, job_id, claim_token }) => {
    return { workspace_id, job_id, claim_token: claim_token ?? '', type: 'succeeded', result: 'null' }
  })
}

export interface Filled {
  finished?: number
  waiting?: number
  delayed?: number
  /** Kept in the log of events. */
  events?: number
}

/** Puts jobs and events into a workspace's new file, before a store has looked at it. */
export function fillJobs(db: WorkspaceDatabase, jobs: Filled): void {
  db.transaction(() => {
    if (jobs.finished) db.run(insertFinished, { count: jobs.finished })
    if (jobs.waiting) db.run(insertWaiting, { count: jobs.waiting })
    if (jobs.delayed) db.run(insertDelayed, { count: jobs.delayed })
    if (jobs.events) db.run(insertEvents, { count: jobs.events })
    db.run(insertCounts)
  })
}
