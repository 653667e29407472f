import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-exports',
  statements: [
    // Times are milliseconds since the epoch; `facts` is JSON of what is known once the file is there, `has_file` until it expires.
    `CREATE TABLE export_exports (
       export_id  TEXT PRIMARY KEY,
       format     TEXT NOT NULL,
       title      TEXT NOT NULL,
       file_name  TEXT NOT NULL,
       status     TEXT NOT NULL CHECK (status IN ('running', 'succeeded', 'failed')),
       job_id     TEXT,
       order_json TEXT NOT NULL,
       size       INTEGER,
       has_file   INTEGER NOT NULL DEFAULT 0,
       facts      TEXT NOT NULL,
       created_by TEXT NOT NULL,
       created_at INTEGER NOT NULL,
       expires_at INTEGER NOT NULL
     ) STRICT`,
    `CREATE INDEX export_exports_expiry ON export_exports (expires_at) WHERE has_file = 1`,
    `CREATE INDEX export_exports_running ON export_exports (export_id) WHERE status = 'running'`,
    `CREATE TABLE export_items (
       export_id TEXT NOT NULL REFERENCES export_exports (export_id) ON DELETE CASCADE,
       position  INTEGER NOT NULL,
       type      TEXT NOT NULL,
       record_id TEXT,
       version   TEXT,
       title     TEXT NOT NULL,
       sha256    TEXT NOT NULL,
       PRIMARY KEY (export_id, position)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX export_items_record ON export_items (type, record_id)`,
  ],
})
