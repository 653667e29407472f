import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0003-listening',
  statements: [
    // Tasks that wait for events. `place`: how far the log is read for them; `is_called`: something there may be for them. `types`: null for all.
    `CREATE TABLE playbooks_listeners (
       key       TEXT PRIMARY KEY NOT NULL,
       run_id    TEXT NOT NULL REFERENCES playbooks_runs (id) ON DELETE CASCADE,
       types     TEXT,
       place     INTEGER NOT NULL,
       is_called INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX playbooks_listeners_by_run ON playbooks_listeners (run_id)',
    'CREATE INDEX playbooks_listeners_by_types ON playbooks_listeners (is_called, types, place)',
    // Events that clients have published, by the hash of source and id.
    `CREATE TABLE playbooks_published (
       key TEXT PRIMARY KEY NOT NULL,
       at  INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX playbooks_published_by_age ON playbooks_published (at)',
  ],
})
