import type { CountRow, JobFilter, JobRecord, JobState } from '@svc/plugin'
import type { PostgresSession } from '../../database.ts'
import { jobColumns, jobColumnsOf, now, storable } from './job-columns.ts'

const filterable = ['kind', 'queue'] as const
const jobStates = ['queued', 'running', 'succeeded', 'cancelled', 'dead'] as const satisfies readonly JobState[]

interface Statement {
  name: string
  text: string
}

export interface OldestRow {
  queue: string
  oldest: number
}

const selectJob = {
  name: 'svc.jobs.get',
  text: `SELECT ${jobColumns} FROM svc.jobs WHERE workspace_id = $1 AND job_id = $2`,
}
const countByState = {
  name: 'svc.jobs.stats',
  text: `
    SELECT queue, state, count(*) AS count FROM svc.jobs WHERE workspace_id = $1 AND state <> 'running' GROUP BY queue, state
    UNION ALL SELECT queue, state, count(*) FROM svc.jobs WHERE workspace_id = $1 AND state = 'running' GROUP BY queue, state`,
}
const selectOldest = {
  name: 'svc.jobs.oldest',
  text: `
    SELECT queue, min(run_at) AS oldest FROM svc.jobs
    WHERE workspace_id = $2 AND state = 'queued' AND (ready OR run_at <= ${now}) GROUP BY queue`,
}
const selectDepth = {
  name: 'svc.jobs.depth',
  text: `
    SELECT queue, count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'running') AS running,
      count(*) FILTER (WHERE state = 'dead') AS dead, min(run_at) FILTER (WHERE state = 'queued' AND run_at <= ${now}) AS oldest_queued_at
    FROM (
      SELECT queue, state, run_at FROM svc.jobs WHERE state = 'queued' AND ready
      UNION ALL SELECT queue, state, run_at FROM svc.jobs WHERE state = 'queued' AND NOT ready
      UNION ALL SELECT queue, state, run_at FROM svc.jobs WHERE state = 'running'
      UNION ALL SELECT queue, state, NULL FROM svc.jobs WHERE state = 'dead'
    ) live GROUP BY queue ORDER BY queue`,
}
const selectBatch = {
  name: 'svc.jobs.batch',
  text: `
    SELECT ${jobColumns} FROM svc.jobs WHERE (workspace_id, job_id) > ($1, $2) ORDER BY workspace_id, job_id LIMIT $3`,
}
const importJobs = {
  name: 'svc.jobs.import',
  text: `
    INSERT INTO svc.jobs (ready, ${jobColumns})
    SELECT state = 'queued' AND run_at <= ${now}, ${jobColumns} FROM json_to_recordset($2::json) AS new (
      workspace_id text, job_id text, queue text, kind text, state text, cancel_requested boolean, priority integer, attempt integer,
      max_attempts integer, progress float8, run_at bigint, lease_expires_at bigint, created_at bigint, started_at bigint,
      finished_at bigint, worker_id text, claim_token text, unique_key text, payload text, result text, error text)
    ON CONFLICT DO NOTHING`,
}

/**
 * One statement for each set of filters, made of constant words. Without filters the page follows the primary key. With some, the jobs
 * of each state are found along an index that has what is filtered by, and the page is made of the newest of them: rows that do not
 * belong to it are not read, however many there are.
 */
function selectPage({ state, ...columns }: Omit<JobFilter, 'limit' | 'cursor'>, isFirst: boolean): Statement {
  // Of the words that there are: what comes from outside is never part of a statement.
  const states = jobStates.filter(each => state === undefined || each === state)
  const filters = filterable.filter(column => columns[column] !== undefined)
  const where = [
    'workspace_id = $1',
    ...filters.map((column, index) => `${column} = $${index + 3}`),
    ...(isFirst ? [] : [`job_id < $${filters.length + 3}`]),
  ].join(' AND ')
  const name = [
    'svc.jobs.page',
    ...(state === undefined ? [] : states),
    ...filters,
    ...(isFirst ? [] : ['before']),
  ].join(' ')
  if (state === undefined && filters.length === 0) {
    return { name, text: `SELECT ${jobColumns} FROM svc.jobs WHERE ${where} ORDER BY job_id DESC LIMIT $2` }
  }
  const newest = states.map(each => newestOf(each, where)).join(' UNION ALL ')
  return {
    name,
    text: `
    SELECT ${jobColumnsOf('j')} FROM (SELECT job_id FROM (${newest}) found ORDER BY job_id DESC LIMIT $2) page
    JOIN svc.jobs AS j ON j.workspace_id = $1 AND j.job_id = page.job_id ORDER BY page.job_id DESC`,
  }
}

/** The few that run are found by their leases, and sorted. */
function newestOf(state: JobState, where: string): string {
  if (state !== 'running') {
    return `(SELECT job_id FROM svc.jobs WHERE state = '${state}' AND ${where} ORDER BY job_id DESC LIMIT $2)`
  }
  const running = `SELECT workspace_id, job_id, kind, queue FROM svc.jobs WHERE state = 'running' AND lease_expires_at > 0`
  return `(WITH running AS MATERIALIZED (${running}) SELECT job_id FROM running WHERE ${where} ORDER BY job_id DESC LIMIT $2)`
}

/** Reads, and whole rows in and out. */
export const jobRowStore = {
  async get(db: PostgresSession, workspaceId: string, jobId: string): Promise<JobRecord | null> {
    return (await db.query<JobRecord>(selectJob, [workspaceId, storable(jobId)])).rows[0] ?? null
  },
  /** Newest first. */
  async page(
    db: PostgresSession,
    workspaceId: string,
    filter: Omit<JobFilter, 'limit' | 'cursor'>,
    page: { count: number; before: string | null },
  ): Promise<JobRecord[]> {
    if (filter.state !== undefined && !jobStates.includes(filter.state)) return []
    const columns = filterable.filter(column => filter[column] !== undefined)
    const values: unknown[] = [workspaceId, page.count, ...columns.map(column => storable(filter[column] ?? null))]
    if (page.before !== null) values.push(storable(page.before))
    return (await db.query<JobRecord>(selectPage(filter, page.before === null), values)).rows
  },
  async counts(db: PostgresSession, workspaceId: string): Promise<CountRow[]> {
    return (await db.query<CountRow>(countByState, [workspaceId])).rows
  },
  async oldest(db: PostgresSession, now: number | null, workspaceId: string): Promise<OldestRow[]> {
    return (await db.query<OldestRow>(selectOldest, [now, workspaceId])).rows
  },
  async depth(
    db: PostgresSession,
    now: number | null,
  ): Promise<{ queue: string; queued: number; running: number; dead: number; oldest_queued_at: number | null }[]> {
    const { rows } = await db.query<Awaited<ReturnType<typeof jobRowStore.depth>>[number]>(selectDepth, [now])
    return rows
  },
  /** In the order of the primary key. */
  async batch(
    db: PostgresSession,
    after: { workspace_id: string; job_id: string },
    count: number,
  ): Promise<JobRecord[]> {
    return (await db.query<JobRecord>(selectBatch, [after.workspace_id, after.job_id, count])).rows
  },
  /** How many were not there yet. */
  async import(db: PostgresSession, now: number | null, jobs: readonly JobRecord[]): Promise<number> {
    const rows = jobs.map(job => ({
      ...job,
      worker_id: storable(job.worker_id),
      unique_key: storable(job.unique_key),
      error: storable(job.error),
    }))
    return (await db.query(importJobs, [now, JSON.stringify(rows)])).count
  },
}
