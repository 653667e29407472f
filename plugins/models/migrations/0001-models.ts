import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-models',
  statements: [
    `CREATE TABLE models_providers (
       id              TEXT PRIMARY KEY,
       name            TEXT NOT NULL UNIQUE,
       kind            TEXT NOT NULL,
       base_url        TEXT,
       api_key         TEXT,
       models          TEXT NOT NULL,
       timeout_seconds INTEGER NOT NULL,
       trusted         INTEGER NOT NULL,
       created_by      TEXT NOT NULL,
       created_at      INTEGER NOT NULL,
       updated_at      INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE models_settings (
       name  TEXT PRIMARY KEY,
       value TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
    // What was asked of models, never what was said. The ids sort by time.
    `CREATE TABLE models_calls (
       id                TEXT PRIMARY KEY,
       at                INTEGER NOT NULL,
       key_id            TEXT,
       user_id           TEXT NOT NULL,
       model             TEXT NOT NULL,
       provider          TEXT NOT NULL,
       kind              TEXT NOT NULL CHECK (kind IN ('chat', 'embedding')),
       prompt_tokens     INTEGER NOT NULL,
       completion_tokens INTEGER NOT NULL,
       cost_usd          REAL,
       duration_ms       INTEGER NOT NULL,
       outcome           TEXT NOT NULL CHECK (outcome IN ('succeeded', 'failed', 'cancelled'))
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE models_key_days (
       key_id TEXT NOT NULL,
       day    TEXT NOT NULL,
       tokens INTEGER NOT NULL,
       PRIMARY KEY (key_id, day)
     ) STRICT, WITHOUT ROWID`,
  ],
})
