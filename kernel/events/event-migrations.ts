import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

/** The event log of a workspace, and how far it was pruned. Owner: the kernel. */
export const eventMigrations: readonly Migration[] = [
  defineMigration({
    id: '0003-events',
    statements: [
      `CREATE TABLE kernel_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        event_id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL,
        at TEXT NOT NULL,
        data TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE kernel_events_pruned (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        seq INTEGER NOT NULL,
        event_id TEXT NOT NULL,
        newest_id TEXT NOT NULL
      ) STRICT`,
    ],
  }),
]
