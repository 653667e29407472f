import type { JobFilter, JobState, JobStats, RedriveFilter } from '../index.ts'

/** A job as a store holds it; times are milliseconds since the epoch, documents are JSON text. */
export interface JobRecord {
  workspace_id: string
  job_id: string
  queue: string
  kind: string
  state: JobState
  priority: number
  payload: string
  result: string | null
  error: string | null
  progress: number
  attempt: number
  max_attempts: number
  unique_key: string | null
  run_at: number
  worker_id: string | null
  /** The token of the last claim; kept after its end, so that the same call made twice gets the same answer. */
  claim_token: string | null
  lease_expires_at: number | null
  cancel_requested: boolean
  created_at: number
  started_at: number | null
  finished_at: number | null
}

export interface NewJobRecord extends Pick<
  JobRecord,
  | 'workspace_id'
  | 'job_id'
  | 'kind'
  | 'queue'
  | 'priority'
  | 'payload'
  | 'max_attempts'
  | 'unique_key'
  | 'run_at'
  | 'created_at'
> {
  /** An `Idempotency-Key` of the request, hashed with its caller: its answer is kept in the job's own transaction. */
  request?: { key_hash: string; body_hash: string; expires_at: number }
}

export type EnqueueAnswer =
  | { type: 'created'; job: JobRecord }
  /** A live job has the same unique key. */
  | { type: 'existing'; job: JobRecord }
  /** The same request was answered before: with this job, as it was then. */
  | { type: 'replayed'; job: JobRecord; created: boolean }
  /** The idempotency key was used with another body. */
  | { type: 'mismatch' }

export interface ClaimRequest {
  /** Null: of all workspaces, in turn. */
  workspaceId: string | null
  worker_id: string
  /** Null: any. */
  kinds: readonly string[] | null
  /** None of these, whatever `kinds` says: workers from outside are not given what only the server may run. */
  except_kinds?: readonly string[]
  queues: readonly string[] | null
  limit: number
  lease_ms: number
}

/** Names one claim: every write of the attempt carries it, so that an attempt that lost its job changes nothing. */
export interface Claim {
  workspace_id: string
  job_id: string
  claim_token: string
}

export type Settlement = Claim &
  (
    | { type: 'succeeded'; result: string }
    /** To `queued` at `run_at`, or to `dead`, or to `cancelled` when that was asked for. */
    | { type: 'failed'; error: string; retry: boolean; run_at: number }
    /** Its worker stops, or it cannot go on now: to `queued` again, at `run_at` if there is one, the attempt not counted. */
    | { type: 'given_back'; run_at?: number }
  )

export type SettleAnswer =
  | { type: 'accepted'; job: JobRecord }
  /** The same settlement with the same token came before; nothing changed. */
  | { type: 'repeated'; job: JobRecord }
  /** Another claim came in between; nothing changed. */
  | { type: 'lost'; job: JobRecord }
  /** Not running: never claimed, or ended otherwise; nothing changed. */
  | { type: 'wrong_state'; job: JobRecord }
  | { type: 'missing' }

export type Renewal = Claim & { lease_ms: number; progress: number | null }

export type RenewAnswer =
  | { type: 'renewed'; lease_expires_at: number; cancel_requested: boolean }
  | Exclude<SettleAnswer, { type: 'accepted' | 'repeated' }>

/** A change to one job that only fits some states. */
export type ChangeAnswer =
  | { type: 'changed'; job: JobRecord }
  | { type: 'wrong_state'; job: JobRecord }
  /** It cannot be queued again: `job`, another one with its unique key, is live. */
  | { type: 'key_taken'; job: JobRecord }
  | { type: 'missing' }

export interface QueueLimit {
  /** Jobs at a time, over all workers. */
  concurrency?: number
  /** Starts in a time, over all workers; a token bucket that a restart does not refill. */
  rate?: { limit: number; per_ms: number }
}

/** Limits by queue name and by kind, and of what one workspace can make a store do at once. */
export interface JobLimits {
  queues: Readonly<Record<string, QueueLimit>>
  kinds: Readonly<Record<string, Pick<QueueLimit, 'concurrency'>>>
  /** Bytes of payloads that one claim answers, unless the first job alone has more; any number when left out. */
  claimBytes?: number
  /** Pairs of queue and kind of which a workspace may have live jobs; any number when left out. One more job is refused with a RateLimitedError. */
  livePairs?: number
}

export interface ScheduleRecord {
  workspace_id: string
  name: string
  cron: string
  timezone: string
  misfire: 'run_once' | 'skip'
  enabled: boolean
  /** JSON of the job to make. */
  job: string
  next_run_at: number | null
  last_run_at: number | null
  last_job_id: string | null
  created_at: number
  updated_at: number
}

export interface StoredJobs {
  jobs: JobRecord[]
  schedules: ScheduleRecord[]
}

