import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-ml',
  statements: [
    `CREATE TABLE ml_experiments (
       experiment_id TEXT PRIMARY KEY,
       name          TEXT NOT NULL UNIQUE,
       description   TEXT NOT NULL DEFAULT '',
       created_at    INTEGER NOT NULL,
       updated_at    INTEGER NOT NULL,
       deleted_at    INTEGER
     ) STRICT, WITHOUT ROWID`,
    `INSERT INTO ml_experiments (experiment_id, name, created_at, updated_at)
       VALUES ('exp_default', 'Default', CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER))`,
    `CREATE TABLE ml_experiment_tags (
       experiment_id TEXT NOT NULL REFERENCES ml_experiments (experiment_id) ON DELETE CASCADE,
       key           TEXT NOT NULL,
       value         TEXT NOT NULL,
       PRIMARY KEY (experiment_id, key)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE ml_runs (
       run_id          TEXT PRIMARY KEY,
       experiment_id   TEXT NOT NULL REFERENCES ml_experiments (experiment_id),
       name            TEXT NOT NULL,
       status          TEXT NOT NULL,
       failure         TEXT,
       user_id         TEXT NOT NULL,
       dataset_id      TEXT,
       dataset_version INTEGER,
       dataset_name    TEXT,
       dataset_sha256  TEXT,
       job_id          TEXT,
       session_id      TEXT,
       parent_run_id   TEXT,
       created_at      INTEGER NOT NULL,
       newest_at       INTEGER NOT NULL,
       started_at      INTEGER,
       finished_at     INTEGER,
       deleted_at      INTEGER
     ) STRICT, WITHOUT ROWID`,
    // Newest first is the order of every list that names no other: by the start, or before it by when the run was made.
    `CREATE INDEX ml_runs_newest ON ml_runs (newest_at DESC, run_id)`,
    `CREATE INDEX ml_runs_experiment ON ml_runs (experiment_id, newest_at DESC, run_id)`,
    `CREATE INDEX ml_runs_deleted ON ml_runs (deleted_at) WHERE deleted_at IS NOT NULL`,
    `CREATE INDEX ml_runs_dataset ON ml_runs (dataset_id, dataset_version) WHERE dataset_id IS NOT NULL`,
    `CREATE INDEX ml_runs_job ON ml_runs (job_id) WHERE job_id IS NOT NULL`,
    `CREATE INDEX ml_runs_parent ON ml_runs (parent_run_id) WHERE parent_run_id IS NOT NULL`,
    `CREATE TABLE ml_run_results (
       run_id TEXT PRIMARY KEY REFERENCES ml_runs (run_id) ON DELETE CASCADE,
       result TEXT NOT NULL
     ) STRICT`,
    `CREATE TABLE ml_params (
       run_id TEXT NOT NULL REFERENCES ml_runs (run_id) ON DELETE CASCADE,
       key    TEXT NOT NULL,
       value  TEXT NOT NULL,
       PRIMARY KEY (run_id, key)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_params_value ON ml_params (key, value)`,
    `CREATE TABLE ml_tags (
       run_id TEXT NOT NULL REFERENCES ml_runs (run_id) ON DELETE CASCADE,
       key    TEXT NOT NULL,
       value  TEXT NOT NULL,
       PRIMARY KEY (run_id, key)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_tags_value ON ml_tags (key, value)`,
    // One metric of one run, with its last point. A value that is no number (NaN) is NULL here, so that it compares with nothing.
    `CREATE TABLE ml_series (
       series_id      INTEGER PRIMARY KEY,
       run_id         TEXT NOT NULL REFERENCES ml_runs (run_id) ON DELETE CASCADE,
       key            TEXT NOT NULL,
       last_value     REAL,
       last_step      INTEGER NOT NULL,
       last_timestamp INTEGER NOT NULL,
       UNIQUE (run_id, key)
     ) STRICT`,
    `CREATE INDEX ml_series_value ON ml_series (key, last_value)`,
    // The history: a value is a number, or the text NaN, for which SQLite has no number. The same point twice is one.
    `CREATE TABLE ml_points (
       series_id INTEGER NOT NULL REFERENCES ml_series (series_id) ON DELETE CASCADE,
       step      INTEGER NOT NULL,
       timestamp INTEGER NOT NULL,
       value     ANY NOT NULL,
       PRIMARY KEY (series_id, step, timestamp, value)
     ) STRICT, WITHOUT ROWID`,
    // Datasets as a client of MLflow logs them; JSON in tags.
    `CREATE TABLE ml_inputs (
       run_id        TEXT NOT NULL REFERENCES ml_runs (run_id) ON DELETE CASCADE,
       experiment_id TEXT NOT NULL,
       name          TEXT NOT NULL,
       digest        TEXT NOT NULL,
       source_type   TEXT NOT NULL,
       source        TEXT NOT NULL,
       schema        TEXT,
       profile       TEXT,
       context       TEXT,
       tags          TEXT NOT NULL,
       PRIMARY KEY (run_id, name, digest)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_inputs_experiment ON ml_inputs (experiment_id, name, digest, context)`,
    // The bytes of artifacts are kept once, under the hash of what they are.
    `CREATE TABLE ml_contents (
       sha256 TEXT PRIMARY KEY,
       size   INTEGER NOT NULL,
       refs   INTEGER NOT NULL CHECK (refs > 0)
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE ml_usage (
       one   INTEGER PRIMARY KEY CHECK (one = 1),
       bytes INTEGER NOT NULL CHECK (bytes >= 0)
     ) STRICT`,
    `INSERT INTO ml_usage (one, bytes) VALUES (1, 0)`,
    // The owner is a run, a logged model, or a version of a registered model.
    `CREATE TABLE ml_artifacts (
       owner      TEXT NOT NULL,
       path       TEXT NOT NULL,
       sha256     TEXT NOT NULL REFERENCES ml_contents (sha256),
       size       INTEGER NOT NULL,
       created_at INTEGER NOT NULL,
       PRIMARY KEY (owner, path)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_artifacts_content ON ml_artifacts (sha256)`,
  ],
})
