import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0003-samples',
  statements: [
    // What was added as sample data. A row without a record is of an addition under way, or of one that was cut off.
    `CREATE TABLE workspace_samples (
       sample    TEXT PRIMARY KEY,
       record_id TEXT,
       added_at  INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
  ],
})
