import type { JobFilter, JobState } from '@svc/plugin'
import type { PostgresSession } from '../../planes/index.ts'
import type { JobRecord } from '../job-store-contract.ts'
import { jobColumns, now, storable } from './job-columns.ts'

const filterable = ['state', 'kind', 'queue'] as const

export interface CountRow {
  queue: string
  state: JobState
  count: number
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
  text: `SELECT queue, state, count(*) AS count FROM svc.jobs WHERE workspace_id = $1 GROUP BY queue, state`,
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
const countAll = { name: 'svc.jobs.count', text: `SELECT count(*) AS count FROM svc.jobs` }
const hasLive = {
  name: 'svc.jobs.has-live',
  text: `SELECT EXISTS (SELECT 1 FROM svc.jobs WHERE state = 'queued' AND ready)
    OR EXISTS (SELECT 1 FROM svc.jobs WHERE state = 'queued' AND NOT ready)
    OR EXISTS (SELECT 1 FROM svc.jobs WHERE state = 'running') AS live`,
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
const deleteJobs = {
  name: 'svc.jobs.delete',
  text: `DELETE FROM svc.jobs AS j USING unnest($1::text[], $2::text[]) AS k (workspace_id, job_id)
    WHERE j.workspace_id = k.workspace_id AND j.job_id = k.job_id`,
}

/** One statement for each set of filters, made of constant words, so that each can use its index. */
function selectPage(columns: readonly string[], isFirst: boolean): { name: string; text: string } {
  const conditions = columns.map((column, index) => ` AND ${column} = $${index + 3}`).join('')
  const before = isFirst ? '' : ` AND job_id < $${columns.length + 3}`
  return {
    name: `svc.jobs.page ${columns.join(' ')}${isFirst ? '' : ' before'}`,
    text: `SELECT ${jobColumns} FROM svc.jobs WHERE workspace_id = $1${conditions}${before} ORDER BY job_id DESC LIMIT $2`,
  }
}

/** Reads, and whole rows in and out. */
export const recordStore = {
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
    const columns = filterable.filter(column => filter[column] !== undefined)
    const values: unknown[] = [workspaceId, page.count, ...columns.map(column => storable(filter[column] ?? null))]
    if (page.before !== null) values.push(storable(page.before))
    return (await db.query<JobRecord>(selectPage(columns, page.before === null), values)).rows
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
    const { rows } = await db.query<Awaited<ReturnType<typeof recordStore.depth>>[number]>(selectDepth, [now])
    return rows
  },
  async hasLive(db: PostgresSession): Promise<boolean> {
    return (await db.query<{ live: boolean }>(hasLive)).rows[0]?.live === true
  },
  async count(db: PostgresSession): Promise<number> {
    return (await db.query<{ count: number }>(countAll)).rows[0]?.count ?? 0
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
  async delete(db: PostgresSession, jobs: readonly { workspace_id: string; job_id: string }[]): Promise<number> {
    const values = [jobs.map(job => job.workspace_id), jobs.map(job => job.job_id)]
    return (await db.query(deleteJobs, values)).count
  },
}
