import type { Clock, JobSchedules, JobQueueStore, JobUpkeepStore, Logger, NewJob, NewJobRecord } from '@svc/plugin'
import { ScheduleClock } from './schedule-clock.ts'
import { StoredJobSchedules } from './stored-job-schedules.ts'

export interface JobSchedulesOptions {
  store: JobQueueStore & JobUpkeepStore
  clock: Clock
  log: Logger
  /** Checks a job to be and fills in what it leaves open. @throws ValidationError, PayloadTooLargeError */
  newRecord(workspaceId: string, job: NewJob): NewJobRecord
  /** True for a kind whose plugin does not run. */
  isIdle(kind: string): boolean
}

export interface StartableJobSchedules {
  schedules: JobSchedules
  /** Times are fired from now on; in a server, never in a worker. */
  start(): void
  stop(): void
}

export function createJobSchedules(options: JobSchedulesOptions): StartableJobSchedules {
  const clock = new ScheduleClock(options)
  const schedules = new StoredJobSchedules({ ...options, onChanged: () => clock.onChanged() })
  return { schedules, start: () => clock.start(), stop: () => clock.stop() }
}
