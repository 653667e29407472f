import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

/** What this room keeps in each workspace's file. */
export const httpMigrations: readonly Migration[] = [
  defineMigration({
    id: '0001-idempotency',
    statements: [
      `CREATE TABLE kernel_idempotency (
         key_hash   TEXT PRIMARY KEY,
         body_hash  TEXT NOT NULL,
         owner      TEXT,
         status     INTEGER,
         headers    TEXT,
         body       BLOB,
         expires_at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
      'CREATE INDEX kernel_idempotency_expiry ON kernel_idempotency (expires_at)',
    ],
  }),
]
