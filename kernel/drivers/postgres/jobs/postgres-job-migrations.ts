import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

/** The queue in the schema `svc`, after the steps of the control plane. Owner: the kernel. */
export const postgresJobMigrations: Migration[] = [
  defineMigration({
    id: '0002-jobs',
    statements: [
      // Rows are rewritten at each step of a job: dead versions go early, before the indexes grow on them.
      `CREATE TABLE svc.jobs (
        workspace_id text COLLATE "C" NOT NULL,
        job_id text COLLATE "C" NOT NULL,
        queue text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL CHECK (state IN ('queued', 'running', 'succeeded', 'cancelled', 'dead')),
        ready boolean NOT NULL,
        cancel_requested boolean NOT NULL DEFAULT false,
        priority integer NOT NULL,
        attempt integer NOT NULL DEFAULT 0,
        max_attempts integer NOT NULL,
        progress double precision NOT NULL DEFAULT 0,
        run_at bigint NOT NULL,
        lease_expires_at bigint,
        created_at bigint NOT NULL,
        started_at bigint,
        finished_at bigint,
        worker_id text,
        claim_token text,
        settled text,
        unique_key text COLLATE "C",
        payload text NOT NULL,
        result text,
        error text,
        PRIMARY KEY (workspace_id, job_id)
      ) WITH (
        autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000,
        autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0
      )`,
      `CREATE INDEX jobs_ready ON svc.jobs (workspace_id, queue, kind, priority DESC, run_at, job_id)
        WHERE state = 'queued' AND ready`,
      `CREATE INDEX jobs_delayed ON svc.jobs (run_at) WHERE state = 'queued' AND NOT ready`,
      `CREATE INDEX jobs_leases ON svc.jobs (lease_expires_at) WHERE state = 'running'`,
      `CREATE UNIQUE INDEX jobs_unique ON svc.jobs (workspace_id, unique_key)
        WHERE unique_key IS NOT NULL AND state IN ('queued', 'running')`,
      `CREATE INDEX jobs_by_state ON svc.jobs (workspace_id, state, job_id) INCLUDE (queue)`,
      `CREATE INDEX jobs_finished ON svc.jobs (finished_at) WHERE finished_at IS NOT NULL`,
      `CREATE INDEX jobs_dead ON svc.jobs (queue) WHERE state = 'dead'`,
      `CREATE TABLE svc.job_requests (
        workspace_id text COLLATE "C" NOT NULL,
        key_hash text COLLATE "C" NOT NULL,
        body_hash text NOT NULL,
        expires_at bigint NOT NULL,
        created boolean,
        job_id text COLLATE "C",
        job text,
        PRIMARY KEY (workspace_id, key_hash)
      )`,
      `CREATE INDEX job_requests_by_job ON svc.job_requests (workspace_id, job_id)`,
      `CREATE INDEX job_requests_expiry ON svc.job_requests (expires_at)`,
      `CREATE TABLE svc.job_schedules (
        workspace_id text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        cron text NOT NULL,
        timezone text NOT NULL,
        misfire text NOT NULL,
        enabled boolean NOT NULL,
        job text NOT NULL,
        next_run_at bigint,
        last_run_at bigint,
        last_job_id text,
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL,
        PRIMARY KEY (workspace_id, name)
      )`,
      `CREATE INDEX job_schedules_due ON svc.job_schedules (next_run_at) WHERE enabled AND next_run_at IS NOT NULL`,
      `CREATE TABLE svc.job_rates (
        queue text COLLATE "C" PRIMARY KEY,
        tokens double precision NOT NULL,
        updated_at bigint NOT NULL
      )`,
      `CREATE TABLE svc.event_outbox (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        workspace_id text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        events json NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`,
    ],
  }),
  defineMigration({
    id: '0003-cheaper-steps',
    statements: [
      // A job passes through `running` for a moment: those that do are few, and found by their leases.
      `DROP INDEX svc.jobs_by_state`,
      `CREATE INDEX jobs_by_state ON svc.jobs (workspace_id, state, job_id) INCLUDE (queue, kind) WHERE state <> 'running'`,
      // What happened to many jobs is one row of arrays: an object for each cost more than the step itself.
      `ALTER TABLE svc.event_outbox RENAME TO event_outbox_before`,
      `CREATE TABLE svc.event_outbox (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        workspace_id text COLLATE "C" NOT NULL,
        at bigint NOT NULL,
        type text NOT NULL,
        kind text NOT NULL,
        queue text NOT NULL,
        job_ids text[] NOT NULL,
        attempts integer[] NOT NULL,
        errors text[] NOT NULL
      ) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`,
      `INSERT INTO svc.event_outbox (workspace_id, at, type, kind, queue, job_ids, attempts, errors)
        SELECT old.workspace_id, old.at, event ->> 'type', event -> 'data' ->> 'kind', event -> 'data' ->> 'queue',
          ARRAY[event -> 'data' ->> 'job_id'], ARRAY[(event -> 'data' ->> 'attempt')::integer],
          ARRAY[event -> 'data' -> 'error' ->> 'message']
        FROM svc.event_outbox_before AS old
        CROSS JOIN LATERAL json_array_elements(old.events) WITH ORDINALITY AS e (event, n) ORDER BY old.position, e.n`,
      `DROP TABLE svc.event_outbox_before`,
    ],
  }),
  defineMigration({ id: '0006-other-events', statements: ['ALTER TABLE svc.event_outbox ADD COLUMN data json'] }),
]
