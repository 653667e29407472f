import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0004-schedules',
  statements: [
    // `caller`: who switched it on; its runs act as they. `revision`: of the definition for which the times hold. `place` and `consumed`: of `on`.
    `CREATE TABLE playbooks_schedules (
       playbook_id TEXT PRIMARY KEY NOT NULL REFERENCES playbooks_definitions (id) ON DELETE CASCADE,
       enabled     INTEGER NOT NULL,
       caller      TEXT NOT NULL,
       revision    INTEGER NOT NULL,
       next_at     INTEGER,
       last_run_id TEXT,
       place       INTEGER NOT NULL,
       consumed    TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
  ],
})
