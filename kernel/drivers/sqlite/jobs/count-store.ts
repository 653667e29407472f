import type { CountRow, WorkspaceDatabase } from '@svc/plugin'
import type { Pair } from './job-row-store.ts'

/** So many rows go into one statement, the most first. */
const addSizes = [4, 2, 1].map(rows => ({
  rows,
  sql: `INSERT INTO kernel_job_counts (queue, state, count) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')}
    ON CONFLICT (queue, state) DO UPDATE SET count = count + excluded.count`,
}))
const selectCounts = `SELECT queue, state, count FROM kernel_job_counts WHERE count > 0 ORDER BY queue`
const deleteEmpty = `DELETE FROM kernel_job_counts WHERE count <= 0`
const selectOldestBelow = `
  SELECT priority, run_at FROM kernel_jobs INDEXED BY kernel_jobs_ready WHERE ready = 1 AND queue = @queue AND kind = @kind AND priority < @below
  ORDER BY priority DESC, run_at LIMIT 1`
const aboveAnyPriority = 2 ** 31

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
  sweep(db: WorkspaceDatabase): void {
    db.run(deleteEmpty)
  },
  /** Since when the longest waiting job of the pair is due: one step along the index for each priority that is in use. */
  oldestReady(db: WorkspaceDatabase, pair: Pair): number | null {
    let oldest: number | null = null
    let below = aboveAnyPriority
    for (;;) {
      const next = db.get<{ priority: number; run_at: number }>(selectOldestBelow, {
        queue: pair.queue,
        kind: pair.kind,
        below,
      })
      if (next === undefined) return oldest
      oldest = Math.min(next.run_at, oldest ?? next.run_at)
      below = next.priority
    }
  },
}
