import type { JobRecord, Renewal, Settlement } from '@svc/plugin'
import { randomBytes } from 'node:crypto'
import type { PostgresSession } from '../../database.ts'
import { longestPauseMs } from '../../../jobs/queue-rules.ts'
import type { Lane } from './claim-store.ts'
import { columnsOf, jobColumns, jobColumnsOf, now, storable } from './job-columns.ts'
import { appendEvents, eventOf } from './outbox-store.ts'

/** So many jobs of a queue and kind of one workspace: these are what claims compete for. */
export interface Quota extends Lane {
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

const tokenBytes = 12

/** What a settlement may change; the rest of the job is as it was claimed, or as the settlement says. */
const moving = ['state', 'cancel_requested', 'attempt', 'progress', 'run_at', 'started_at', 'finished_at'] as const

type SettledPart = Pick<JobRecord, (typeof moving)[number]>
type TransitionRow = JobRecord & { settlement: number | null }

const isOver = `(s.type = 'succeeded' OR j.cancel_requested OR (s.type = 'failed' AND (NOT s.retry OR j.attempt >= j.max_attempts)))`
// The clock of a worker may be ahead.
const runAt = `least(s.run_at, CASE WHEN s.type = 'failed' THEN ${now} + ${longestPauseMs} END)`
const ofEvents = ['workspace_id', 'job_id', 'kind', 'queue', 'error']

/**
 * Settles claims and makes new ones in one statement, and so in one transaction, with the events of both. Rows are wide: unless
 * `isWhole`, no more of a settled job is answered than may have changed.
 */
function transition(isWhole: boolean): { name: string; text: string } {
  const returned = isWhole ? jobColumnsOf('j') : [...moving, ...ofEvents].map(name => `j.${name}`).join(', ')
  const known: readonly string[] = moving
  const columns = jobColumns.split(', ')
  const answered = columns.map(name => (isWhole || known.includes(name) ? name : `NULL AS ${name}`)).join(', ')
  return {
    name: `svc.jobs.transition${isWhole ? ' whole' : ''}`,
    // A running job has a lease; asked for by its state, it would be looked for among all that run instead of by its key.
    text: `
    WITH settlement AS MATERIALIZED (
      SELECT * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::bigint[])
        AS s (n, workspace_id, job_id, claim_token, type, outcome, retry, run_at)
    ), settled AS (
      UPDATE svc.jobs AS j SET
        state = CASE WHEN s.type = 'succeeded' THEN 'succeeded' WHEN j.cancel_requested THEN 'cancelled'
          WHEN ${isOver} THEN 'dead' ELSE 'queued' END,
        ready = coalesce(s.run_at <= ${now}, true),
        finished_at = CASE WHEN ${isOver} THEN ${now} END,
        run_at = CASE WHEN ${isOver} THEN j.run_at ELSE coalesce(${runAt}, least(j.run_at, ${now})) END,
        result = CASE WHEN s.type = 'succeeded' THEN s.outcome ELSE j.result END,
        error = CASE WHEN s.type = 'failed' THEN s.outcome ELSE j.error END,
        progress = CASE s.type WHEN 'succeeded' THEN 1 WHEN 'given_back' THEN 0 ELSE j.progress END,
        attempt = CASE WHEN s.type = 'given_back' THEN j.attempt - 1 ELSE j.attempt END,
        started_at = CASE WHEN s.type = 'given_back' THEN NULL ELSE j.started_at END,
        worker_id = NULL, lease_expires_at = NULL
      FROM settlement s
      WHERE j.workspace_id = s.workspace_id AND j.job_id = s.job_id AND j.claim_token = s.claim_token
        AND j.lease_expires_at IS NOT NULL
      RETURNING ${returned}, s.n
    ), claimed AS (
      UPDATE svc.jobs AS j SET
        state = 'running', attempt = j.attempt + 1, progress = 0, error = NULL, worker_id = $14,
        claim_token = $16 || '.' || j.job_id, lease_expires_at = ${now} + $15::bigint, started_at = ${now}
      WHERE j.ctid = ANY (ARRAY(
        SELECT head.ctid FROM unnest($10::text[], $11::text[], $12::text[], $13::int[]) AS q (workspace_id, queue, kind, count)
        CROSS JOIN LATERAL (
          SELECT r.ctid FROM svc.jobs AS r
          WHERE r.state = 'queued' AND r.ready AND r.workspace_id = q.workspace_id AND r.queue = q.queue AND r.kind = q.kind
          ORDER BY r.priority DESC, r.run_at, r.job_id LIMIT q.count FOR UPDATE SKIP LOCKED
        ) head))
      RETURNING ${jobColumnsOf('j')}
    ), changed AS (
      SELECT ${eventOf()}, n AS place FROM settled
      UNION ALL SELECT ${eventOf()}, row_number() OVER (ORDER BY priority DESC, run_at, job_id) FROM claimed
    ), events AS (${appendEvents('changed', 'place')})
    SELECT ${jobColumns}, NULL::integer AS settlement FROM claimed
    UNION ALL SELECT ${answered}, n FROM settled`,
  }
}

const wholeTransition = transition(true)
const partTransition = transition(false)

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
    ...columnsOf(settlements, 'workspace_id', 'job_id', 'claim_token', 'type'),
    settlements.map(outcomeOf),
    settlements.map(each => each.type === 'failed' && each.retry),
    settlements.map(each => (each.type === 'succeeded' ? null : (each.run_at ?? null))),
  ]
}

