import type { JsonValue } from '../json-schema.ts'
import type { Page, PageQuery } from '../pages.ts'
import { defineService } from '../service.ts'

export type JobState = 'queued' | 'running' | 'succeeded' | 'cancelled' | 'dead'

/** A job as the API shows it. */
export interface Job {
  job_id: string
  queue: string
  kind: string
  state: JobState
  priority: number
  payload: JsonValue
  result: JsonValue
  error: { message: string } | null
  progress: number
  attempt: number
  max_attempts: number
  run_at: string
  worker_id: string | null
  lease_expires_at: string | null
  cancel_requested: boolean
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export interface NewJob {
  kind: string
  payload?: JsonValue
  queue?: string
  /** Higher first. */
  priority?: number
  run_at?: string
  max_attempts?: number
  /** While a job with this key is live, it is answered instead of a new one. */
  unique_key?: string
}

export interface JobFilter extends PageQuery {
  state?: JobState
  kind?: string
  queue?: string
}

/** Work that must not be lost. Execution is at least once; exactly one result is recorded. */
export interface JobQueue {
  enqueue(workspaceId: string, job: NewJob): Promise<{ job: Job; created: boolean }>
  get(workspaceId: string, jobId: string): Promise<Job | null>
  list(workspaceId: string, filter: JobFilter): Promise<Page<Job>>
  /** Queued: cancelled at once; running: its signal aborts. @throws NotFoundError, ConflictError */
  cancel(workspaceId: string, jobId: string): Promise<Job>
}

export const jobQueue = defineService<JobQueue>('core.jobs')
