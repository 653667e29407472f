import type { JobRecord, RedriveFilter } from '@svc/plugin'
import type { PostgresSession } from '../../database.ts'
import { longestLeaseMs, takeBackReasons } from '../../../jobs/queue-rules.ts'
import { jobColumns, jobColumnsOf, now, storable } from './job-columns.ts'
import { appendEvents, eventOf } from './outbox-store.ts'

/** A statement on `svc.jobs AS j` that answers the rows it changed, with the event of each. */
function withEvents(update: string): string {
  return `
    WITH changed_jobs AS (${update} RETURNING ${jobColumnsOf('j')}),
    changed AS (SELECT ${eventOf()} FROM changed_jobs),
    events AS (${appendEvents('changed')})
    SELECT ${jobColumns} FROM changed_jobs`
}

// A job that was taken back has no token: nothing that its old worker says fits any more.
function takeBack(reason: string, which: string): string {
  return withEvents(`
    UPDATE svc.jobs AS j SET
      state = CASE WHEN j.cancel_requested THEN 'cancelled' WHEN j.attempt >= j.max_attempts THEN 'dead' ELSE 'queued' END,
      finished_at = CASE WHEN j.cancel_requested OR j.attempt >= j.max_attempts THEN ${now} END,
      error = '${reason} (attempt ' || j.attempt || ' of ' || j.max_attempts || ').',
      ready = true, run_at = least(j.run_at, ${now}), worker_id = NULL, claim_token = NULL, lease_expires_at = NULL
    FROM (SELECT workspace_id, job_id FROM svc.jobs WHERE state = 'running' AND ${which} FOR UPDATE SKIP LOCKED) gone
    WHERE j.workspace_id = gone.workspace_id AND j.job_id = gone.job_id`)
}

const reclaimExpired = {
  name: 'svc.jobs.reclaim',
  text: takeBack(takeBackReasons.leaseLost, `lease_expires_at <= ${now} ORDER BY lease_expires_at LIMIT $2`),
}
const reclaimImpossible = {
  name: 'svc.jobs.reclaim-impossible',
  text: takeBack(
    takeBackReasons.leaseLost,
    `lease_expires_at > ${now} + ${longestLeaseMs} ORDER BY lease_expires_at LIMIT $2`,
  ),
}
const reclaimWorkers = {
  name: 'svc.jobs.reclaim-workers',
  text: takeBack(takeBackReasons.workerEnded, `starts_with(worker_id, $2) AND worker_id <> $3`),
}
const cancel = {
  name: 'svc.jobs.cancel',
  text: `
    WITH changed_jobs AS (
      UPDATE svc.jobs AS j SET cancel_requested = true,
        state = CASE j.state WHEN 'queued' THEN 'cancelled' ELSE j.state END,
        finished_at = CASE j.state WHEN 'queued' THEN ${now} END
      WHERE j.workspace_id = $2 AND j.job_id = $3 AND j.state IN ('queued', 'running')
      RETURNING ${jobColumnsOf('j')}
    ), changed AS (SELECT ${eventOf()} FROM changed_jobs WHERE state = 'cancelled'),
    events AS (${appendEvents('changed')})
    SELECT ${jobColumns}, CASE WHEN state = 'running' THEN pg_notify('svc_job_cancels', $4)::text END AS notified FROM changed_jobs`,
}
const queuedAnew = `
  UPDATE svc.jobs AS j SET state = 'queued', ready = true, attempt = 0, error = NULL, result = NULL, progress = 0,
    cancel_requested = false, run_at = ${now}, started_at = NULL, finished_at = NULL`
const retry = {
  name: 'svc.jobs.retry',
  text: withEvents(`${queuedAnew} WHERE j.workspace_id = $2 AND j.job_id = $3 AND j.state IN ('dead', 'cancelled')`),
}
/** Of several dead jobs with one key, the oldest; none while another one with it is live. */
const redrive = {
  name: 'svc.jobs.redrive',
  text: withEvents(`${queuedAnew}
    FROM (
      SELECT workspace_id, job_id FROM svc.jobs AS d
      WHERE workspace_id = $2 AND state = 'dead' AND ($3::text IS NULL OR queue = $3) AND ($4::text IS NULL OR kind = $4)
        AND kind <> ALL ($5::text[]) AND (unique_key IS NULL OR (
          NOT EXISTS (SELECT 1 FROM svc.jobs AS o WHERE o.workspace_id = d.workspace_id AND o.unique_key = d.unique_key
            AND o.unique_key IS NOT NULL AND o.state IN ('queued', 'running'))
          AND NOT EXISTS (SELECT 1 FROM svc.jobs AS o WHERE o.workspace_id = d.workspace_id AND o.state = 'dead'
            AND o.unique_key = d.unique_key AND o.job_id < d.job_id
            AND ($3::text IS NULL OR o.queue = $3) AND ($4::text IS NULL OR o.kind = $4) AND o.kind <> ALL ($5::text[]))))
      ORDER BY job_id LIMIT $6 FOR UPDATE SKIP LOCKED
    ) dead WHERE j.workspace_id = dead.workspace_id AND j.job_id = dead.job_id`),
}
const notifyWork = { name: 'svc.jobs.notify', text: `SELECT pg_notify('svc_jobs', $1)` }
const selectNextDue = {
  name: 'svc.jobs.next-due',
  text: `
    SELECT least(
      (SELECT run_at FROM svc.jobs WHERE state = 'queued' AND NOT ready ORDER BY run_at LIMIT 1),
      (SELECT lease_expires_at FROM svc.jobs WHERE state = 'running' ORDER BY lease_expires_at LIMIT 1),
      (SELECT ${now} WHERE EXISTS (SELECT 1 FROM svc.jobs WHERE state = 'running' AND lease_expires_at > ${now} + ${longestLeaseMs}))
    ) - ${now} AS wait_ms`,
}
// Kept while a request may still ask for the answer that it got.
const pruneJobs = {
  name: 'svc.jobs.prune',
  text: `
    DELETE FROM svc.jobs AS j USING (
      SELECT workspace_id, job_id FROM svc.jobs AS ended
      WHERE finished_at < greatest($2::bigint, $3::bigint)
        AND finished_at < CASE state WHEN 'succeeded' THEN $2::bigint ELSE $3::bigint END
        AND NOT EXISTS (SELECT 1 FROM svc.job_requests AS r
          WHERE r.workspace_id = ended.workspace_id AND r.job_id = ended.job_id AND r.expires_at > ${now})
      ORDER BY finished_at LIMIT $4 FOR UPDATE SKIP LOCKED
    ) old WHERE j.workspace_id = old.workspace_id AND j.job_id = old.job_id`,
}
const pruneRequests = {
  name: 'svc.jobs.prune-requests',
  text: `
    DELETE FROM svc.job_requests AS r USING (
      SELECT workspace_id, key_hash FROM svc.job_requests WHERE expires_at <= ${now} ORDER BY expires_at LIMIT $2
      FOR UPDATE SKIP LOCKED
    ) old WHERE r.workspace_id = old.workspace_id AND r.key_hash = old.key_hash`,
}

