import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

const parts = Array.from({ length: 16 }, (_, part) => part)

/** What the log of workspaces needs in the schema `svc`; made when the log is first opened. */
export const logMigrations: Migration[] = [
  defineMigration({
    id: '0001-workspace-log',
    statements: [
      `CREATE TABLE svc.placements (
        workspace_id text COLLATE "C" PRIMARY KEY,
        snapshot_seq bigint NOT NULL DEFAULT 0
      )`,
      // Never split by time: the key must be unique over the whole log, or it keeps no second owner out.
      `CREATE TABLE svc.workspace_log (
        workspace_id text COLLATE "C" NOT NULL,
        seq bigint NOT NULL,
        epoch bigint NOT NULL,
        kind text NOT NULL,
        pages bytea NOT NULL,
        committed_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (workspace_id, seq)
      ) PARTITION BY HASH (workspace_id)`,
      // They are compressed already.
      `ALTER TABLE svc.workspace_log ALTER COLUMN pages SET STORAGE EXTERNAL`,
      ...parts.map(
        part => `CREATE TABLE svc.workspace_log_${part} PARTITION OF svc.workspace_log
          FOR VALUES WITH (MODULUS ${parts.length}, REMAINDER ${part}) WITH (toast_tuple_target = 8160)`,
      ),
    ],
  }),
]
