import type { JobRecord, JobState, ScheduleRecord, StoredJobs, WorkspaceDatabase } from '@svc/plugin'
import { atOnce } from '../../jobs/queue-rules.ts'
import { countStore, pruneStore } from './stores/upkeep-store.ts'
import type { JobChange } from './job-change.ts'
import { jobRowStore, liveStates, recordOf, requestStore } from './stores/job-row-store.ts'
import { scheduleStore } from './stores/schedule-store.ts'

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

/** Some answers that nobody can ask for any more, and the counts of queues that are no more. How many answers it were. */
export function pruneRest({ db, now }: JobChange): number {
  countStore.sweep(db)
  return requestStore.deleteExpired(db, now, stepSize)
}

export interface BatchPosition {
  row: number
  schedule: string
}

/** The next rows of a workspace; null at the end. */
export function nextBatch(
  db: WorkspaceDatabase,
  workspaceId: string,
  position: BatchPosition,
): { stored: StoredJobs; position: BatchPosition } | null {
  const rows = jobRowStore.batch(db, position.row, atOnce.exported)
  const schedules = scheduleStore.page(db, workspaceId, { count: atOnce.exported, after: position.schedule })
  if (rows.length === 0 && schedules.length === 0) return null
  const jobs = rows.map(({ row: _row, ...job }) => recordOf(db, workspaceId, job))
  return {
    stored: { jobs, schedules },
    position: { row: rows.at(-1)?.row ?? position.row, schedule: schedules.at(-1)?.name ?? position.schedule },
  }
}

/** False when the job is there already. */
export function importJob(change: JobChange, job: JobRecord): boolean {
  const { db, now } = change
  const isLive = liveStates.has(job.state)
  // Two live jobs with one key cannot be; work must not be lost for it, so the one that comes does without.
  const isTaken = isLive && job.unique_key !== null && jobRowStore.liveByKey(db, job.unique_key) !== undefined
  const wasAdded = jobRowStore.insertStored(db, isTaken ? { ...job, unique_key: null } : job, now)
  if (wasAdded) change.stored(null, { ...job, cancel_requested: job.cancel_requested ? 1 : 0 })
  return wasAdded
}

/** False when the schedule is there already. */
export function importSchedule(change: JobChange, schedule: ScheduleRecord): boolean {
  const wasAdded = scheduleStore.insertStored(change.db, schedule)
  if (wasAdded) change.saw('schedules', scheduleStore.next(change.db))
  return wasAdded
}
