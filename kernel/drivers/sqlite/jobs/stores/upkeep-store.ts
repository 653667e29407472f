import type { CountRow, JobState, ReadStatement, WorkspaceDatabase } from '@svc/plugin'
import type { Pair } from '../../../jobs/queue-rules.ts'
import { withOldestReady } from './claim-store.ts'
import { payloadStore } from './payload-store.ts'

/** So many rows go into one statement, the most first. */
const addSizes = [4, 2, 1].map(rows => ({
  rows,
  sql: `INSERT INTO kernel_job_counts (queue, state, count) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')}
    ON CONFLICT (queue, state) DO UPDATE SET count = count + excluded.count`,
}))
const selectCounts = `SELECT queue, state, count FROM kernel_job_counts WHERE count > 0 ORDER BY queue`
// A statement of its own for each would count at two times.
const selectStats = `${withOldestReady} SELECT queue, state, count, NULL AS at FROM kernel_job_counts WHERE count > 0
  UNION ALL SELECT queue, NULL, 0, at FROM oldest_ready`
const selectOldest = `${withOldestReady} SELECT queue, at FROM oldest_ready`
const selectLivePairs = `SELECT queue, kind, count(*) AS count FROM kernel_jobs WHERE state IN ('queued', 'running') GROUP BY queue, kind`
const deleteEmpty = `DELETE FROM kernel_job_counts WHERE count <= 0`
interface OldestRow {
  queue: string
  at: number
}

/** A count, or since when the longest waiting job of the queue is due. */
export type StatsRow = (CountRow & { at: null }) | (OldestRow & { state: null })

/** How many jobs of each queue are in each state, kept in the transactions that change it, so that nobody counts a million rows. */
export const countStore = {
  add(db: WorkspaceDatabase, counts: readonly CountRow[]): void {
    let done = 0
    for (const { rows, sql } of addSizes) {
      for (; counts.length - done >= rows; done += rows) {
        db.run(sql, ...counts.slice(done, done + rows).flatMap(({ queue, state, count }) => [queue, state, count]))
      }
    }
  },
  all(db: WorkspaceDatabase): CountRow[] {
    return db.all<CountRow>(selectCounts)
  },
  /** Longer to read, the more priorities are in use. */
  stats: { sql: selectStats, params: {} } satisfies ReadStatement,
  oldestReady(db: WorkspaceDatabase): OldestRow[] {
    return db.all<OldestRow>(selectOldest)
  },
  /** Reads every job that waits or runs. */
  livePairs(db: WorkspaceDatabase): (Pair & { count: number })[] {
    return db.all<Pair & { count: number }>(selectLivePairs)
  },
  sweep(db: WorkspaceDatabase): void {
    db.run(deleteEmpty)
  },
}

export interface EndedJob {
  job_id: string
  queue: string
  created_at: number
  finished_at: number | null
}

const selectEnded = `
  SELECT job_id, queue, created_at, finished_at FROM kernel_jobs
  WHERE state = @state AND finished_at IS NOT NULL AND job_id > @after ORDER BY job_id LIMIT @count`
// Kept while a request may still ask for the answer that it got.
const deleteEnded = `
  DELETE FROM kernel_jobs WHERE job_id = @job_id AND state = @state
    AND NOT EXISTS (SELECT 1 FROM kernel_job_requests AS r WHERE r.job_id = kernel_jobs.job_id AND r.expires_at > @now)
  RETURNING octet_length(payload) = 0 AS is_apart`

/** What ended long ago, in the order in which it was made. */
export const pruneStore = {
  ended(db: WorkspaceDatabase, state: JobState, page: { after: string; count: number }): EndedJob[] {
    return db.all<EndedJob>(selectEnded, { state, ...page })
  },
  delete(db: WorkspaceDatabase, job: { job_id: string; state: JobState }, now: number): boolean {
    const deleted = db.get<{ is_apart: number }>(deleteEnded, { ...job, now })
    if (deleted?.is_apart === 1) payloadStore.delete(db, job.job_id)
    return deleted !== undefined
  },
}

const countLive = `
  SELECT coalesce(sum(count), 0) AS count FROM kernel_job_counts WHERE state IN ('queued', 'running')`
const countSchedules = `SELECT count(*) AS count FROM kernel_job_schedules WHERE enabled = 1`
const deleteAll = [
  'DELETE FROM kernel_job_requests',
  'DELETE FROM kernel_job_schedules',
  'DELETE FROM kernel_job_counts',
  'DELETE FROM kernel_job_payloads',
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
