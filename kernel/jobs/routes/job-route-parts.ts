import type { Clock, Job, JobQueue, JobSchedules, NewJob } from '@svc/plugin'
import type { JobSource } from '../job-source.ts'
import type { JobRecord, JobStore, NewJobRecord } from '../contract/job-store.ts'
import type { JobAccess } from './job-access.ts'

/** What the routes are made over. */
export interface JobRouteParts {
  store: JobStore
  queue: JobQueue
  schedules: JobSchedules
  access: JobAccess
  /** The store with the waiting for work. */
  source: JobSource
  /** Aborts when the server stops: nobody waits any longer, and nothing more is handed out. */
  stopping: AbortSignal
  clock: Clock
  /** Checks a job to be and fills in what it leaves open. @throws ValidationError, PayloadTooLargeError */
  newRecord(workspaceId: string, job: NewJob): NewJobRecord
  jobOf(record: JobRecord): Job
}
