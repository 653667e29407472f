import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0001-webhooks',
  statements: [
    `CREATE TABLE webhooks_endpoints (
       id              TEXT PRIMARY KEY,
       url             TEXT NOT NULL,
       description     TEXT,
       events          TEXT NOT NULL,
       status          TEXT NOT NULL CHECK (status IN ('enabled', 'disabled', 'deleted')),
       disabled_reason TEXT,
       secret          TEXT NOT NULL,
       previous_secret TEXT,
       previous_until  INTEGER,
       created_by      TEXT NOT NULL,
       admin_by        TEXT,
       failing_since   INTEGER,
       created_at      INTEGER NOT NULL,
       updated_at      INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE webhooks_deliveries (
       id          TEXT PRIMARY KEY,
       endpoint_id TEXT NOT NULL REFERENCES webhooks_endpoints (id),
       event_id    TEXT NOT NULL,
       event_type  TEXT NOT NULL,
       for_admins  INTEGER NOT NULL,
       body        TEXT NOT NULL,
       status      TEXT NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
       error       TEXT,
       tries       INTEGER NOT NULL DEFAULT 0,
       attempts    INTEGER NOT NULL DEFAULT 0,
       is_claimed  INTEGER NOT NULL DEFAULT 0,
       due_at      INTEGER,
       created_at  INTEGER NOT NULL,
       finished_at INTEGER,
       CHECK ((status = 'pending') = (due_at IS NOT NULL) AND (status = 'pending') = (finished_at IS NULL))
     ) STRICT`,
    `CREATE INDEX webhooks_deliveries_due ON webhooks_deliveries (endpoint_id, due_at) WHERE status = 'pending'`,
    `CREATE INDEX webhooks_deliveries_of_endpoint ON webhooks_deliveries (endpoint_id, id)`,
    `CREATE INDEX webhooks_deliveries_finished ON webhooks_deliveries (finished_at) WHERE status <> 'pending'`,
    `CREATE TABLE webhooks_attempts (
       delivery_id TEXT NOT NULL REFERENCES webhooks_deliveries (id) ON DELETE CASCADE,
       number      INTEGER NOT NULL,
       at          INTEGER NOT NULL,
       duration_ms INTEGER NOT NULL,
       status      INTEGER,
       error       TEXT,
       answer      TEXT,
       PRIMARY KEY (delivery_id, number)
     ) STRICT, WITHOUT ROWID`,
  ],
})
