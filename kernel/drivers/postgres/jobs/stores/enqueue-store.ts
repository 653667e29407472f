import { untouchedJob } from '@svc/plugin'
import type { JobRecord, NewJobRecord } from '@svc/plugin'
import type { PostgresSession } from '../../database.ts'
import type { Pair } from '../../../jobs/queue-rules.ts'
import { columnsOf, jobColumns, now, storable } from './job-columns.ts'
import { appendEvents, eventOf } from './outbox-store.ts'

interface MadeRow {
  job_id: string
  run_at: number
}

export interface RequestRow {
  workspace_id: string
  key_hash: string
  body_hash: string
  created: boolean
  /** The job as it was answered, as JSON. */
  job: string
}

/** A time that has come by the caller's clock has come: that clock may be ahead of the one that leases go by. */
const runAt = `CASE WHEN new.run_at <= new.created_at THEN least(new.run_at, ${now}) ELSE new.run_at END`

/** What cannot be inserted because its unique key is taken is left out of the answer. */
const insertJobs = {
  name: 'svc.jobs.insert',
  text: `
    WITH made AS (
      INSERT INTO svc.jobs (
        workspace_id, job_id, queue, kind, state, ready, priority, payload, max_attempts, unique_key, run_at, created_at)
      SELECT workspace_id, job_id, queue, kind, 'queued', ${runAt} <= ${now}, priority, payload, max_attempts, unique_key, ${runAt},
        created_at
      FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::text[], $9::int[], $10::text[], $11::bigint[],
        $12::bigint[]) AS new (workspace_id, job_id, queue, kind, priority, payload, max_attempts, unique_key, run_at, created_at)
      ON CONFLICT (workspace_id, unique_key) WHERE unique_key IS NOT NULL AND state IN ('queued', 'running') DO NOTHING
      RETURNING workspace_id, job_id, queue, kind, state, attempt, error, run_at
    ), changed AS (SELECT ${eventOf(`'job.created'`)} FROM made
    ), events AS (${appendEvents('changed')})
    SELECT job_id, run_at FROM made
    UNION ALL SELECT pg_notify('svc_jobs', $2)::text, 0 WHERE EXISTS (SELECT 1 FROM made)`,
}
const selectLiveByKey = {
  name: 'svc.jobs.live-by-key',
  text: `
    SELECT ${jobColumns} FROM svc.jobs
    WHERE workspace_id = $1 AND unique_key = $2 AND state IN ('queued', 'running')`,
}
/** The queues and kinds of jobs that wait or run, but for those of `$2`. Few run, so what runs is read by its own index. */
const selectLivePairs = {
  name: 'svc.jobs.live-pairs',
  text: `
    WITH running AS MATERIALIZED (SELECT workspace_id, queue, kind, job_id FROM svc.jobs WHERE state = 'running')
    SELECT queue, kind FROM svc.jobs WHERE workspace_id = $1 AND state = 'queued' AND job_id <> ALL ($2::text[])
    UNION SELECT queue, kind FROM running WHERE workspace_id = $1 AND job_id <> ALL ($2::text[])`,
}
/** Waits for another request with the same key until that one is committed or undone. */
const takeRequests = {
  name: 'svc.jobs.take-requests',
  text: `
    INSERT INTO svc.job_requests AS old (workspace_id, key_hash, body_hash, expires_at)
    SELECT workspace_id, key_hash, body_hash, expires_at
    FROM unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) AS new (workspace_id, key_hash, body_hash, expires_at)
    ORDER BY workspace_id, key_hash
    ON CONFLICT (workspace_id, key_hash) DO UPDATE SET
      body_hash = excluded.body_hash, expires_at = excluded.expires_at, created = NULL, job = NULL
    WHERE old.expires_at <= ${now}
    RETURNING workspace_id, key_hash`,
}
const answerRequests = {
  name: 'svc.jobs.answer-requests',
  text: `
    UPDATE svc.job_requests AS r SET created = a.created, job_id = a.job_id, job = a.job
    FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[]) AS a (workspace_id, key_hash, created, job_id, job)
    WHERE r.workspace_id = a.workspace_id AND r.key_hash = a.key_hash`,
}
const selectRequests = {
  name: 'svc.jobs.requests',
  text: `
    SELECT r.workspace_id, r.key_hash, r.body_hash, r.created, r.job
    FROM unnest($1::text[], $2::text[]) AS k (workspace_id, key_hash)
    JOIN svc.job_requests AS r ON r.workspace_id = k.workspace_id AND r.key_hash = k.key_hash`,
}

/** How jobs come into being, with the requests that made them. */
export const enqueueStore = {
  /** By `job_id`; without those whose unique key is taken. `notify` goes out with the commit when there are any. */
  async insert(
    db: PostgresSession,
    params: { now: number | null; notify: string; jobs: readonly NewJobRecord[] },
  ): Promise<Map<string, JobRecord>> {
    const { jobs } = params
    const { rows } = await db.query<MadeRow>(insertJobs, [
      params.now,
      params.notify,
      ...columnsOf(jobs, 'workspace_id', 'job_id', 'queue', 'kind', 'priority', 'payload', 'max_attempts'),
      jobs.map(job => storable(job.unique_key)),
      ...columnsOf(jobs, 'run_at', 'created_at'),
    ])
    const runAts = new Map(rows.map(row => [row.job_id, row.run_at]))
    const made = jobs.flatMap((job): [string, JobRecord][] => {
      const at = runAts.get(job.job_id)
      if (at === undefined) return []
      const { request: _request, ...fields } = job
      return [[job.job_id, { ...fields, ...untouchedJob, run_at: at }]]
    })
    return new Map(made)
  },
  async liveByKey(db: PostgresSession, workspaceId: string, uniqueKey: string): Promise<JobRecord | undefined> {
    return (await db.query<JobRecord>(selectLiveByKey, [workspaceId, storable(uniqueKey)])).rows[0]
  },
  async livePairs(db: PostgresSession, workspaceId: string, except: readonly string[]): Promise<Pair[]> {
    return (await db.query<Pair>(selectLivePairs, [workspaceId, except])).rows
  },
  /** Those that were not made before, or so long ago that they count as new. */
  async takeRequests(
    db: PostgresSession,
    now: number | null,
    requests: readonly { workspace_id: string; key_hash: string; body_hash: string; expires_at: number }[],
  ): Promise<{ workspace_id: string; key_hash: string }[]> {
    const { rows } = await db.query<{ workspace_id: string; key_hash: string }>(takeRequests, [
      now,
      ...columnsOf(requests, 'workspace_id', 'key_hash', 'body_hash', 'expires_at'),
    ])
    return rows
  },
  async answerRequests(
    db: PostgresSession,
    answers: readonly (Omit<RequestRow, 'body_hash'> & { job_id: string })[],
  ): Promise<void> {
    await db.query(answerRequests, columnsOf(answers, 'workspace_id', 'key_hash', 'created', 'job_id', 'job'))
  },
  async requests(
    db: PostgresSession,
    keys: readonly { workspace_id: string; key_hash: string }[],
  ): Promise<RequestRow[]> {
    return (await db.query<RequestRow>(selectRequests, columnsOf(keys, 'workspace_id', 'key_hash'))).rows
  },
}
