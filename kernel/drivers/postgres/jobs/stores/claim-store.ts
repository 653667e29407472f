import type { PostgresSession } from '../../database.ts'
import type { Bucket, Pair } from '../../../jobs/queue-rules.ts'
import { columnsOf, now } from './job-columns.ts'
import { isElsewhere } from './of-server.ts'

/** The ready jobs of one queue and kind of one workspace. */
export interface Lane extends Pair {
  workspace_id: string
}

/** A ready job, as far as its turn depends on it. */
export interface Head {
  lane: number
  priority: number
  run_at: number
  job_id: string
  /** Bytes of the payload. */
  size: number
}

/** A lane as it was found. */
export interface FoundLane extends Lane {
  /** Another server has its workspace. */
  is_elsewhere: boolean
}

export interface LanesRow {
  has_overdue_lease: boolean
  has_overdue_job: boolean
}

/** One claim looks at so many lanes at the most; the next one goes on behind them. */
export const mostLanes = 200

/** A step along the index for each lane, however many jobs wait in it. */
const lanesText = (elsewhere: string): string => `
    WITH RECURSIVE lane AS (
      (SELECT workspace_id, queue, kind, 1 AS n FROM svc.jobs
        WHERE state = 'queued' AND ready AND (workspace_id, queue, kind) > ($2, $3, $4) AND workspace_id <= $5
        ORDER BY workspace_id, queue, kind LIMIT 1)
      UNION ALL
      SELECT next.workspace_id, next.queue, next.kind, lane.n + 1 FROM lane CROSS JOIN LATERAL (
        SELECT workspace_id, queue, kind FROM svc.jobs
        WHERE state = 'queued' AND ready AND workspace_id <= $5
          AND (workspace_id, queue, kind) > (lane.workspace_id, lane.queue, lane.kind)
        ORDER BY workspace_id, queue, kind LIMIT 1
      ) next WHERE lane.n < ${mostLanes}
    )
    SELECT lane.workspace_id, lane.queue, lane.kind, ${elsewhere} AS is_elsewhere, has_overdue_lease, has_overdue_job
    FROM (SELECT
      EXISTS (SELECT 1 FROM svc.jobs WHERE state = 'running' AND lease_expires_at <= ${now}) AS has_overdue_lease,
      EXISTS (SELECT 1 FROM svc.jobs WHERE state = 'queued' AND NOT ready AND run_at <= ${now}) AS has_overdue_job
    ) overdue LEFT JOIN lane ON true`
const selectLanes = { name: 'svc.jobs.lanes', text: lanesText('false') }
/** Where several servers have workspaces. */
const selectLanesOfServer = {
  name: 'svc.jobs.lanes-of-server',
  text: lanesText(isElsewhere('lane', '$6')),
}
// Of each workspace no more than a claim takes, or many lanes would answer many times that.
const selectHeads = {
  name: 'svc.jobs.heads',
  text: `
    SELECT lane, priority, run_at, job_id, size FROM (
      SELECT l.n AS lane, h.*,
        row_number() OVER (PARTITION BY l.workspace_id ORDER BY h.priority DESC, h.run_at, h.job_id) AS place
      FROM unnest($1::int[], $2::text[], $3::text[], $4::text[]) AS l (n, workspace_id, queue, kind)
      CROSS JOIN LATERAL (
        SELECT priority, run_at, job_id, octet_length(payload) AS size FROM svc.jobs
        WHERE state = 'queued' AND ready AND workspace_id = l.workspace_id AND queue = l.queue AND kind = l.kind
        ORDER BY priority DESC, run_at, job_id LIMIT $5
      ) h
    ) heads WHERE place <= $6`,
}
const promoteDue = {
  name: 'svc.jobs.promote',
  text: `
    UPDATE svc.jobs AS j SET ready = true
    FROM (
      SELECT workspace_id, job_id FROM svc.jobs WHERE state = 'queued' AND NOT ready AND run_at <= ${now}
      ORDER BY run_at LIMIT $2 FOR UPDATE SKIP LOCKED
    ) due
    WHERE j.workspace_id = due.workspace_id AND j.job_id = due.job_id`,
}

