import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0004-bin',
  statements: [
    // Rows of notes and tasks that were deleted, as JSON, until they are brought back or a day has gone.
    `CREATE TABLE workspace_bin (
       record_id  TEXT PRIMARY KEY,
       record     TEXT NOT NULL,
       deleted_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX workspace_bin_deleted ON workspace_bin (deleted_at, record_id)`,
  ],
})
