import { defineMigration } from '@svc/plugin'

export default defineMigration({
  id: '0005-ml-requests',
  statements: [
    // Answers to requests with an Idempotency-Key that make versions of models.
    `CREATE TABLE ml_requests (
       key_hash   TEXT PRIMARY KEY,
       body_hash  TEXT NOT NULL,
       status     INTEGER NOT NULL,
       answer     TEXT NOT NULL,
       expires_at INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID`,
    `CREATE INDEX ml_requests_expiry ON ml_requests (expires_at)`,
  ],
})
