import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0003-ml-logged-models',
  statements: [
    // A model as clients of MLflow 3 log it: a record of its own beside the run that made it, with its own files.
    `CREATE TABLE ml_logged_models (
       model_id       TEXT PRIMARY KEY,
       experiment_id  TEXT NOT NULL REFERENCES ml_experiments (experiment_id) ON DELETE CASCADE,
       name           TEXT NOT NULL,
       model_type     TEXT,
       source_run_id  TEXT,
       status         TEXT NOT NULL,
       status_message TEXT,
       user_id        TEXT NOT NULL,
       created_at     INTEGER NOT NULL,
       updated_at     INTEGER NOT NULL,
       deleted_at     INTEGER
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_logged_models_newest ON ml_logged_models (experiment_id, created_at DESC, model_id)`,
    `CREATE INDEX ml_logged_models_run ON ml_logged_models (source_run_id) WHERE source_run_id IS NOT NULL`,
    `CREATE INDEX ml_logged_models_deleted ON ml_logged_models (deleted_at) WHERE deleted_at IS NOT NULL`,
    // kind: param or tag.
    `CREATE TABLE ml_logged_model_labels (
       model_id TEXT NOT NULL REFERENCES ml_logged_models (model_id) ON DELETE CASCADE,
       kind     TEXT NOT NULL,
       key      TEXT NOT NULL,
       value    TEXT NOT NULL,
       PRIMARY KEY (model_id, kind, key)
     ) STRICT, WITHOUT ROWID`,
    // The last value of each metric that names the model; a value that is no number (NaN) is NULL.
    `CREATE TABLE ml_logged_model_metrics (
       model_id  TEXT NOT NULL REFERENCES ml_logged_models (model_id) ON DELETE CASCADE,
       run_id    TEXT NOT NULL,
       key       TEXT NOT NULL,
       value     REAL,
       step      INTEGER NOT NULL,
       timestamp INTEGER NOT NULL,
       PRIMARY KEY (model_id, run_id, key)
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_versions_source ON ml_versions (source)`,
    // Which models went into a run (input) and came out of it (output).
    `CREATE TABLE ml_run_models (
       run_id   TEXT NOT NULL REFERENCES ml_runs (run_id) ON DELETE CASCADE,
       side     TEXT NOT NULL,
       model_id TEXT NOT NULL,
       step     INTEGER NOT NULL,
       PRIMARY KEY (run_id, side, model_id)
     ) STRICT, WITHOUT ROWID`,
  ],
})
