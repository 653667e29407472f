import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-approvals',
  statements: [
    // What a task asks people, found again by the key of the task. `decisions` is a list of who decided what.
    `CREATE TABLE playbooks_approvals (
       approval_id     TEXT PRIMARY KEY NOT NULL,
       run_id          TEXT NOT NULL REFERENCES playbooks_runs (id) ON DELETE CASCADE,
       task            TEXT NOT NULL,
       key             TEXT NOT NULL UNIQUE,
       title           TEXT NOT NULL,
       body            TEXT,
       data            TEXT NOT NULL,
       form            TEXT,
       assignees       TEXT NOT NULL,
       needed          INTEGER NOT NULL,
       exclude_starter INTEGER NOT NULL,
       decisions       TEXT NOT NULL,
       answer          TEXT NOT NULL,
       status          TEXT NOT NULL,
       created_at      INTEGER NOT NULL,
       expires_at      INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX playbooks_approvals_by_run ON playbooks_approvals (run_id, approval_id)',
  ],
})
