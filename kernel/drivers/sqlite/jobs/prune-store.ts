import type { JobState, WorkspaceDatabase } from '@svc/plugin'

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
    AND NOT EXISTS (SELECT 1 FROM kernel_job_requests AS r WHERE r.job_id = kernel_jobs.job_id AND r.expires_at > @now)`

/** What ended long ago, in the order in which it was made. */
export const pruneStore = {
  ended(db: WorkspaceDatabase, state: JobState, page: { after: string; count: number }): EndedJob[] {
    return db.all<EndedJob>(selectEnded, { state, ...page })
  },
  delete(db: WorkspaceDatabase, job: { job_id: string; state: JobState }, now: number): boolean {
    return db.run(deleteEnded, { ...job, now }).changes === 1
  },
}
