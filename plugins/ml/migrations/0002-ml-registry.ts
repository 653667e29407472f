import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0002-ml-registry',
  statements: [
    // last_version only grows: the number of a version is never used again.
    `CREATE TABLE ml_models (
       model_id     TEXT PRIMARY KEY,
       name         TEXT NOT NULL UNIQUE,
       description  TEXT NOT NULL DEFAULT '',
       last_version INTEGER NOT NULL DEFAULT 0,
       created_at   INTEGER NOT NULL,
       updated_at   INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    // JSON in inputs and outputs. The files of a version are its own, so that it outlives its run.
    `CREATE TABLE ml_versions (
       model_id        TEXT NOT NULL REFERENCES ml_models (model_id) ON DELETE CASCADE,
       version         INTEGER NOT NULL,
       run_id          TEXT,
       source          TEXT NOT NULL,
       sha256          TEXT NOT NULL,
       inputs          TEXT NOT NULL,
       outputs         TEXT NOT NULL,
       dataset_id      TEXT,
       dataset_version INTEGER,
       dataset_name    TEXT,
       dataset_sha256  TEXT,
       stage           TEXT NOT NULL,
       state           TEXT NOT NULL,
       description     TEXT NOT NULL,
       user_id         TEXT NOT NULL,
       created_at      INTEGER NOT NULL,
       updated_at      INTEGER NOT NULL,
       PRIMARY KEY (model_id, version)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_versions_run ON ml_versions (run_id) WHERE run_id IS NOT NULL`,
    `CREATE TABLE ml_aliases (
       model_id TEXT NOT NULL,
       alias    TEXT NOT NULL,
       version  INTEGER NOT NULL,
       PRIMARY KEY (model_id, alias),
       FOREIGN KEY (model_id, version) REFERENCES ml_versions (model_id, version) ON DELETE CASCADE
     ) STRICT, WITHOUT ROWID`,
    // Tags of a model (version 0), or of a version.
    `CREATE TABLE ml_registry_tags (
       model_id TEXT NOT NULL REFERENCES ml_models (model_id) ON DELETE CASCADE,
       version  INTEGER NOT NULL,
       key      TEXT NOT NULL,
       value    TEXT NOT NULL,
       PRIMARY KEY (model_id, version, key)
     ) STRICT, WITHOUT ROWID`,
  ],
})
