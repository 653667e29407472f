import type { JobRecord, ScheduleRecord, StoredJobs, WorkspaceDatabase } from '@svc/plugin'
import type { JobChange } from './job-change.ts'
import { jobRowStore, liveStates, recordOf } from './job-row-store.ts'
import { scheduleStore } from './schedule-store.ts'

const batchSize = 500

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
  const rows = jobRowStore.batch(db, position.row, batchSize)
  const schedules = scheduleStore.page(db, workspaceId, { count: batchSize, after: position.schedule })
  if (rows.length === 0 && schedules.length === 0) return null
  const jobs = rows.map(({ row: _row, ...job }) => recordOf(workspaceId, job))
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
