import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-runs',
  statements: [
    `CREATE TABLE agent_apps_runs (
      run_id TEXT PRIMARY KEY NOT NULL,
      app TEXT NOT NULL,
      version TEXT NOT NULL,
      runner TEXT NOT NULL,
      status TEXT NOT NULL,
      output TEXT,
      error TEXT,
      usage TEXT NOT NULL,
      started_at TEXT NOT NULL,
      finished_at TEXT,
      user_id TEXT NOT NULL,
      key_id TEXT,
      job_id TEXT,
      process_id TEXT NOT NULL
    ) STRICT`,
    'CREATE INDEX agent_apps_runs_by_app ON agent_apps_runs (app, run_id)',
    'CREATE INDEX agent_apps_runs_by_status ON agent_apps_runs (status, run_id)',
    `CREATE TABLE agent_apps_run_events (
      run_id TEXT NOT NULL REFERENCES agent_apps_runs (run_id) ON DELETE CASCADE,
      first_id INTEGER NOT NULL,
      events TEXT NOT NULL,
      PRIMARY KEY (run_id, first_id)
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE agent_apps_fires (
      app TEXT NOT NULL,
      fire_at TEXT NOT NULL,
      run_id TEXT NOT NULL,
      PRIMARY KEY (app, fire_at)
    ) STRICT, WITHOUT ROWID`,
  ],
})
