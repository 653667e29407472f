import type pg from 'pg'
import { messageOf, SvcError } from '@svc/plugin'
import { pendingMigrations, planMigrations } from '../../migration-plan.ts'
import { MigrationError } from '../../storage-errors.ts'
import { postgresMigrationStore as store } from './postgres-migration-store.ts'
import { postgresMigrations } from './postgres-migrations.ts'
import { translate } from './postgres-errors.ts'

/** Brings the schema up to date in one transaction, one process at a time. @throws MigrationError, UnavailableError */
export async function migratePostgres(pool: pg.Pool, location: string): Promise<void> {
  const plan = planMigrations([{ owner: 'kernel', migrations: postgresMigrations }])
  const client = await pool.connect().catch((error: unknown) => {
    throw translate(error, location)
  })
  try {
    await client.query('BEGIN')
    await store.prepare(client)
    for (const step of pendingMigrations(plan, await store.applied(client), `The control database ${location}`)) {
      for (const statement of step.statements) await client.query(statement)
      await store.record(client, step)
    }
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
