import type { Job, JobFilter, JobState, JsonValue, WorkspaceDatabase } from '@svc/plugin'

/** A job as its table holds it; times are milliseconds since the epoch, documents are JSON text. */
export interface JobRow {
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
  claim_token: string | null
  lease_expires_at: number | null
  cancel_requested: number
  created_at: number
  started_at: number | null
  finished_at: number | null
}

export type NewJobRow = Pick<
  JobRow,
  'job_id' | 'queue' | 'kind' | 'priority' | 'payload' | 'max_attempts' | 'unique_key' | 'run_at' | 'created_at'
>

/** Names one claim: every write of the attempt carries it, so that an attempt that lost its job changes nothing. */
export interface Claim {
  job_id: string
  claim_token: string
}

const insertJob = `
  INSERT INTO kernel_jobs (job_id, queue, kind, state, priority, payload, max_attempts, unique_key, run_at, created_at)
  VALUES (@job_id, @queue, @kind, 'queued', @priority, @payload, @max_attempts, @unique_key, @run_at, @created_at)
  RETURNING *`
const selectLiveByKey = `SELECT * FROM kernel_jobs WHERE unique_key = ? AND state IN ('queued', 'running')`
const selectJob = `SELECT * FROM kernel_jobs WHERE job_id = ?`
const claimNext = `
  UPDATE kernel_jobs SET state = 'running', attempt = attempt + 1, progress = 0, error = NULL, worker_id = @worker_id,
    claim_token = @claim_token, lease_expires_at = @lease_expires_at, started_at = @now
  WHERE job_id = (
    SELECT job_id FROM kernel_jobs
    WHERE state = 'queued' AND run_at <= @now AND kind IN (SELECT value FROM json_each(@kinds))
    ORDER BY priority DESC, run_at, job_id LIMIT 1
  ) RETURNING *`
const selectNextDue = `
  SELECT min(run_at) AS run_at FROM kernel_jobs WHERE state = 'queued' AND kind IN (SELECT value FROM json_each(?))`
const selectAnyLive = `SELECT 1 AS live FROM kernel_jobs WHERE state IN ('queued', 'running') LIMIT 1`
const renewLease = `
  UPDATE kernel_jobs SET lease_expires_at = @lease_expires_at, progress = @progress
  WHERE job_id = @job_id AND claim_token = @claim_token AND state = 'running'`
const finishSucceeded = `
  UPDATE kernel_jobs SET state = 'succeeded', result = @result, progress = 1, finished_at = @now, worker_id = NULL,
    claim_token = NULL, lease_expires_at = NULL
  WHERE job_id = @job_id AND claim_token = @claim_token AND state = 'running'`
const finishFailed = `
  UPDATE kernel_jobs SET
    state = CASE WHEN cancel_requested = 1 THEN 'cancelled' WHEN @retry = 0 OR attempt >= max_attempts THEN 'dead' ELSE 'queued' END,
    finished_at = CASE WHEN cancel_requested = 1 OR @retry = 0 OR attempt >= max_attempts THEN @now END,
    error = @error, run_at = @run_at, worker_id = NULL, claim_token = NULL, lease_expires_at = NULL
  WHERE job_id = @job_id AND claim_token = @claim_token AND state = 'running'`
const giveBack = `
  UPDATE kernel_jobs SET state = CASE WHEN cancel_requested = 1 THEN 'cancelled' ELSE 'queued' END,
    finished_at = CASE WHEN cancel_requested = 1 THEN @now END,
    attempt = attempt - 1, started_at = NULL, progress = 0, worker_id = NULL, claim_token = NULL, lease_expires_at = NULL
  WHERE job_id = @job_id AND claim_token = @claim_token AND state = 'running'`
const reclaimOrphans = `
  UPDATE kernel_jobs SET
    state = CASE WHEN cancel_requested = 1 THEN 'cancelled' WHEN attempt >= max_attempts THEN 'dead' ELSE 'queued' END,
    finished_at = CASE WHEN cancel_requested = 1 OR attempt >= max_attempts THEN @now END,
    error = @error, run_at = @now, worker_id = NULL, claim_token = NULL, lease_expires_at = NULL
  WHERE state = 'running' AND worker_id <> @worker_id`
const cancelQueued = `
  UPDATE kernel_jobs SET state = 'cancelled', cancel_requested = 1, finished_at = @now
  WHERE job_id = @job_id AND state = 'queued'`
const requestCancel = `UPDATE kernel_jobs SET cancel_requested = 1 WHERE job_id = ? AND state = 'running'`

