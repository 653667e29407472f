import type { WorkspaceDatabase } from '@svc/plugin'
import { inClaimOrder, longestLeaseMs, longestPauseMs, takeBackReasons } from '../../../jobs/queue-rules.ts'
import type { Pair } from '../../../jobs/queue-rules.ts'
import { jobColumns } from './job-row-store.ts'
import type { JobRow } from './job-row-store.ts'
import { payloadBytes } from './payload-store.ts'

export interface Candidate {
  row: number
  job_id: string
  queue: string
  kind: string
  priority: number
  run_at: number
  /** Bytes of the payload. */
  size: number
}

export interface ClaimParams {
  worker_id: string
  claim_token: string
  lease_expires_at: number
  now: number
}

const claimed = `
  UPDATE kernel_jobs SET state = 'running', ready = 0, attempt = attempt + 1, progress = 0, error = NULL,
    worker_id = @worker_id, claim_token = @claim_token || '.' || rowid, lease_expires_at = @lease_expires_at,
    started_at = @now`
// Left alone, SQLite takes the index of states, which is as long as the table, and sorts.
const claimPair = `${claimed}
  WHERE rowid IN (
    SELECT rowid FROM kernel_jobs INDEXED BY kernel_jobs_ready WHERE ready = 1 AND queue = @queue AND kind = @kind
    ORDER BY priority DESC, run_at, job_id LIMIT @limit
  ) RETURNING ${jobColumns}`
const claimRows = `${claimed} WHERE rowid IN (SELECT value FROM json_each(@rows)) RETURNING ${jobColumns}`
// Steps along the index in one statement: first the queues, then the kinds of each. Of a comparison of both at once SQLite seeks
// the queue alone, and reads every job that waits in it.
const readyQueues = `ready_queue (queue) AS (
    SELECT (SELECT min(queue) FROM kernel_jobs INDEXED BY kernel_jobs_ready WHERE ready = 1)
    UNION ALL
    SELECT (SELECT min(j.queue) FROM kernel_jobs AS j INDEXED BY kernel_jobs_ready WHERE j.ready = 1 AND j.queue > q.queue)
    FROM ready_queue AS q WHERE q.queue IS NOT NULL
  )`
const kindOf = (condition: string) => `
    (SELECT min(j.kind) FROM kernel_jobs AS j INDEXED BY kernel_jobs_ready WHERE j.ready = 1 AND ${condition})`
const readyPairs = `${readyQueues}, ready_pair (queue, kind) AS (
    SELECT q.queue, ${kindOf('j.queue = q.queue')} FROM ready_queue AS q WHERE q.queue IS NOT NULL
    UNION ALL
    SELECT p.queue, ${kindOf('j.queue = p.queue AND j.kind > p.kind')} FROM ready_pair AS p WHERE p.kind IS NOT NULL
  )`
const selectReadyPairs = `WITH RECURSIVE ${readyPairs} SELECT queue, kind FROM ready_pair WHERE kind IS NOT NULL`
const priorityOf = (condition: string) => `
    (SELECT max(j.priority) FROM kernel_jobs AS j INDEXED BY kernel_jobs_ready
      WHERE j.ready = 1 AND j.queue = p.queue AND j.kind = p.kind${condition})`
/** SQL that begins a statement: `oldest_ready (queue, at)`, in a step along the index for each pair and each priority that is in use. */
export const withOldestReady = `WITH RECURSIVE ${readyPairs}, ready_step (queue, kind, priority) AS (
    SELECT p.queue, p.kind, ${priorityOf('')} FROM ready_pair AS p WHERE p.kind IS NOT NULL
    UNION ALL
    SELECT p.queue, p.kind, ${priorityOf(' AND j.priority < p.priority')} FROM ready_step AS p WHERE p.priority IS NOT NULL
  ), oldest_ready (queue, at) AS (
    SELECT queue, min((
      SELECT min(j.run_at) FROM kernel_jobs AS j INDEXED BY kernel_jobs_ready
      WHERE j.ready = 1 AND j.queue = p.queue AND j.kind = p.kind AND j.priority = p.priority
    )) FROM ready_step AS p WHERE priority IS NOT NULL GROUP BY queue
  )`
// The first of each pair, and of these the first of all.
const selectCandidates = `
  SELECT row, job_id, queue, kind, priority, run_at, (SELECT ${payloadBytes} FROM kernel_jobs WHERE rowid = row) AS size FROM (
    SELECT j.rowid AS row, j.job_id, j.queue, j.kind, j.priority, j.run_at
    FROM json_each(@pairs) AS pair CROSS JOIN kernel_jobs AS j ON j.rowid IN (
      SELECT rowid FROM kernel_jobs INDEXED BY kernel_jobs_ready
      WHERE ready = 1 AND queue = pair.value ->> 0 AND kind = pair.value ->> 1
      ORDER BY priority DESC, run_at, job_id LIMIT @each
    ) ORDER BY j.priority DESC, j.run_at, j.job_id LIMIT @limit
  )`
const promoteDue = `
  UPDATE kernel_jobs SET ready = 1
  WHERE rowid IN (
    SELECT rowid FROM kernel_jobs INDEXED BY kernel_jobs_delayed WHERE state = 'queued' AND ready = 0 AND run_at <= @now ORDER BY run_at LIMIT @limit
  ) RETURNING queue, kind`
// Those that were not tried yet may have been put off as far.
const bringForward = `
  UPDATE kernel_jobs SET run_at = @now
  WHERE rowid IN (
    SELECT rowid FROM kernel_jobs INDEXED BY kernel_jobs_delayed WHERE state = 'queued' AND ready = 0 AND run_at > @latest
  ) AND attempt > 0`