const deleteAll = ['job_requests', 'job_schedules', 'job_rates', 'jobs'].map(table => `DELETE FROM svc.${table}`)

const selectRunning = `SELECT job_id FROM svc.jobs WHERE workspace_id = $1 AND state = 'running'`
const notifyCancel = `SELECT pg_notify('svc_job_cancels', $1)`
const deleteOfWorkspace = ['jobs', 'job_requests', 'job_schedules', 'event_outbox'].map(
  table => `DELETE FROM svc.${table} WHERE workspace_id = $1`,
)

/** What people do to jobs, and what happens to those that nobody holds any more. */
export const upkeepStore = {
  async reclaim(db: PostgresSession, now: number | null, limit: number): Promise<JobRecord[]> {
    const { rows } = await db.query<JobRecord>(reclaimExpired, [now, limit])
    if (rows.length === limit) return rows
    return [...rows, ...(await db.query<JobRecord>(reclaimImpossible, [now, limit - rows.length])).rows]
  },
  async reclaimWorkers(
    db: PostgresSession,
    now: number | null,
    workers: { prefix: string; except: string },
  ): Promise<JobRecord[]> {
    return (await db.query<JobRecord>(reclaimWorkers, [now, workers.prefix, workers.except])).rows
  },
  /** Queued: cancelled; running: asked to stop, and `notify` goes out. Undefined in other states. */
  async cancel(
    db: PostgresSession,
    params: { now: number | null; workspaceId: string; jobId: string; notify: string },
  ): Promise<JobRecord | undefined> {
    const { rows } = await db.query<JobRecord & { notified: string | null }>(cancel, [
      params.now,
      params.workspaceId,
      storable(params.jobId),
      params.notify,
    ])
    return rows.map(({ notified: _notified, ...job }) => job)[0]
  },
  /** None when it is in another state. @throws ConflictError when its unique key is taken */
  async retry(
    db: PostgresSession,
    now: number | null,
    job: { workspaceId: string; jobId: string },
  ): Promise<JobRecord[]> {
    return (await db.query<JobRecord>(retry, [now, job.workspaceId, storable(job.jobId)])).rows
  },
  async redrive(
    db: PostgresSession,
    now: number | null,
    workspaceId: string,
    filter: RedriveFilter & { limit: number; except_kinds?: readonly string[] },
  ): Promise<JobRecord[]> {
    const { queue = null, kind = null, except_kinds = [], limit } = filter
    const values = [now, workspaceId, storable(queue), storable(kind), except_kinds, limit]
    return (await db.query<JobRecord>(redrive, values)).rows
  },
  /** Within a transaction: other processes receive it with its commit. */
  async notifyWork(db: PostgresSession, payload: string): Promise<void> {
    await db.query(notifyWork, [payload])
  },
  /** Milliseconds from now, below zero when it is past. */
  async untilNextDue(db: PostgresSession, now: number | null): Promise<number | null> {
    return (await db.query<{ wait_ms: number | null }>(selectNextDue, [now])).rows[0]?.wait_ms ?? null
  },
  async prune(
    db: PostgresSession,
    now: number | null,
    before: { succeeded: number; failed: number },
    limit: number,
  ): Promise<number> {
    return (await db.query(pruneJobs, [now, before.succeeded, before.failed, limit])).count
  },
  async pruneRequests(db: PostgresSession, now: number | null, limit: number): Promise<number> {
    return (await db.query(pruneRequests, [now, limit])).count
  },
  /** Deletes all of a workspace, within a transaction. Answers the jobs that ran; their workers are notified with the commit, by `payloadOf`. */
  async deleteWorkspace(
    db: PostgresSession,
    workspaceId: string,
    payloadOf: (jobId: string) => string,
  ): Promise<string[]> {
    const { rows } = await db.query<{ job_id: string }>(selectRunning, [workspaceId])
    for (const { job_id } of rows) await db.query(notifyCancel, [payloadOf(job_id)])
    for (const statement of deleteOfWorkspace) await db.query(statement, [workspaceId])
    return rows.map(({ job_id }) => job_id)
  },
  /** Empties the queue; within a transaction, when its jobs are kept elsewhere. */
  async clear(db: PostgresSession): Promise<void> {
    for (const statement of deleteAll) await db.query(statement)
  },
}
