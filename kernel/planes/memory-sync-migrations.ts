import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

/** How far the workspace's vectors are in an index outside of its file. Owner: the kernel. */
export const memorySyncMigrations: Migration[] = [
  defineMigration({
    id: '0005-memory-sync',
    statements: [
      `CREATE TABLE kernel_memory_sync (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        current TEXT NOT NULL,
        intended TEXT NOT NULL
      ) STRICT`,
    ],
  }),
]
