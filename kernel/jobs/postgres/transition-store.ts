import type { PostgresSession } from '../../planes/index.ts'
import type { JobRecord, Renewal, Settlement } from '../job-store-contract.ts'
import { jobColumnsOf, now, storable } from './job-columns.ts'
import { appendEvents, eventOf } from './outbox-store.ts'

/** So many jobs of a queue and kind of one workspace: these are what claims compete for. */
export interface Quota {
  workspace_id: string
  queue: string
  kind: string
  count: number
}

export interface TransitionParams {
  /** Null: the database's own time. */
  now: number | null
  settlements: readonly Settlement[]
  quotas: readonly Quota[]
  worker_id: string
  lease_ms: number
}

type TransitionRow = JobRecord & { settlement: number | null }

const isOver = `(s.type = 'succeeded' OR j.cancel_requested OR (s.type = 'failed' AND (NOT s.retry OR j.attempt >= j.max_attempts)))`

/** Settles claims and makes new ones in one statement, and so in one transaction, with the events of both. */
const transition = {
  name: 'svc.jobs.transition',
  text: `
    WITH settlement AS MATERIALIZED (
      SELECT * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::bigint[])
        AS s (n, workspace_id, job_id, claim_token, type, outcome, retry, run_at)
    ), settled AS (
      UPDATE svc.jobs AS j SET
        state = CASE WHEN s.type = 'succeeded' THEN 'succeeded' WHEN j.cancel_requested THEN 'cancelled'
          WHEN ${isOver} THEN 'dead' ELSE 'queued' END,
        ready = CASE WHEN s.type = 'failed' THEN s.run_at <= ${now} ELSE true END,
        finished_at = CASE WHEN ${isOver} THEN ${now} END,
        run_at = CASE WHEN ${isOver} THEN j.run_at WHEN s.type = 'failed' THEN s.run_at ELSE least(j.run_at, ${now}) END,
        result = CASE WHEN s.type = 'succeeded' THEN s.outcome ELSE j.result END,
        error = CASE WHEN s.type = 'failed' THEN s.outcome ELSE j.error END,
        progress = CASE s.type WHEN 'succeeded' THEN 1 WHEN 'given_back' THEN 0 ELSE j.progress END,
        attempt = CASE WHEN s.type = 'given_back' THEN j.attempt - 1 ELSE j.attempt END,
        started_at = CASE WHEN s.type = 'given_back' THEN NULL ELSE j.started_at END,
        worker_id = NULL, lease_expires_at = NULL
      FROM settlement s
      WHERE j.workspace_id = s.workspace_id AND j.job_id = s.job_id AND j.claim_token = s.claim_token AND j.state = 'running'
      RETURNING ${jobColumnsOf('j')}, s.n
    ), taken AS MATERIALIZED (
      SELECT h.workspace_id, h.job_id
      FROM unnest($10::text[], $11::text[], $12::text[], $13::int[]) AS q (workspace_id, queue, kind, count)
      CROSS JOIN LATERAL (
        SELECT workspace_id, job_id FROM svc.jobs
        WHERE state = 'queued' AND ready AND workspace_id = q.workspace_id AND queue = q.queue AND kind = q.kind
        ORDER BY priority DESC, run_at, job_id LIMIT q.count FOR UPDATE SKIP LOCKED
      ) h
    ), claimed AS (
      UPDATE svc.jobs AS j SET
        state = 'running', attempt = j.attempt + 1, progress = 0, error = NULL, worker_id = $14,
        claim_token = gen_random_uuid()::text, lease_expires_at = ${now} + $15::bigint, started_at = ${now}
      FROM taken t WHERE j.workspace_id = t.workspace_id AND j.job_id = t.job_id
      RETURNING ${jobColumnsOf('j')}
    ), changed AS (
      SELECT workspace_id, ${eventOf()} AS event FROM settled
      UNION ALL SELECT workspace_id, ${eventOf()} AS event FROM claimed
    ), events AS (${appendEvents('changed')})
    SELECT ${jobColumnsOf('settled')}, settled.n AS settlement FROM settled
    UNION ALL SELECT ${jobColumnsOf('claimed')}, NULL FROM claimed`,
}

