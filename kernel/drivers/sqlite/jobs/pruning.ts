import type { JobState } from '@svc/plugin'
import { countStore } from './count-store.ts'
import type { JobChange } from './job-change.ts'
import { pruneStore } from './prune-store.ts'
import { requestStore } from './request-store.ts'

const stepSize = 500

export interface PruneStep {
  state: JobState
  /** Jobs that ended before. */
  before: number
  /** The job that was looked at last. */
  after: string
}

/**
 * Looks at some jobs in the order in which they were made and deletes those that ended in time. A job made after `before` cannot have
 * ended before it, so the look stops there: its cost follows what is old, not what there is.
 */
export function pruneStep(change: JobChange, step: PruneStep): { deleted: number; next: PruneStep | null } {
  const { db, now } = change
  const jobs = pruneStore.ended(db, step.state, { after: step.after, count: stepSize })
  let deleted = 0
  let after = step.after
  for (const job of jobs) {
    if (job.created_at >= step.before) return { deleted, next: null }
    after = job.job_id
    if (job.finished_at === null || job.finished_at >= step.before) continue
    if (!pruneStore.delete(db, { job_id: job.job_id, state: step.state }, now)) continue
    change.counted(job.queue, step.state, -1)
    deleted += 1
  }
  return { deleted, next: jobs.length < stepSize ? null : { ...step, after } }
}

/** Answers that nobody can ask for any more, and the counts of queues that are no more. */
export function pruneRest({ db, now }: JobChange): void {
  requestStore.deleteExpired(db, now, stepSize)
  countStore.sweep(db)
}
