import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-files',
  statements: [
    `CREATE TABLE files_contents (
       sha256 TEXT PRIMARY KEY,
       size   INTEGER NOT NULL,
       refs   INTEGER NOT NULL CHECK (refs > 0)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE files_files (
       file_id      TEXT PRIMARY KEY,
       path         TEXT NOT NULL,
       sha256       TEXT NOT NULL,
       size         INTEGER NOT NULL,
       content_type TEXT NOT NULL,
       version      INTEGER NOT NULL,
       links        INTEGER NOT NULL DEFAULT 1,
       created_at   INTEGER NOT NULL,
       updated_at   INTEGER NOT NULL,
       deleted_at   INTEGER
     ) STRICT, WITHOUT ROWID`,
    `CREATE UNIQUE INDEX files_files_path ON files_files (path) WHERE deleted_at IS NULL`,
    `CREATE INDEX files_files_trash ON files_files (deleted_at, file_id) WHERE deleted_at IS NOT NULL`,
    `CREATE TABLE files_versions (
       file_id      TEXT NOT NULL REFERENCES files_files (file_id) ON DELETE CASCADE,
       version      INTEGER NOT NULL,
       sha256       TEXT NOT NULL REFERENCES files_contents (sha256),
       size         INTEGER NOT NULL,
       content_type TEXT NOT NULL,
       created_at   INTEGER NOT NULL,
       created_by   TEXT NOT NULL,
       PRIMARY KEY (file_id, version)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX files_versions_content ON files_versions (sha256)`,
    `CREATE TABLE files_usage (
       one   INTEGER PRIMARY KEY CHECK (one = 1),
       bytes INTEGER NOT NULL CHECK (bytes >= 0)
     ) STRICT`,
    `INSERT INTO files_usage (one, bytes) VALUES (1, 0)`,
    `CREATE TABLE files_uploads (
       upload_id    TEXT PRIMARY KEY,
       path         TEXT NOT NULL,
       content_type TEXT,
       metadata     TEXT NOT NULL,
       length       INTEGER NOT NULL,
       came         INTEGER NOT NULL,
       file_id      TEXT,
       created_by   TEXT NOT NULL,
       expires_at   INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX files_uploads_expiry ON files_uploads (expires_at)`,
    `CREATE TABLE files_requests (
       key_hash   TEXT PRIMARY KEY,
       body_hash  TEXT NOT NULL,
       status     INTEGER NOT NULL,
       answer     TEXT NOT NULL,
       expires_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX files_requests_expiry ON files_requests (expires_at)`,
  ],
})