function outcomeOf(settlement: Settlement): string | null {
  if (settlement.type === 'succeeded') return settlement.result
  return settlement.type === 'failed' ? storable(settlement.error) : null
}

/** The job after its settlement, of which `part` came from the database. */
function settledJob(job: JobRecord, settlement: Settlement, part: SettledPart): JobRecord {
  const { state, cancel_requested, attempt, progress, run_at, started_at, finished_at } = part
  const outcome = outcomeOf(settlement)
  return {
    ...job,
    ...{ state, cancel_requested, attempt, progress, run_at, started_at, finished_at },
    ...(settlement.type === 'succeeded' ? { result: outcome } : {}),
    ...(settlement.type === 'failed' ? { error: outcome } : {}),
    worker_id: null,
    lease_expires_at: null,
  }
}

/** What workers write: settlements, claims and renewals. Every write of a claim names its token. */
export const transitionStore = {
  /**
   * `settled` is by position in `settlements`; those that changed nothing are not in it. `known` has the jobs of all settlements as
   * they were claimed, or is null.
   */
  async move(
    db: PostgresSession,
    params: TransitionParams,
    known: readonly JobRecord[] | null,
  ): Promise<{ settled: Map<number, JobRecord>; claimed: JobRecord[] }> {
    const { rows } = await db.query<TransitionRow>(known === null ? wholeTransition : partTransition, [
      params.now,
      ...settlementColumns(params.settlements),
      ...columnsOf(params.quotas, 'workspace_id', 'queue', 'kind', 'count'),
      storable(params.worker_id),
      params.lease_ms,
      randomBytes(tokenBytes).toString('base64url'),
    ])
    const settled = new Map<number, JobRecord>()
    const claimed: JobRecord[] = []
    for (const { settlement: n, ...row } of rows) {
      if (n === null) claimed.push(row)
      else
        settled.set(
          n,
          known === null ? row : settledJob(known[n] as JobRecord, params.settlements[n] as Settlement, row),
        )
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
      ...columnsOf(renewals, 'workspace_id', 'job_id', 'claim_token', 'lease_ms', 'progress'),
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
      ...columnsOf(keys, 'workspace_id', 'job_id'),
    ])
    return new Map(rows.map(({ n, ...job }) => [n, job]))
  },
}
