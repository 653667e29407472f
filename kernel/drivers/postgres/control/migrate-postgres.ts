import type pg from 'pg'
import { messageOf, SvcError } from '@svc/plugin'
import { MigrationError, pendingMigrations, planMigrations } from '../../../planes/storage/index.ts'
import { postgresMigrationStore as store } from './postgres-migration-store.ts'
import { postgresMigrations } from './postgres-migrations.ts'
import { postgresJobMigrations } from '../jobs/postgres-job-migrations.ts'
import { translate } from './postgres-errors.ts'

// The control plane and the queue count their steps together.
const all = [...postgresMigrations, ...postgresJobMigrations].toSorted((a, b) => (a.id < b.id ? -1 : 1))
const sets = [{ owner: 'kernel', migrations: all }]

/** Brings the schema up to date in one transaction, one process at a time. @throws MigrationError, UnavailableError */
export async function migratePostgres(pool: pg.Pool, location: string): Promise<void> {
  const plan = planMigrations(sets)
  await inTransaction(pool, location, async client => {
    await store.prepare(client)
    for (const step of pendingMigrations(plan, await store.applied(client), placeOf(location))) {
      for (const statement of step.statements) await client.query(statement)
      await store.record(client, step)
    }
  })
}

/** @throws MigrationError when the schema is not exactly of this version; UnavailableError */
export async function assertMigrated(pool: pg.Pool, location: string): Promise<void> {
  const plan = planMigrations(sets)
  await inTransaction(pool, location, async client => {
    const applied = (await store.exists(client)) ? await store.applied(client) : []
    const [first] = pendingMigrations(plan, applied, placeOf(location))
    if (first === undefined) return
    throw new MigrationError(
      `${placeOf(location)} is not up to date (${first.id} has not run). Start the server of this version once; it brings it up to date.`,
    )
  })
}

function placeOf(location: string): string {
  return `The control database ${location}`
}

async function inTransaction(
  pool: pg.Pool,
  location: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translate(error, location)
  })
  try {
    await client.query('BEGIN')
    await work(client)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true)
    const translated = translate(error, location)
    if (translated instanceof SvcError) throw translated
    throw new MigrationError(`The control database ${location} could not be brought up to date: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