const renew = {
  name: 'svc.jobs.renew',
  text: `
    UPDATE svc.jobs AS j SET lease_expires_at = ${now} + r.lease_ms, progress = coalesce(r.progress, j.progress)
    FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::float8[])
      AS r (n, workspace_id, job_id, claim_token, lease_ms, progress)
    WHERE j.workspace_id = r.workspace_id AND j.job_id = r.job_id AND j.claim_token = r.claim_token AND j.state = 'running'
    RETURNING r.n, j.lease_expires_at, j.cancel_requested`,
}
const selectMany = {
  name: 'svc.jobs.get-many',
  text: `
    SELECT k.n, ${jobColumnsOf('j')} FROM unnest($1::int[], $2::text[], $3::text[]) AS k (n, workspace_id, job_id)
    JOIN svc.jobs AS j ON j.workspace_id = k.workspace_id AND j.job_id = k.job_id`,
}

function settlementColumns(settlements: readonly Settlement[]): unknown[] {
  return [
    settlements.map((_, index) => index),
    settlements.map(each => each.workspace_id),
    settlements.map(each => each.job_id),
    settlements.map(each => each.claim_token),
    settlements.map(each => each.type),
    settlements.map(outcomeOf),
    settlements.map(each => each.type === 'failed' && each.retry),
    settlements.map(each => (each.type === 'failed' ? each.run_at : null)),
  ]
}

function outcomeOf(settlement: Settlement): string | null {
  if (settlement.type === 'succeeded') return settlement.result
  return settlement.type === 'failed' ? storable(settlement.error) : null
}

/** What workers write: settlements, claims and renewals. Every write of a claim names its token. */
export const transitionStore = {
  /** `settled` is by position in `settlements`; those that changed nothing are not in it. */
  async move(
    db: PostgresSession,
    params: TransitionParams,
  ): Promise<{ settled: Map<number, JobRecord>; claimed: JobRecord[] }> {
    const { rows } = await db.query<TransitionRow>(transition, [
      params.now,
      ...settlementColumns(params.settlements),
      params.quotas.map(quota => quota.workspace_id),
      params.quotas.map(quota => quota.queue),
      params.quotas.map(quota => quota.kind),
      params.quotas.map(quota => quota.count),
      storable(params.worker_id),
      params.lease_ms,
    ])
    const settled = new Map<number, JobRecord>()
    const claimed: JobRecord[] = []
    for (const { settlement, ...job } of rows) {
      if (settlement === null) claimed.push(job)
      else settled.set(settlement, job)
    }
    return { settled, claimed }
  },
  /** By position in `renewals`; those that changed nothing are not in it. */
  async renew(
    db: PostgresSession,
    now: number | null,
    renewals: readonly Renewal[],
  ): Promise<Map<number, { lease_expires_at: number; cancel_requested: boolean }>> {
    const { rows } = await db.query<{ n: number; lease_expires_at: number; cancel_requested: boolean }>(renew, [
      now,
      renewals.map((_, index) => index),
      renewals.map(each => each.workspace_id),
      renewals.map(each => each.job_id),
      renewals.map(each => each.claim_token),
      renewals.map(each => each.lease_ms),
      renewals.map(each => each.progress),
    ])
    return new Map(rows.map(({ n, ...answer }) => [n, answer]))
  },
  /** By position in `keys`. */
  async jobs(
    db: PostgresSession,
    keys: readonly { workspace_id: string; job_id: string }[],
  ): Promise<Map<number, JobRecord>> {
    const { rows } = await db.query<JobRecord & { n: number }>(selectMany, [
      keys.map((_, index) => index),
      keys.map(key => key.workspace_id),
      keys.map(key => key.job_id),
    ])
    return new Map(rows.map(({ n, ...job }) => [n, job]))
  },
}
