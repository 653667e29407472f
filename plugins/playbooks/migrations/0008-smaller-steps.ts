import { defineMigration } from '@svc/plugin'

/** The tables of tasks and of events, so that a step of a run writes fewer pages of the file. */
export default defineMigration({
  id: '0008-smaller-steps',
  statements: [
    // Under its run, so that no index is needed beside. `raw_input` is null where `input` is the same; `input` is null where it is the output
    // of the task `input_from`. What may be long comes last.
    `CREATE TABLE playbooks_tasks_smaller (
       run_id           TEXT NOT NULL REFERENCES playbooks_runs (id) ON DELETE CASCADE,
       id               TEXT NOT NULL,
       parent_id        TEXT,
       name             TEXT NOT NULL,
       reference        TEXT NOT NULL,
       iteration        TEXT NOT NULL,
       kind             TEXT NOT NULL,
       call             TEXT,
       attempt          INTEGER NOT NULL,
       completed_before INTEGER NOT NULL,
       key              TEXT NOT NULL,
       status           TEXT NOT NULL,
       skipped          INTEGER NOT NULL,
       crashes          INTEGER NOT NULL,
       superseded       INTEGER NOT NULL DEFAULT 0,
       started_at       INTEGER NOT NULL,
       ended_at         INTEGER,
       wake_at          INTEGER,
       deadline_at      INTEGER,
       waiting          TEXT,
       usage            TEXT NOT NULL,
       error            TEXT,
       input_from       TEXT,
       raw_input        TEXT,
       input            TEXT,
       arguments        TEXT NOT NULL,
       output           TEXT NOT NULL,
       position         TEXT NOT NULL,
       context          TEXT,
       PRIMARY KEY (run_id, id)
     ) STRICT, WITHOUT ROWID`,
    `INSERT INTO playbooks_tasks_smaller (run_id, id, parent_id, name, reference, iteration, kind, call, attempt, completed_before, key, status,
         skipped, crashes, superseded, started_at, ended_at, wake_at, deadline_at, waiting, usage, error, raw_input, input, arguments, output,
         position, context)
       SELECT run_id, id, parent_id, name, reference, iteration, kind, call, attempt, completed_before, key, status, skipped, crashes,
         superseded, started_at, ended_at, wake_at, deadline_at, waiting, usage, error, raw_input, input, arguments, output, position, context
       FROM playbooks_tasks`,
    'DROP TABLE playbooks_tasks',
    'ALTER TABLE playbooks_tasks_smaller RENAME TO playbooks_tasks',
    'CREATE INDEX playbooks_tasks_by_place ON playbooks_tasks (run_id, reference, iteration, id)',
    'CREATE INDEX playbooks_tasks_live ON playbooks_tasks (run_id) WHERE ended_at IS NULL',
    'CREATE INDEX playbooks_tasks_by_parent ON playbooks_tasks (run_id, parent_id, id) WHERE parent_id IS NOT NULL',
    // Those of one commit: `[[type, data], …]`. `seq` is that of the last.
    `CREATE TABLE playbooks_run_events_smaller (
       run_id TEXT NOT NULL REFERENCES playbooks_runs (id) ON DELETE CASCADE,
       seq    INTEGER NOT NULL,
       at     INTEGER NOT NULL,
       events TEXT NOT NULL,
       PRIMARY KEY (run_id, seq)
     ) STRICT, WITHOUT ROWID`,
    `INSERT INTO playbooks_run_events_smaller (run_id, seq, at, events)
       SELECT run_id, seq, at, json_array(json_array(type, json(data))) FROM playbooks_run_events`,
    'DROP TABLE playbooks_run_events',
    'ALTER TABLE playbooks_run_events_smaller RENAME TO playbooks_run_events',
  ],
})