/** What is ready to be claimed, and what becomes ready. Each statement reads a partial index, and nothing of what has ended. */
export const laneStore = {
  /** The lanes after `after`, up to and with the workspace `last`. */
  async lanes(
    db: PostgresSession,
    params: { now: number | null; after: Lane; last: string; serverId: string | null },
  ): Promise<LanesRow & { lanes: FoundLane[] }> {
    const { after, last, serverId } = params
    const values = [params.now, after.workspace_id, after.queue, after.kind, last]
    const [statement, given] = serverId === null ? [selectLanes, values] : [selectLanesOfServer, [...values, serverId]]
    const { rows } = await db.query<{ [K in keyof Lane]: string | null } & LanesRow>(statement, given)
    return {
      has_overdue_lease: rows[0]?.has_overdue_lease === true,
      has_overdue_job: rows[0]?.has_overdue_job === true,
      lanes: rows.filter((row): row is FoundLane & LanesRow => row.workspace_id !== null),
    }
  },
  /** The next jobs: at most `each` of a lane, and `ofWorkspace` of all lanes of a workspace. */
  async heads(
    db: PostgresSession,
    lanes: readonly Lane[],
    { each, ofWorkspace }: { each: number; ofWorkspace: number },
  ): Promise<Head[]> {
    const { rows } = await db.query<Head>(selectHeads, [
      lanes.map((_, index) => index),
      ...columnsOf(lanes, 'workspace_id', 'queue', 'kind'),
      each,
      ofWorkspace,
    ])
    return rows
  },
  /** Delayed jobs whose time has come. */
  async promote(db: PostgresSession, now: number | null, limit: number): Promise<number> {
    return (await db.query(promoteDue, [now, limit])).count
  },
}

export interface RateRow {
  queue: string
  /** Null: nothing was started yet. */
  tokens: number | null
  at: number | null
  now: number
}

/** Until the end of the transaction, no other process starts jobs of these queues or kinds. */
const lock = {
  name: 'svc.jobs.lock-limits',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('svc.jobs ' || name, 0)) FROM unnest($1::text[]) AS name`,
}
const selectRunning = {
  name: 'svc.jobs.running',
  text: `SELECT queue, kind, count(*) AS count FROM svc.jobs WHERE state = 'running' GROUP BY queue, kind`,
}
const selectRates = {
  name: 'svc.jobs.rates',
  text: `
    SELECT asked.queue, r.tokens, r.updated_at AS at, ${now} AS now FROM unnest($2::text[]) AS asked (queue)
    LEFT JOIN svc.job_rates AS r ON r.queue = asked.queue`,
}
const putRates = {
  name: 'svc.jobs.put-rates',
  text: `
    INSERT INTO svc.job_rates (queue, tokens, updated_at)
    SELECT * FROM unnest($1::text[], $2::float8[], $3::bigint[])
    ON CONFLICT (queue) DO UPDATE SET tokens = excluded.tokens, updated_at = excluded.updated_at`,
}

/** What limits are counted by. */
export const limitStore = {
  /** All processes lock in one order, so that none waits for another in a circle. */
  async lock(db: PostgresSession, names: readonly string[]): Promise<void> {
    await db.query(lock, [names.toSorted()])
  },
  async running(db: PostgresSession): Promise<(Pair & { count: number })[]> {
    return (await db.query<Pair & { count: number }>(selectRunning)).rows
  },
  /** One row for each queue. */
  async rates(db: PostgresSession, now: number | null, queues: readonly string[]): Promise<RateRow[]> {
    return (await db.query<RateRow>(selectRates, [now, queues])).rows
  },
  async putRates(db: PostgresSession, rates: readonly Bucket[]): Promise<void> {
    await db.query(putRates, columnsOf(rates, 'queue', 'tokens', 'at'))
  },
}
