import type { RedriveFilter, WorkspaceDatabase } from '@svc/plugin'
import { jobColumns } from './job-row-store.ts'
import type { JobRow } from './job-row-store.ts'

interface ClaimKey {
  job_id: string
  claim_token: string
}

const isOurs = `job_id = @job_id AND claim_token = @claim_token AND state = 'running'`
const succeed = `
  UPDATE kernel_jobs SET state = 'succeeded', result = @result, progress = 1, finished_at = @now, worker_id = NULL,
    lease_expires_at = NULL
  WHERE ${isOurs} RETURNING ${jobColumns}`
// The plus keeps SQLite from reading all that runs for each.
const succeedMany = `
  UPDATE kernel_jobs SET state = 'succeeded', result = value ->> 2, progress = 1, finished_at = @now, worker_id = NULL,
    lease_expires_at = NULL
  FROM json_each(@claims)
  WHERE job_id = value ->> 0 AND claim_token = value ->> 1 AND +state = 'running' RETURNING ${jobColumns}`
const fail = `
  UPDATE kernel_jobs SET
    state = CASE WHEN cancel_requested = 1 THEN 'cancelled' WHEN @retry = 0 OR attempt >= max_attempts THEN 'dead' ELSE 'queued' END,
    finished_at = CASE WHEN cancel_requested = 1 OR @retry = 0 OR attempt >= max_attempts THEN @now END,
    ready = CASE WHEN cancel_requested = 1 OR @retry = 0 OR attempt >= max_attempts THEN 0 ELSE @run_at <= @now END,
    run_at = CASE WHEN cancel_requested = 1 OR @retry = 0 OR attempt >= max_attempts THEN run_at ELSE @run_at END,
    error = @error, worker_id = NULL, lease_expires_at = NULL
  WHERE ${isOurs} RETURNING ${jobColumns}`
const giveBack = `
  UPDATE kernel_jobs SET state = CASE WHEN cancel_requested = 1 THEN 'cancelled' ELSE 'queued' END,
    finished_at = CASE WHEN cancel_requested = 1 THEN @now END,
    ready = CASE WHEN cancel_requested = 1 THEN 0 ELSE coalesce(@run_at <= @now, 1) END, run_at = coalesce(@run_at, min(run_at, @now)),
    attempt = attempt - 1, started_at = NULL, progress = 0, worker_id = NULL, lease_expires_at = NULL
  WHERE ${isOurs} RETURNING ${jobColumns}`
const renew = `
  UPDATE kernel_jobs SET lease_expires_at = @lease_expires_at, progress = coalesce(@progress, progress)
  WHERE ${isOurs} RETURNING cancel_requested`
const cancelQueued = `
  UPDATE kernel_jobs SET state = 'cancelled', ready = 0, cancel_requested = 1, finished_at = @now
  WHERE job_id = @job_id AND state = 'queued' RETURNING ${jobColumns}`
const requestCancel = `
  UPDATE kernel_jobs SET cancel_requested = 1 WHERE job_id = ? AND state = 'running' RETURNING ${jobColumns}`
const endAll = `
  UPDATE kernel_jobs SET state = 'cancelled', ready = 0, cancel_requested = 1, finished_at = @now, worker_id = NULL,
    lease_expires_at = NULL
  WHERE state = @state RETURNING ${jobColumns}`
const queuedAnew = `
  UPDATE kernel_jobs SET state = 'queued', ready = 1, attempt = 0, error = NULL, result = NULL, progress = 0,
    cancel_requested = 0, run_at = @now, started_at = NULL, finished_at = NULL`
const retry = `${queuedAnew}
  WHERE job_id = @job_id AND state IN ('dead', 'cancelled') RETURNING ${jobColumns}`
const redriveOne = `${queuedAnew} WHERE job_id = @job_id AND state = 'dead' RETURNING ${jobColumns}`

const redriveable = ['queue', 'kind'] as const

export interface DeadJob {
  job_id: string
  kind: string
  unique_key: string | null
}

/** Dead jobs, the oldest first, of one queue or kind or of all. */
export function selectDead(filter: Pick<RedriveFilter, 'queue' | 'kind'>): string {
  const conditions = redriveable
    .filter(column => filter[column] !== undefined)
    .map(column => `AND ${column} = @${column}`)
  return `SELECT job_id, kind, unique_key FROM kernel_jobs WHERE state = 'dead' AND finished_at IS NOT NULL AND job_id > @after ${conditions.join(' ')}
    ORDER BY job_id LIMIT @count`
}

/** The parameters of {@link isOurs}, and nothing else of a settlement: SQLite refuses names that no statement has. */
function keyOf({ job_id, claim_token }: ClaimKey): ClaimKey {
  return { job_id, claim_token }
}

/** How claims end, and what people do to jobs. Every write of a claim names its token. */
export const settleStore = {
  succeed(db: WorkspaceDatabase, claim: ClaimKey, params: { result: string; now: number }): JobRow | undefined {
    return db.get<JobRow>(succeed, { ...keyOf(claim), ...params })
  },
  /** In no order. */
  succeedMany(db: WorkspaceDatabase, claims: readonly (ClaimKey & { result: string })[], now: number): JobRow[] {
    const values = claims.map(({ job_id, claim_token, result }) => [job_id, claim_token, result])
    return db.all<JobRow>(succeedMany, { claims: JSON.stringify(values), now })
  },
  fail(
    db: WorkspaceDatabase,
    claim: ClaimKey,
    params: { error: string; retry: 0 | 1; run_at: number; now: number },
  ): JobRow | undefined {
    return db.get<JobRow>(fail, { ...keyOf(claim), ...params })
  },
  /** All that are in one of these states are cancelled. */
  endAll(db: WorkspaceDatabase, state: 'queued' | 'running', now: number): JobRow[] {
    return db.all<JobRow>(endAll, { state, now })
  },
  giveBack(db: WorkspaceDatabase, claim: ClaimKey & { run_at?: number }, now: number): JobRow | undefined {
    return db.get<JobRow>(giveBack, { ...keyOf(claim), run_at: claim.run_at ?? null, now })
  },
  renew(
    db: WorkspaceDatabase,
    claim: ClaimKey,
    params: { lease_expires_at: number; progress: number | null },
  ): { cancel_requested: number } | undefined {
    return db.get<{ cancel_requested: number }>(renew, { ...keyOf(claim), ...params })
  },
  cancelQueued(db: WorkspaceDatabase, jobId: string, now: number): JobRow | undefined {
    return db.get<JobRow>(cancelQueued, { job_id: jobId, now })
  },
  requestCancel(db: WorkspaceDatabase, jobId: string): JobRow | undefined {
    return db.get<JobRow>(requestCancel, jobId)
  },
  retry(db: WorkspaceDatabase, jobId: string, now: number): JobRow | undefined {
    return db.get<JobRow>(retry, { job_id: jobId, now })
  },
  dead(
    db: WorkspaceDatabase,
    filter: Pick<RedriveFilter, 'queue' | 'kind'>,
    page: { after: string; count: number },
  ): DeadJob[] {
    const chosen = redriveable.flatMap(column => (filter[column] === undefined ? [] : [[column, filter[column]]]))
    return db.all<DeadJob>(selectDead(filter), { ...(Object.fromEntries(chosen) as Record<string, string>), ...page })
  },
  redrive(db: WorkspaceDatabase, jobId: string, now: number): JobRow | undefined {
    return db.get<JobRow>(redriveOne, { job_id: jobId, now })
  },
}
