import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

/** The job table of a workspace. Owner: the kernel. */
export const jobMigrations: Migration[] = [
  defineMigration({
    id: '0001-jobs',
    statements: [
      `CREATE TABLE kernel_jobs (
        job_id TEXT PRIMARY KEY,
        queue TEXT NOT NULL,
        kind TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'cancelled', 'dead')),
        priority INTEGER NOT NULL,
        payload TEXT NOT NULL,
        result TEXT,
        error TEXT,
        progress REAL NOT NULL DEFAULT 0,
        attempt INTEGER NOT NULL DEFAULT 0,
        max_attempts INTEGER NOT NULL,
        unique_key TEXT,
        run_at INTEGER NOT NULL,
        worker_id TEXT,
        claim_token TEXT,
        lease_expires_at INTEGER,
        cancel_requested INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER
      ) STRICT`,
      `CREATE INDEX kernel_jobs_ready ON kernel_jobs (priority DESC, run_at, job_id) WHERE state = 'queued'`,
      `CREATE INDEX kernel_jobs_due ON kernel_jobs (run_at) WHERE state = 'queued'`,
      `CREATE INDEX kernel_jobs_running ON kernel_jobs (worker_id) WHERE state = 'running'`,
      `CREATE UNIQUE INDEX kernel_jobs_unique ON kernel_jobs (unique_key)
        WHERE unique_key IS NOT NULL AND state IN ('queued', 'running')`,
      `CREATE INDEX kernel_jobs_by_state ON kernel_jobs (state, job_id)`,
      `CREATE INDEX kernel_jobs_by_kind ON kernel_jobs (kind, job_id)`,
      `CREATE INDEX kernel_jobs_by_queue ON kernel_jobs (queue, job_id)`,
    ],
  }),
  defineMigration({
    id: '0002-job-queue',
    statements: [
      // 1 while the job is queued and its time has come: what waits for its time must not stand in the way of a claim.
      `ALTER TABLE kernel_jobs ADD COLUMN ready INTEGER NOT NULL DEFAULT 0`,
      `DROP INDEX kernel_jobs_ready`,
      `DROP INDEX kernel_jobs_due`,
      `DROP INDEX kernel_jobs_running`,
      `DROP INDEX kernel_jobs_by_state`,
      `CREATE INDEX kernel_jobs_ready ON kernel_jobs (queue, kind, priority DESC, run_at, job_id) WHERE ready = 1`,
      `CREATE INDEX kernel_jobs_delayed ON kernel_jobs (run_at) WHERE state = 'queued' AND ready = 0`,
      `CREATE INDEX kernel_jobs_leased ON kernel_jobs (lease_expires_at, queue, kind) WHERE state = 'running'`,
      // Two instead of one of all states, which each job would go through five times.
      `CREATE INDEX kernel_jobs_queued ON kernel_jobs (job_id) WHERE state = 'queued'`,
      `CREATE INDEX kernel_jobs_ended ON kernel_jobs (state, job_id) WHERE finished_at IS NOT NULL`,
      `CREATE TABLE kernel_job_counts (
        queue TEXT NOT NULL,
        state TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (queue, state)
      ) STRICT, WITHOUT ROWID`,
      `INSERT INTO kernel_job_counts SELECT queue, state, count(*) FROM kernel_jobs GROUP BY queue, state`,
      `CREATE TABLE kernel_job_requests (
        key_hash TEXT PRIMARY KEY,
        body_hash TEXT NOT NULL,
        job_id TEXT NOT NULL,
        created INTEGER NOT NULL,
        answer TEXT NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
      `CREATE INDEX kernel_job_requests_by_job ON kernel_job_requests (job_id, expires_at)`,
      `CREATE INDEX kernel_job_requests_by_end ON kernel_job_requests (expires_at)`,
      `CREATE TABLE kernel_job_schedules (
        name TEXT PRIMARY KEY,
        cron TEXT NOT NULL,
        timezone TEXT NOT NULL,
        misfire TEXT NOT NULL CHECK (misfire IN ('run_once', 'skip')),
        enabled INTEGER NOT NULL,
        job TEXT NOT NULL,
        next_run_at INTEGER,
        last_run_at INTEGER,
        last_job_id TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID`,
      `CREATE INDEX kernel_job_schedules_due ON kernel_job_schedules (next_run_at) WHERE enabled = 1 AND next_run_at IS NOT NULL`,
    ],
  }),
  defineMigration({
    id: '0003-job-payloads',
    // Jobs that are there keep theirs in the row until they are claimed: to move all of them would take as long as to write them again.
    statements: [`CREATE TABLE kernel_job_payloads (job_id TEXT PRIMARY KEY, payload TEXT NOT NULL) STRICT`],
  }),
]
