import type { PostgresSession } from '../database.ts'
import { now } from './job-columns.ts'

export interface RunningRow {
  queue: string
  kind: string
  count: number
}

export interface RateRow {
  queue: string
  /** Null: nothing was started yet. */
  tokens: number | null
  updated_at: number | null
  now: number
}

/** Until the end of the transaction: whoever starts jobs of these queues or kinds counts alone. */
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
    SELECT asked.queue, r.tokens, r.updated_at, ${now} AS now FROM unnest($2::text[]) AS asked (queue)
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
  async running(db: PostgresSession): Promise<RunningRow[]> {
    return (await db.query<RunningRow>(selectRunning)).rows
  },
  /** One row for each queue. */
  async rates(db: PostgresSession, now: number | null, queues: readonly string[]): Promise<RateRow[]> {
    return (await db.query<RateRow>(selectRates, [now, queues])).rows
  },
  async putRates(
    db: PostgresSession,
    rates: readonly { queue: string; tokens: number; updated_at: number }[],
  ): Promise<void> {
    await db.query(putRates, [
      rates.map(rate => rate.queue),
      rates.map(rate => rate.tokens),
      rates.map(rate => rate.updated_at),
    ])
  },
}
