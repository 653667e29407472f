import type { NewEvent } from '@svc/plugin'
import type { PostgresSession } from '../../database.ts'
import { now } from './job-columns.ts'
import { isElsewhere } from './of-server.ts'

export const outboxChannel = 'svc_events'

/** The same thing that happened to jobs of one workspace, kind and queue, and was committed together. */
export interface OutboxRow {
  position: number
  /** A UUID. */
  id: string
  workspace_id: string
  at: number
  type: string
  kind: string
  queue: string
  /** Of each job, as `attempts` and `errors` are. */
  job_ids: string[]
  attempts: number[]
  errors: (string | null)[]
  /** Of an event that no job had; null for those of jobs. */
  data: NewEvent['data'] | null
}

// A row is there before any that depends on it: each move of a job waits for the commit of the one before.
const oldestText = (isOurs: string): string => `
    SELECT position, id, workspace_id, at, type, kind, queue, job_ids, attempts, errors, data FROM svc.event_outbox o
    WHERE workspace_id <> ALL ($2::text[]) ${isOurs} ORDER BY position LIMIT $1`
const selectOldest = { name: 'svc.outbox.oldest', text: oldestText('') }
/** Where several servers have workspaces. */
const selectOldestOfServer = {
  name: 'svc.outbox.oldest-of-server',
  text: oldestText(`AND NOT ${isElsewhere('o', '$3')}`),
}
const deleteRows = {
  name: 'svc.outbox.delete',
  text: `DELETE FROM svc.event_outbox WHERE position = ANY ($1::bigint[])`,
}

const insertOther = `
  INSERT INTO svc.event_outbox (workspace_id, at, type, kind, queue, job_ids, attempts, errors, data)
  VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint, $2, '', '', '{}', '{}', '{}', $3)
  RETURNING pg_notify('${outboxChannel}', '')`
const ring = { name: 'svc.outbox.ring', text: `SELECT pg_notify('${outboxChannel}', '')` }

const typeByState = `CASE state WHEN 'running' THEN 'job.started' WHEN 'queued' THEN 'job.retrying'
  WHEN 'succeeded' THEN 'job.succeeded' WHEN 'dead' THEN 'job.dead' ELSE 'job.cancelled' END`

/** What {@link appendEvents} reads, of rows of jobs that have just reached their state, or that were just made. */
export function eventOf(type = typeByState): string {
  return `workspace_id, ${type} AS type, kind, queue, job_id, attempt, CASE WHEN state IN ('queued', 'dead') THEN error END AS error`
}

/**
 * Puts what happened to the jobs of `source` into the outbox, few rows however many jobs: the relay makes events of them, in the order
 * of the column `place`.
 */
export function appendEvents(source: string, place = 'job_id'): string {
  const all = (column: string): string => `array_agg(${column} ORDER BY ${place})`
  return `INSERT INTO svc.event_outbox (workspace_id, at, type, kind, queue, job_ids, attempts, errors)
    SELECT workspace_id, ${now}, type, kind, queue, ${all('job_id')}, ${all('attempt')}, ${all('error')}
    FROM ${source} GROUP BY workspace_id, type, kind, queue`
}

/** Events that wait to be brought to their workspaces. */
export const outboxStore = {
  async oldest(
    db: PostgresSession,
    { count, except, serverId }: { count: number; except: readonly string[]; serverId: string | null },
  ): Promise<OutboxRow[]> {
    if (serverId === null) return (await db.query<OutboxRow>(selectOldest, [count, except])).rows
    return (await db.query<OutboxRow>(selectOldestOfServer, [count, except, serverId])).rows
  },
  /** For an event of a workspace that is elsewhere. */
  async post(db: PostgresSession, workspaceId: string, { type, data }: NewEvent): Promise<void> {
    await db.query(insertOther, [workspaceId, type, JSON.stringify(data)])
  },
  async delete(db: PostgresSession, rows: readonly OutboxRow[]): Promise<void> {
    await db.query(deleteRows, [rows.map(row => row.position)])
  },
  /** Wakes the relay, in whatever process it is. */
  async ring(db: PostgresSession): Promise<void> {
    await db.query(ring)
  },
}
