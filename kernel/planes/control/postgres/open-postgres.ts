import { randomUUID } from 'node:crypto'
import type { Clock, Logger } from '@svc/plugin'
import type { ControlPlane } from '../control-plane.ts'
import { ChangeFeed } from './change-feed.ts'
import { connectionOf, createPool } from './connection.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { PostgresControlPlane } from './postgres-control-plane.ts'

export interface PostgresOptions {
  databaseUrl: string
  clock: Clock
  log: Logger
}

/**
 * Connects, and brings the schema `svc` up to date.
 * @throws ValidationError for a malformed URL; UnavailableError while the server is not there; MigrationError
 */
export async function openPostgres({ databaseUrl, clock, log }: PostgresOptions): Promise<ControlPlane> {
  const { config, location } = connectionOf(databaseUrl)
  const pool = createPool(config, log)
  try {
    await migratePostgres(pool, location)
  } catch (error) {
    await pool.end()
    throw error
  }
  const feed = new ChangeFeed({ config, instance: randomUUID(), clock, log })
  return new PostgresControlPlane({ pool, feed, location, clock })
}
