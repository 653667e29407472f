import type { JobRecord, JobStore, ScheduleRecord } from '@svc/plugin'
import type { Bucket } from './start-limits.ts'

interface AnsweredRequest {
  body_hash: string
  expires_at: number
  job: JobRecord
  created: boolean
}

/** What a database would hold. Records are replaced, never changed, so a record that was answered stays as it was. */
export class MemoryJobs {
  readonly jobs = new Map<string, JobRecord>()
  readonly requests = new Map<string, AnsweredRequest>()
  readonly schedules = new Map<string, ScheduleRecord>()
  readonly buckets = new Map<string, Bucket>()
  /** By workspace: the number of the last claim there, so that the workspaces take turns. */
  readonly turns = new Map<string, number>()
  readonly workListeners: Parameters<JobStore['onWork']>[0][] = []
  readonly cancelListeners: Parameters<JobStore['onCancelRequested']>[0][] = []
}