/** The queue as handlers and the API use it, in every process. */
export interface JobQueueStore {
  /** Many callers at once share a commit. Answers are in the order of `jobs`. */
  enqueue(jobs: readonly NewJobRecord[]): Promise<EnqueueAnswer[]>
  get(workspaceId: string, jobId: string): Promise<JobRecord | null>
  /** Newest first; jobs with an id below `before`. */
  list(
    workspaceId: string,
    filter: Omit<JobFilter, 'limit' | 'cursor'>,
    page: { count: number; before: string | null },
  ): Promise<JobRecord[]>
  stats(workspaceId: string): Promise<JobStats>
  cancel(workspaceId: string, jobId: string): Promise<ChangeAnswer>
  retry(workspaceId: string, jobId: string): Promise<ChangeAnswer>
  /** How many went back to the queue; a job whose unique key is taken stays where it is. */
  redrive(
    workspaceId: string,
    filter: RedriveFilter & { limit: number; except_kinds?: readonly string[] },
  ): Promise<number>
  /**
   * A schedule that is there keeps `created_at`, `last_run_at` and `last_job_id`, and its `next_run_at` unless `cron`, `timezone` or
   * `enabled` differ: to put the same again neither loses a time nor repeats one.
   */
  putSchedule(schedule: ScheduleRecord): Promise<{ created: boolean; schedule: ScheduleRecord }>
  getSchedule(workspaceId: string, name: string): Promise<ScheduleRecord | null>
  listSchedules(workspaceId: string, page: { count: number; after: string | null }): Promise<ScheduleRecord[]>
  deleteSchedule(workspaceId: string, name: string): Promise<boolean>
  /** Depth, age and running by queue over everything that is live, for metrics. */
  depth(): Promise<{ queue: string; queued: number; running: number; dead: number; oldest_queued_at: number | null }[]>
}

/** What workers need: taking jobs, and saying how they ended. */
export interface JobClaimStore {
  /**
   * One `UPDATE … RETURNING`: highest priority first, then the oldest `run_at`. The attempt counts from here. Never more than the
   * limits allow. A lease that ended, or that ends impossibly far ahead because the clock went back, is not waited for.
   */
  claim(request: ClaimRequest): Promise<JobRecord[]>
  /** In the order of `settlements`. */
  settle(settlements: readonly Settlement[]): Promise<SettleAnswer[]>
  /** Both in one transaction where they meet in one place: a busy worker pays for one commit instead of two. */
  exchange(
    settlements: readonly Settlement[],
    request: ClaimRequest,
  ): Promise<{ settled: SettleAnswer[]; claimed: JobRecord[] }>
  /** Progress is kept; `null` leaves it. */
  renew(renewals: readonly Renewal[]): Promise<RenewAnswer[]>
  /** Takes back jobs whose lease has run out, at most `limit` of them: to `queued`, or `dead` when the attempts are used up. */
  reclaim(limit: number): Promise<number>
  /** When the next thing falls due that nobody will be woken for: a delayed job, a lease, a token of a limit. Null: nothing. */
  nextDue(): Promise<number | null>
  /** Calls back when there may be work: after a commit here, or when another process announces some. Null: in any workspace. */
  onWork(listener: (workspaceId: string | null) => void): void
  /** Calls back when the cancel of a running job was asked for; with null when that may have been missed. */
  onCancelRequested(listener: (job: { workspace_id: string; job_id: string } | null) => void): void
}

/** What the server does by itself: old jobs, schedules that fall due, moves and backups. */
export interface JobUpkeepStore {
  /** Takes back at once what processes with this prefix of `worker_id` left behind, `except` this one; the attempt counts. */
  reclaimWorkers(prefix: string, except: string): Promise<number>
  /**
   * Deletes what ended before these times and is not needed for a replayed answer, and records of requests that are kept no longer:
   * bounded work per call. It is called again until nothing was left: resolves with how many it has deleted.
   */
  prune(before: { succeeded: number; failed: number }): Promise<number>
  /** Schedules whose time has come, of all workspaces. */
  dueSchedules(limit: number): Promise<ScheduleRecord[]>
  /** The workspaces that have schedules with a next time. */
  scheduledWorkspaces(): Promise<string[]>
  /** When the next schedule of all workspaces is due; null when none is enabled. */
  nextScheduleAt(): Promise<number | null>
  /** Makes the job (or none) and moves the schedule on, in one transaction, unless another process did: then false. */
  fire(due: ScheduleRecord, next: { next_run_at: number | null; job: NewJobRecord | null }): Promise<boolean>
  /**
   * For a workspace that is about to be deleted: its schedules go, what waits is cancelled, what runs is asked to stop and its outcome
   * dropped. No event says so.
   */
  endWorkspace(workspaceId: string): Promise<void>
  /** All rows in batches, for a move to another store and for a backup. */
  export(): AsyncIterable<StoredJobs>
  /** Rows that are there already are left as they are. */
  import(rows: StoredJobs): Promise<{ jobs: number; schedules: number }>
}

/**
 * Where jobs are kept. Every driver keeps one promise (`describeJobStore` in `@svc/plugin/testing`). Every method is atomic, and what
 * it acknowledged is durable. Each change of a job's state appends its `job.*` event in the same transaction. `now` comes from the
 * clock the store was made with.
 */
export interface JobStore extends JobQueueStore, JobClaimStore, JobUpkeepStore {
  /** The id of its driver. */
  readonly driver: string
  close(): Promise<void>
}
