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
]
