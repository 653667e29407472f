import { untouchedJob } from '@svc/plugin'
import type { JobRecord, JobState, NewJobRecord, WorkspaceDatabase } from '@svc/plugin'
import { jobFields } from '../../../jobs/queue-rules.ts'
import { payloadStore, standsApart } from './payload-store.ts'

/** A job as its table holds it; {@link recordOf} has the payload too where that stands apart. */
export type JobRow = Omit<JobRecord, 'workspace_id' | 'cancel_requested'> & { cancel_requested: number }

/** Without `ready`, which is this store's own: the job is queued and its time has come. */
const columns = jobFields.filter(field => field !== 'workspace_id')
export const jobColumns = columns.join(', ')

const insertJob = `
  INSERT INTO kernel_jobs (job_id, queue, kind, state, priority, payload, max_attempts, unique_key, run_at, created_at, ready)
  VALUES (@job_id, @queue, @kind, 'queued', @priority, @payload, @max_attempts, @unique_key, @run_at, @created_at, @ready)`
const insertStored = `
  INSERT INTO kernel_jobs (${jobColumns}, ready)
  VALUES (${columns.map(column => `@${column}`).join(', ')}, @ready)
  ON CONFLICT (job_id) DO NOTHING`
const selectJob = `SELECT ${jobColumns} FROM kernel_jobs WHERE job_id = ?`
const selectLiveByKey = `SELECT ${jobColumns} FROM kernel_jobs WHERE unique_key = ? AND state IN ('queued', 'running')`
const selectBatch = `SELECT rowid AS row, ${jobColumns} FROM kernel_jobs WHERE rowid > ? ORDER BY rowid LIMIT ?`

const filterable = ['kind', 'queue'] as const
export interface JobRowFilter {
  state?: JobState | undefined
  kind?: string | undefined
  queue?: string | undefined
}

/** Each state has an index of its own, which is known by these very words. */
const ofState: Record<JobState, string> = {
  queued: `state = 'queued'`,
  running: `state = 'running'`,
  succeeded: `state = 'succeeded' AND finished_at IS NOT NULL`,
  cancelled: `state = 'cancelled' AND finished_at IS NOT NULL`,
  dead: `state = 'dead' AND finished_at IS NOT NULL`,
}

/** One statement for each set of filters, made of constant words, so that each can use its index. */
function selectPage(filter: JobRowFilter, isFirst: boolean): string {
  const conditions = filterable.filter(column => filter[column] !== undefined).map(column => `${column} = @${column}`)
  if (filter.state !== undefined) conditions.push(ofState[filter.state])
  if (!isFirst) conditions.push('job_id < @before')
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return `SELECT ${jobColumns} FROM kernel_jobs${where} ORDER BY job_id DESC LIMIT @count`
}

export const jobRowStore = {
  insert(db: WorkspaceDatabase, job: NewJobRecord, now: number): JobRow {
    const { workspace_id: _workspace, request: _request, ...row } = job
    const isApart = payloadStore.isLong(job.payload)
    db.run(insertJob, { ...row, ...(isApart && { payload: standsApart }), ready: job.run_at <= now ? 1 : 0 })
    if (isApart) payloadStore.put(db, job.job_id, job.payload)
    return { ...row, ...untouchedJob, cancel_requested: 0 }
  },
  /** False when a job with this id is there. */
  insertStored(db: WorkspaceDatabase, job: JobRecord, now: number): boolean {
    const { workspace_id: _workspace, ...row } = job
    const isApart = payloadStore.isLong(job.payload)
    const flags = {
      cancel_requested: job.cancel_requested ? 1 : 0,
      ready: job.state === 'queued' && job.run_at <= now ? 1 : 0,
    }
    const stored = { ...row, ...(isApart && { payload: standsApart }), ...flags }
    if (db.run(insertStored, stored).changes !== 1) return false
    if (isApart) payloadStore.put(db, job.job_id, job.payload)
    return true
  },
  get(db: WorkspaceDatabase, jobId: string): JobRow | undefined {
    return db.get<JobRow>(selectJob, jobId)
  },
  liveByKey(db: WorkspaceDatabase, uniqueKey: string): JobRow | undefined {
    return db.get<JobRow>(selectLiveByKey, uniqueKey)
  },
  /** Newest first. */
  page(db: WorkspaceDatabase, filter: JobRowFilter, page: { count: number; before: string | null }): JobRow[] {
    const chosen = filterable.flatMap(column => (filter[column] === undefined ? [] : [[column, filter[column]]]))
    const params = { ...Object.fromEntries(chosen), count: page.count } as Record<string, string | number>
    if (page.before !== null) params.before = page.before
    return db.all<JobRow>(selectPage(filter, page.before === null), params)
  },
  /** In the order of the table. */
  batch(db: WorkspaceDatabase, after: number, count: number): (JobRow & { row: number })[] {
    return db.all<JobRow & { row: number }>(selectBatch, after, count)
  },
}

export function recordOf(db: WorkspaceDatabase, workspaceId: string, row: JobRow): JobRecord {
  return { ...recordOfRow(workspaceId, row), payload: payloadStore.read(db, row) }
}

/** The same without a payload that stands apart. */
export function recordOfRow(workspaceId: string, row: JobRow): JobRecord {
  return { workspace_id: workspaceId, ...row, cancel_requested: row.cancel_requested === 1 }
}

export const liveStates: ReadonlySet<JobState> = new Set(['queued', 'running'])

export interface RequestRow {
  key_hash: string
  body_hash: string
  job_id: string
  created: 0 | 1
  /** The job as it was answered, without its payload, which never changes. */
  answer: string
  expires_at: number
}

const selectRequest = `SELECT * FROM kernel_job_requests WHERE key_hash = @key_hash AND expires_at > @now`
const putRequest = `
  INSERT INTO kernel_job_requests (key_hash, body_hash, job_id, created, answer, expires_at)
  VALUES (@key_hash, @body_hash, @job_id, @created, @answer, @expires_at)
  ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, job_id = excluded.job_id, created = excluded.created,
    answer = excluded.answer, expires_at = excluded.expires_at`
const deleteExpired = `
  DELETE FROM kernel_job_requests WHERE key_hash IN (
    SELECT key_hash FROM kernel_job_requests WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit
  )`

/** Requests with an `Idempotency-Key`, kept in the transaction of the job they made. */
export const requestStore = {
  find(db: WorkspaceDatabase, keyHash: string, now: number): RequestRow | undefined {
    return db.get<RequestRow>(selectRequest, { key_hash: keyHash, now })
  },
  put(db: WorkspaceDatabase, row: RequestRow): void {
    db.run(putRequest, { ...row })
  },
  deleteExpired(db: WorkspaceDatabase, now: number, limit: number): number {
    return db.run(deleteExpired, { now, limit }).changes
  },
}

export function answerOf(job: JobRecord): string {
  return JSON.stringify({ ...job, payload: undefined })
}

/** The answer again, with the payload of the job as it is stored. */
export function answeredJob(row: RequestRow, payload: string): JobRecord {
  return { ...(JSON.parse(row.answer) as Omit<JobRecord, 'payload'>), payload }
}
