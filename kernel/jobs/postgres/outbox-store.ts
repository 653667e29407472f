import type { NewEvent } from '@svc/plugin'
import type { PostgresSession } from '../../planes/index.ts'
import { now } from './job-columns.ts'

export const outboxChannel = 'svc_events'

/** Events of one workspace that were committed together. */
export interface OutboxRow {
  position: number
  /** A UUID. */
  id: string
  workspace_id: string
  at: number
  events: NewEvent[]
}

// A row is there before any that depends on it: whoever moves a job on has waited for the commit of whoever moved it before.
const selectOldest = {
  name: 'svc.outbox.oldest',
  text: `
    SELECT position, id, workspace_id, at, events FROM svc.event_outbox WHERE workspace_id <> ALL ($2::text[])
    ORDER BY position LIMIT $1`,
}
const deleteRows = {
  name: 'svc.outbox.delete',
  text: `DELETE FROM svc.event_outbox WHERE position = ANY ($1::bigint[])`,
}

const ring = { name: 'svc.outbox.ring', text: `SELECT pg_notify('${outboxChannel}', '')` }

const typeByState = `CASE state WHEN 'running' THEN 'job.started' WHEN 'queued' THEN 'job.retrying'
  WHEN 'succeeded' THEN 'job.succeeded' WHEN 'dead' THEN 'job.dead' ELSE 'job.cancelled' END`

/** The event of a row of jobs that has just reached its state, or that was just made. */
export function eventOf(type = typeByState): string {
  return `json_strip_nulls(json_build_object('type', ${type}, 'data', json_build_object(
    'job_id', job_id, 'kind', kind, 'queue', queue, 'attempt', attempt,
    'error', CASE WHEN state IN ('queued', 'dead') AND error IS NOT NULL THEN json_build_object('message', error) END)))`
}

/** Puts the events of `source (workspace_id, event)` into the outbox: one row for each workspace, however many events there are. */
export function appendEvents(source: string): string {
  return `INSERT INTO svc.event_outbox (workspace_id, at, events)
    SELECT workspace_id, ${now}, json_agg(event) FROM ${source} GROUP BY workspace_id`
}

/** Events that wait to be brought to their workspaces. */
export const outboxStore = {
  async oldest(db: PostgresSession, count: number, except: readonly string[]): Promise<OutboxRow[]> {
    return (await db.query<OutboxRow>(selectOldest, [count, except])).rows
  },
  async delete(db: PostgresSession, rows: readonly OutboxRow[]): Promise<void> {
    await db.query(deleteRows, [rows.map(row => row.position)])
  } /** Wakes the relay, in whatever process it is. */,
  async ring(db: PostgresSession): Promise<void> {
    await db.query(ring)
  },
}
