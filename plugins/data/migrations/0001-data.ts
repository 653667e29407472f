import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-data',
  statements: [
    `CREATE TABLE data_datasets (
       dataset_id     TEXT PRIMARY KEY,
       name           TEXT NOT NULL,
       table_name     TEXT NOT NULL COLLATE NOCASE UNIQUE,
       description    TEXT NOT NULL,
       tags           TEXT NOT NULL,
       key_columns    TEXT,
       latest_version INTEGER NOT NULL,
       next_version   INTEGER NOT NULL,
       words          TEXT NOT NULL,
       created_at     INTEGER NOT NULL,
       updated_at     INTEGER NOT NULL,
       created_by     TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE data_versions (
       dataset_id     TEXT NOT NULL REFERENCES data_datasets (dataset_id) ON DELETE CASCADE,
       version        INTEGER NOT NULL,
       file           TEXT NOT NULL,
       rows           INTEGER NOT NULL,
       bytes          INTEGER NOT NULL,
       sha256         TEXT NOT NULL,
       columns        TEXT NOT NULL,
       schema_changes TEXT,
       origin         TEXT NOT NULL,
       reading        TEXT,
       warnings       TEXT NOT NULL,
       rejected       TEXT NOT NULL,
       created_at     INTEGER NOT NULL,
       created_by     TEXT NOT NULL,
       PRIMARY KEY (dataset_id, version)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX data_versions_file ON data_versions (file, bytes)`,
    // Files on their way in or out: whoever ends in between, the next start knows which they are.
    `CREATE TABLE data_unsettled (
       file   TEXT PRIMARY KEY,
       holder TEXT NOT NULL,
       since  INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE data_uploads (
       upload_id  TEXT PRIMARY KEY,
       bytes      INTEGER NOT NULL,
       created_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE data_profiles (
       file    TEXT PRIMARY KEY,
       profile TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE data_diffs (
       from_file   TEXT NOT NULL,
       to_file     TEXT NOT NULL,
       key_columns TEXT NOT NULL,
       diff        TEXT NOT NULL,
       PRIMARY KEY (from_file, to_file, key_columns)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX data_diffs_to ON data_diffs (to_file)`,
    `CREATE TABLE data_saved_queries (
       query_id    TEXT PRIMARY KEY,
       name        TEXT NOT NULL COLLATE NOCASE UNIQUE,
       description TEXT NOT NULL,
       sql         TEXT NOT NULL,
       params      TEXT NOT NULL,
       created_at  INTEGER NOT NULL,
       updated_at  INTEGER NOT NULL,
       created_by  TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE data_requests (
       key_hash   TEXT PRIMARY KEY,
       body_hash  TEXT NOT NULL,
       status     INTEGER NOT NULL,
       answer     TEXT NOT NULL,
       expires_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX data_requests_expiry ON data_requests (expires_at)`,
  ],
})
