import { messageOf, SvcError } from '@svc/plugin'
import type { PostgresDatabase, PostgresSession } from './database.ts'
import type { MigrationSet } from '../../planes/planes.ts'
import { MigrationError, pendingMigrations, planMigrations } from '../../planes/storage/index.ts'
import { postgresMigrationStore as store } from './migration-store.ts'
import { postgresMigrations } from './control/postgres-migrations.ts'
import { postgresJobMigrations } from './jobs/postgres-job-migrations.ts'

// The control plane and the queue count their steps together.
const all = [...postgresMigrations, ...postgresJobMigrations].toSorted((a, b) => (a.id < b.id ? -1 : 1))
const sets: MigrationSet[] = [{ owner: 'kernel', migrations: all }]

/** Brings the schema up to date in one transaction, one process at a time. @throws MigrationError, UnavailableError */
export async function migratePostgres(database: PostgresDatabase, steps = sets): Promise<void> {
  const plan = planMigrations(steps)
  await inTransaction(database, async session => {
    await store.prepare(session)
    for (const step of pendingMigrations(plan, await store.applied(session), placeOf(database))) {
      for (const statement of step.statements) await session.query(statement)
      await store.record(session, step)
    }
  })
}

/** @throws MigrationError when the schema is not exactly of this version; UnavailableError */
export async function assertMigrated(database: PostgresDatabase): Promise<void> {
  const plan = planMigrations(sets)
  await inTransaction(database, async session => {
    const applied = (await store.exists(session)) ? await store.applied(session) : []
    const [first] = pendingMigrations(plan, applied, placeOf(database))
    if (first === undefined) return
    throw new MigrationError(
      `${placeOf(database)} is not up to date (${first.id} has not run). Start the server of this version once; it brings it up to date.`,
    )
  })
}

function placeOf({ location }: PostgresDatabase): string {
  return `The control database ${location}`
}

async function inTransaction(
  database: PostgresDatabase,
  work: (session: PostgresSession) => Promise<void>,
): Promise<void> {
  try {
    await database.transaction(work)
  } catch (error) {
    if (error instanceof SvcError) throw error
    throw new MigrationError(`${placeOf(database)} could not be brought up to date: ${messageOf(error)}`, {
      cause: error,
    })
  }
}