const selectNextDelayed = `
  SELECT run_at AS at FROM kernel_jobs INDEXED BY kernel_jobs_delayed WHERE state = 'queued' AND ready = 0 ORDER BY run_at LIMIT 1`
const selectNextLease = `
  SELECT lease_expires_at AS at FROM kernel_jobs INDEXED BY kernel_jobs_leased WHERE state = 'running' ORDER BY lease_expires_at LIMIT 1`
const selectLongestLease = `
  SELECT lease_expires_at AS at FROM kernel_jobs INDEXED BY kernel_jobs_leased WHERE state = 'running' ORDER BY lease_expires_at DESC LIMIT 1`
const selectRunning = `SELECT queue, kind, count(*) AS count FROM kernel_jobs INDEXED BY kernel_jobs_leased WHERE state = 'running' GROUP BY queue, kind`
// A job that was taken back has no token: nothing that its old worker says fits any more.
const takeBack = `
  UPDATE kernel_jobs SET
    state = CASE WHEN cancel_requested = 1 THEN 'cancelled' WHEN attempt >= max_attempts THEN 'dead' ELSE 'queued' END,
    finished_at = CASE WHEN cancel_requested = 1 OR attempt >= max_attempts THEN @now END,
    ready = CASE WHEN cancel_requested = 1 OR attempt >= max_attempts THEN 0 ELSE 1 END,
    error = @reason || ' (attempt ' || attempt || ' of ' || max_attempts || ').',
    run_at = min(run_at, @now), worker_id = NULL, claim_token = NULL, lease_expires_at = NULL`
const reclaimExpired = `${takeBack}
  WHERE rowid IN (
    SELECT rowid FROM kernel_jobs INDEXED BY kernel_jobs_leased WHERE state = 'running' AND lease_expires_at <= @now ORDER BY lease_expires_at LIMIT @limit
  ) RETURNING ${jobColumns}`
const reclaimImpossible = `${takeBack}
  WHERE rowid IN (
    SELECT rowid FROM kernel_jobs INDEXED BY kernel_jobs_leased WHERE state = 'running' AND lease_expires_at > @latest ORDER BY lease_expires_at LIMIT @limit
  ) RETURNING ${jobColumns}`
const reclaimWorkers = `${takeBack}
  WHERE rowid IN (
    SELECT rowid FROM kernel_jobs INDEXED BY kernel_jobs_leased WHERE state = 'running' AND substr(worker_id, 1, length(@prefix)) = @prefix AND worker_id <> @except
  ) RETURNING ${jobColumns}`

interface AtRow {
  at: number
}

/** Claims, and what goes back without its worker. Each statement reads the index of what is ready, delayed or leased, and nothing else. */
export const claimStore = {
  claimPair(db: WorkspaceDatabase, params: ClaimParams & Pair & { limit: number }): JobRow[] {
    return db.all<JobRow>(claimPair, { ...params }).sort(inClaimOrder)
  },
  claimRows(db: WorkspaceDatabase, rows: readonly number[], params: ClaimParams): JobRow[] {
    return db.all<JobRow>(claimRows, { ...params, rows: JSON.stringify(rows) }).sort(inClaimOrder)
  },
  /** The first jobs of these pairs: at most `each` of a pair, and `limit` of all of them. */
  candidates(
    db: WorkspaceDatabase,
    pairs: readonly Pair[],
    { each, limit }: { each: number; limit: number },
  ): Candidate[] {
    return db.all<Candidate>(selectCandidates, {
      pairs: JSON.stringify(pairs.map(({ queue, kind }) => [queue, kind])),
      each,
      limit,
    })
  },
  /** The queues and kinds of which a job is ready: a step along the index for each, however many jobs wait. */
  readyPairs(db: WorkspaceDatabase): Pair[] {
    return db.all<Pair>(selectReadyPairs)
  },
  promote(db: WorkspaceDatabase, now: number, limit: number): Pair[] {
    return db.all<Pair>(promoteDue, { now, limit })
  },
  /** Attempts that were put off impossibly far, by a clock that has gone back since, are due now. */
  bringForward(db: WorkspaceDatabase, now: number): void {
    db.run(bringForward, { now, latest: now + longestPauseMs })
  },
  nextDelayed(db: WorkspaceDatabase): number | null {
    return db.get<AtRow>(selectNextDelayed)?.at ?? null
  },
  /** When a lease ends next; now when one ends impossibly late. */
  nextLease(db: WorkspaceDatabase, now: number): number | null {
    const longest = db.get<AtRow>(selectLongestLease)?.at ?? null
    if (longest !== null && longest > now + longestLeaseMs) return now
    return db.get<AtRow>(selectNextLease)?.at ?? null
  },
  running(db: WorkspaceDatabase): (Pair & { count: number })[] {
    return db.all<Pair & { count: number }>(selectRunning)
  },
  reclaim(db: WorkspaceDatabase, now: number, limit: number): JobRow[] {
    const expired = db.all<JobRow>(reclaimExpired, { now, limit, reason: takeBackReasons.leaseLost })
    const left = limit - expired.length
    if (left === 0) return expired
    return [
      ...expired,
      ...db.all<JobRow>(reclaimImpossible, {
        now,
        latest: now + longestLeaseMs,
        limit: left,
        reason: takeBackReasons.leaseLost,
      }),
    ]
  },
  reclaimWorkers(db: WorkspaceDatabase, now: number, prefix: string, except: string): JobRow[] {
    return db.all<JobRow>(reclaimWorkers, { now, prefix, except, reason: takeBackReasons.workerEnded })
  },
}
