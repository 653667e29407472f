import { defineMigration } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import { connectionOf, createPool } from '../postgres/connection.ts'
import { PostgresDatabase } from '../postgres/database.ts'
import { migratePostgres } from '../postgres/migrate-postgres.ts'
import { NotificationFeed } from '../postgres/notification-feed.ts'
import { WorkspaceLog } from './workspace-log-store.ts'

const connections = 6
/** The second is for the time in which the first is dead and does not say so. */
const renewalConnections = 2
/** What PostgreSQL says when somebody cancels the wait for its standby: the row is there, and may be gone after a failover. */
const mayNotBeReplicated = /might not have been replicated/i

/** The servers of the installation stand beside their log; the statements for them are in `kernel/planes/placement`. */
const serverMigration = defineMigration({
  id: '0002-servers',
  statements: [
    `CREATE TABLE svc.cluster (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
      secret_hash text NOT NULL,
      home_id text,
      sealed_secrets text
    )`,
    `CREATE TABLE svc.servers (
      server_id text COLLATE "C" PRIMARY KEY,
      url text NOT NULL,
      version text NOT NULL,
      schema text NOT NULL,
      state text NOT NULL DEFAULT 'active',
      weight integer NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL
    )`,
    `ALTER TABLE svc.placements
      ADD COLUMN server_id text COLLATE "C",
      ADD COLUMN epoch bigint NOT NULL DEFAULT 0,
      ADD COLUMN state text NOT NULL DEFAULT 'free',
      ADD COLUMN schema text,
      ADD COLUMN wake_at timestamptz`,
  ],
})

const lastServerMigration = defineMigration({
  id: '0003-last-server',
  statements: ['ALTER TABLE svc.cluster ADD COLUMN last_server_id text'],
})

const ownersMigration = defineMigration({
  id: '0004-owners',
  statements: [
    `ALTER TABLE svc.servers ADD COLUMN hashes jsonb NOT NULL DEFAULT '{}'`,
    `ALTER TABLE svc.placements ADD COLUMN move_to text, ADD COLUMN snapshot_at timestamptz`,
    `ALTER TABLE svc.cluster DROP COLUMN last_server_id`,
    `CREATE INDEX placements_of_server ON svc.placements (server_id) WHERE server_id IS NOT NULL`,
    `CREATE INDEX placements_moving ON svc.placements (server_id) WHERE state = 'moving'`,
    `CREATE INDEX placements_waiting ON svc.placements (wake_at) WHERE server_id IS NULL AND wake_at IS NOT NULL`,
  ],
})

const founderMigration = defineMigration({
  id: '0005-founder',
  statements: ['ALTER TABLE svc.cluster ADD COLUMN founding_until timestamptz'],
})

const joiningMigration = defineMigration({
  id: '0006-joining-home',
  statements: ['ALTER TABLE svc.cluster ADD COLUMN joining_home_id text'],
})

const parts = Array.from({ length: 16 }, (_, part) => part)

/** What the log of workspaces needs in the schema `svc`. */
const logMigrations = [
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
  serverMigration,
  lastServerMigration,
  ownersMigration,
  founderMigration,
  joiningMigration,
]

export interface WorkspaceLogOptions {
  databaseUrl: string
  /** False: the database stays as it is. */
  mayMigrate?: boolean
  clock: Clock
  log: Logger
}

/** @throws UnavailableError, MigrationError, ValidationError for a URL that is not one */
export async function openWorkspaceLog(options: WorkspaceLogOptions): Promise<WorkspaceLog> {
  const { databaseUrl, mayMigrate = true, clock, log } = options
  const { config, location } = connectionOf(databaseUrl)
  // No time limit of the server's: a flight that waits for the standby must not be cancelled.
  const pool = createPool({ ...config, max: connections, statement_timeout: 0 }, log)
  let unreplicated = 0
  pool.on('connect', client => {
    client.on('notice', ({ message = '', detail = '' }) => {
      if (mayNotBeReplicated.test(`${message} ${detail}`)) unreplicated += 1
    })
  })
  const notifications = new NotificationFeed({ config, clock, log })
  const database = new PostgresDatabase({ pool, notifications, location, clock })
  const renewalPool = createPool({ ...config, max: renewalConnections }, log)
  const renewals = new PostgresDatabase({ pool: renewalPool, notifications, location, clock })
  try {
    if (mayMigrate) await migratePostgres(database, [{ owner: 'workspace-log', migrations: logMigrations }])
  } catch (error) {
    await database.close()
    throw error
  }
  return new WorkspaceLog({ database, renewals, unreplicated: () => unreplicated })
}
