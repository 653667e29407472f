import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0004-imports',
  statements: [
    // Imports that wait for their job, or that it has begun: `order_json` says what they are, `progress_json` how far they are.
    `CREATE TABLE memory_imports (
       import_id     TEXT PRIMARY KEY,
       order_json    TEXT NOT NULL,
       progress_json TEXT,
       created_at    INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE memory_import_files (
       import_id    TEXT NOT NULL REFERENCES memory_imports (import_id) ON DELETE CASCADE,
       position     INTEGER NOT NULL,
       name         TEXT NOT NULL,
       content_type TEXT,
       sha256       TEXT NOT NULL,
       PRIMARY KEY (import_id, position)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX memory_import_files_sha256 ON memory_import_files (sha256)`,
  ],
})
