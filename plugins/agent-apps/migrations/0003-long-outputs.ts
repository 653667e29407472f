import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0003-long-outputs',
  statements: [
    // Null: the output stands in the row, or there is none.
    'ALTER TABLE agent_apps_runs ADD COLUMN parts_bytes INTEGER',
    `CREATE TABLE agent_apps_run_outputs (
      run_id TEXT NOT NULL REFERENCES agent_apps_runs (run_id) ON DELETE CASCADE,
      part INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (run_id, part)
    ) STRICT`,
  ],
})