const filterable = ['state', 'kind', 'queue'] as const

/** One statement for each set of filters, made of constant words, so that each can use its index. */
function selectPage(filter: JobFilter, isFirst: boolean): string {
  const conditions = filterable.filter(column => filter[column] !== undefined).map(column => `${column} = @${column}`)
  if (!isFirst) conditions.push('job_id < @before')
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return `SELECT * FROM kernel_jobs${where} ORDER BY job_id DESC LIMIT @count`
}

export const jobStore = {
  insert(db: WorkspaceDatabase, job: NewJobRow): JobRow {
    return db.get<JobRow>(insertJob, { ...job }) as JobRow
  },
  liveByKey(db: WorkspaceDatabase, uniqueKey: string): JobRow | undefined {
    return db.get<JobRow>(selectLiveByKey, uniqueKey)
  },
  get(db: WorkspaceDatabase, jobId: string): JobRow | undefined {
    return db.get<JobRow>(selectJob, jobId)
  },
  /** Newest first, `count` rows at the most. */
  page(db: WorkspaceDatabase, filter: JobFilter, count: number, before: string | null): JobRow[] {
    const chosen = filterable.flatMap(column => (filter[column] === undefined ? [] : [[column, filter[column]]]))
    const cursor = before === null ? {} : { before }
    const params: Record<string, string | number> = { ...Object.fromEntries(chosen), ...cursor, count }
    return db.all<JobRow>(selectPage(filter, before === null), params)
  },
  /** Takes the next job that is due, of the highest priority: one statement, so that no two workers can take the same. */
  claim(
    db: WorkspaceDatabase,
    claim: { kinds: string; worker_id: string; claim_token: string; lease_expires_at: number; now: number },
  ): JobRow | undefined {
    return db.get<JobRow>(claimNext, claim)
  },
  /** When the next job of these kinds is due, or null. */
  nextDue(db: WorkspaceDatabase, kinds: string): number | null {
    return db.get<{ run_at: number | null }>(selectNextDue, kinds)?.run_at ?? null
  },
  hasLive(db: WorkspaceDatabase): boolean {
    return db.get(selectAnyLive) !== undefined
  },
  /** False when the claim is not valid any more. */
  renew(db: WorkspaceDatabase, claim: Claim & { lease_expires_at: number; progress: number }): boolean {
    return db.run(renewLease, { ...claim }).changes === 1
  },
  succeed(db: WorkspaceDatabase, claim: Claim & { result: string; now: number }): boolean {
    return db.run(finishSucceeded, { ...claim }).changes === 1
  },
  fail(db: WorkspaceDatabase, claim: Claim & { error: string; retry: 0 | 1; run_at: number; now: number }): boolean {
    return db.run(finishFailed, { ...claim }).changes === 1
  },
  /** Back to the queue, the attempt not counted. */
  giveBack(db: WorkspaceDatabase, claim: Claim & { now: number }): boolean {
    return db.run(giveBack, { ...claim }).changes === 1
  },
  /** Takes jobs back from processes that are gone; their attempt counts. */
  reclaim(db: WorkspaceDatabase, params: { worker_id: string; now: number; error: string }): number {
    return db.run(reclaimOrphans, params).changes
  },
  cancelQueued(db: WorkspaceDatabase, jobId: string, now: number): boolean {
    return db.run(cancelQueued, { job_id: jobId, now }).changes === 1
  },
  requestCancel(db: WorkspaceDatabase, jobId: string): boolean {
    return db.run(requestCancel, jobId).changes === 1
  },
}

function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : timestamp(milliseconds)
}

/** The job as the API shows it. */
export function jobOf(row: JobRow): Job {
  return {
    job_id: row.job_id,
    queue: row.queue,
    kind: row.kind,
    state: row.state,
    priority: row.priority,
    payload: JSON.parse(row.payload) as JsonValue,
    result: row.result === null ? null : (JSON.parse(row.result) as JsonValue),
    error: row.error === null ? null : { message: row.error },
    progress: row.progress,
    attempt: row.attempt,
    max_attempts: row.max_attempts,
    run_at: timestamp(row.run_at),
    worker_id: row.worker_id,
    lease_expires_at: timestampOrNull(row.lease_expires_at),
    cancel_requested: row.cancel_requested === 1,
    created_at: timestamp(row.created_at),
    started_at: timestampOrNull(row.started_at),
    finished_at: timestampOrNull(row.finished_at),
  }
}
