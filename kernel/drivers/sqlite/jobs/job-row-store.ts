import type { JobRecord, JobState, NewJobRecord, WorkspaceDatabase } from '@svc/plugin'

/** A job as its table holds it. */
export type JobRow = Omit<JobRecord, 'workspace_id' | 'cancel_requested'> & { cancel_requested: number }

/** A queue and a kind that jobs wait for. */
export interface Pair {
  queue: string
  kind: string
}

/** Without `ready`, which is this store's own: the job is queued and its time has come. */
export const jobColumns = `job_id, queue, kind, state, priority, payload, result, error, progress, attempt, max_attempts,
  unique_key, run_at, worker_id, claim_token, lease_expires_at, cancel_requested, created_at, started_at, finished_at`

const insertJob = `
  INSERT INTO kernel_jobs (job_id, queue, kind, state, priority, payload, max_attempts, unique_key, run_at, created_at, ready)
  VALUES (@job_id, @queue, @kind, 'queued', @priority, @payload, @max_attempts, @unique_key, @run_at, @created_at, @ready)`
/** What a job has that nobody has claimed yet. */
const untouched = {
  state: 'queued',
  result: null,
  error: null,
  progress: 0,
  attempt: 0,
  worker_id: null,
  claim_token: null,
  lease_expires_at: null,
  cancel_requested: 0,
  started_at: null,
  finished_at: null,
} as const
const insertStored = `
  INSERT INTO kernel_jobs (${jobColumns}, ready)
  VALUES (@job_id, @queue, @kind, @state, @priority, @payload, @result, @error, @progress, @attempt, @max_attempts,
    @unique_key, @run_at, @worker_id, @claim_token, @lease_expires_at, @cancel_requested, @created_at, @started_at,
    @finished_at, @ready)
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
    db.run(insertJob, { ...row, ready: job.run_at <= now ? 1 : 0 })
    return { ...row, ...untouched }
  },
  /** False when a job with this id is there. */
  insertStored(db: WorkspaceDatabase, job: JobRecord, now: number): boolean {
    const { workspace_id: _workspace, ...row } = job
    const flags = {
      cancel_requested: job.cancel_requested ? 1 : 0,
      ready: job.state === 'queued' && job.run_at <= now ? 1 : 0,
    }
    return db.run(insertStored, { ...row, ...flags }).changes === 1
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

export function recordOf(workspaceId: string, row: JobRow): JobRecord {
  return { workspace_id: workspaceId, ...row, cancel_requested: row.cancel_requested === 1 }
}

export const liveStates: ReadonlySet<JobState> = new Set(['queued', 'running'])
