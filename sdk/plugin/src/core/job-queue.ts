import type { IdempotentRequest } from '../http.ts'
import type { JsonLike, JsonValue } from '../json-schema.ts'
import type { Page, PageQuery } from '../pages.ts'
import { defineService } from '../service.ts'

export type JobState = 'queued' | 'running' | 'succeeded' | 'cancelled' | 'dead'

/** A job as the API shows it; its kind says what `Result` is, which is null until it has succeeded. */
export interface Job<Result = JsonValue> {
  job_id: string
  queue: string
  kind: string
  state: JobState
  priority: number
  payload: JsonValue
  result: Result
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
  payload?: JsonLike
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

/** How many jobs there are; `oldest_queued_at` is the `run_at` of the job that has been due for longest. */
export interface JobStats {
  states: Record<JobState, number>
  /** By name, at most 1,000: those with jobs that wait or run before those whose jobs have ended. */
  queues: (Record<JobState, number> & { queue: string; oldest_queued_at: string | null })[]
  /** Queues beyond these; `states` has their jobs. */
  queues_left_out: number
  oldest_queued_at: string | null
}

export interface RedriveFilter {
  kind?: string
  queue?: string
  /** 1..1000; 100 when left out. */
  limit?: number
  except_kinds?: readonly string[]
}

/** Work that must not be lost. Execution is at least once; exactly one result is recorded. */
export interface JobQueue {
  /** Kinds whose jobs only their plugin makes and only our own workers run, because they carry somebody's rights. */
  readonly pluginKinds: readonly string[]
  /**
   * With `request` the job and its idempotency record are written together; `replayed`: the same request was answered before.
   * @throws ValidationError; UnprocessableError `idempotency_mismatch`
   */
  enqueue(
    workspaceId: string,
    job: NewJob,
    request?: IdempotentRequest,
  ): Promise<{ job: Job; created: boolean; replayed?: boolean }>
  get(workspaceId: string, jobId: string): Promise<Job | null>
  /** Newest first. A page of large jobs may end before `limit`. */
  list(workspaceId: string, filter: JobFilter): Promise<Page<Job>>
  stats(workspaceId: string): Promise<JobStats>
  /** Queued: cancelled at once; running: its signal aborts. @throws NotFoundError, ConflictError */
  cancel(workspaceId: string, jobId: string): Promise<Job>
  /** `dead` or `cancelled` to `queued`, attempts counted anew. @throws NotFoundError, ConflictError */
  retry(workspaceId: string, jobId: string): Promise<Job>
  /** Dead jobs back to the queue, the oldest first. */
  redrive(workspaceId: string, filter: RedriveFilter): Promise<{ redriven: number }>
}

export const jobQueue = defineService<JobQueue>('core.jobs')

/** What a schedule does about times that passed while nothing could fire: one run for all of them, or none. */
export type Misfire = 'run_once' | 'skip'

export interface NewJobSchedule {
  /** Five or six cron fields, or `@hourly` and its like. */
  cron: string
  /** IANA name; `UTC` when left out. */
  timezone?: string
  misfire?: Misfire
  enabled?: boolean
  job: Omit<NewJob, 'run_at' | 'unique_key'>
}

export interface JobSchedule {
  name: string
  cron: string
  timezone: string
  misfire: Misfire
  enabled: boolean
  job: Omit<NewJob, 'run_at' | 'unique_key'>
  /** Null while it is not enabled, or when no time follows. */
  next_run_at: string | null
  last_run_at: string | null
  last_job_id: string | null
  created_at: string
  updated_at: string
}

/** Jobs that recur. Each time of a schedule makes one job, also across restarts and several servers. */
export interface JobSchedules {
  /** Makes or replaces the schedule of that name. @throws ValidationError */
  put(workspaceId: string, name: string, schedule: NewJobSchedule): Promise<{ schedule: JobSchedule; created: boolean }>
  get(workspaceId: string, name: string): Promise<JobSchedule | null>
  list(workspaceId: string, page: PageQuery): Promise<Page<JobSchedule>>
  /** False when there was none. */
  delete(workspaceId: string, name: string): Promise<boolean>
}

export const jobSchedules = defineService<JobSchedules>('core.job-schedules')
