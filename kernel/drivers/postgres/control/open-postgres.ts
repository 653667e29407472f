import { randomUUID } from 'node:crypto'
import type { Clock, Logger } from '@svc/plugin'
import { ChangeFeed } from './change-feed.ts'
import { connectionOf, createPool } from './connection.ts'
import { assertMigrated, migratePostgres } from './migrate-postgres.ts'
import { NotificationFeed } from './notification-feed.ts'
import { PooledPostgresDatabase } from './pooled-postgres-database.ts'
import { PostgresControlPlane } from './postgres-control-plane.ts'

export interface PostgresOptions {
  databaseUrl: string
  /** False for a process beside the server: a schema of another version is refused and left as it is. */
  mayMigrate?: boolean
  clock: Clock
  log: Logger
}

/**
 * Connects, and brings the schema `svc` up to date.
 * @throws ValidationError for a malformed URL; UnavailableError while the server is not there; MigrationError
 */
export async function openPostgres(options: PostgresOptions): Promise<PostgresControlPlane> {
  const { databaseUrl, mayMigrate = true, clock, log } = options
  const { config, location } = connectionOf(databaseUrl)
  const pool = createPool(config, log)
  try {
    await (mayMigrate ? migratePostgres : assertMigrated)(pool, location)
  } catch (error) {
    await pool.end()
    throw error
  }
  const notifications = new NotificationFeed({ config, clock, log })
  const feed = new ChangeFeed({ notifications, instance: randomUUID() })
  const database = new PooledPostgresDatabase({ pool, notifications, location, clock })
  return new PostgresControlPlane({ pool, database, feed, notifications, location, clock })
}
