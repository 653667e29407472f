import { messageOf, SvcError } from '@svc/plugin'
import type { MigrationPlan, PlannedMigration, WorkspaceDatabase } from '@svc/plugin'
import { isDiskFull, MigrationError, pendingMigrations } from '../../../planes/storage/index.ts'
import { dataMigrationStore as store } from './data-migration-store.ts'
import type { SqliteFile } from './sqlite-file.ts'

/**
 * Brings a file up to the plan, all or nothing. A file that is up to date costs one small read.
 * @throws MigrationError
 */
export function migrateFile(
  file: SqliteFile,
  plan: MigrationPlan,
  options: { place: string; at: string; keepBefore(): void },
): void {
  file.use(db => {
    const fingerprint = store.fingerprint(db)
    if (fingerprint === plan.fingerprint) return
    db.transaction(() => {
      const holdsData = fingerprint !== null
      if (holdsData && pendingMigrations(plan, store.applied(db), options.place).length > 0) options.keepBefore()
      store.prepare(db)
      const pending = pendingMigrations(plan, store.applied(db), options.place)
      for (const step of pending) runStep(file, db, step, options)
      store.setFingerprint(db, plan.fingerprint)
    })
  })
}

/** Runs one step in the transaction that is open. @throws MigrationError */
export function runStep(
  file: SqliteFile,
  db: WorkspaceDatabase,
  step: PlannedMigration,
  options: { place: string; at: string },
): void {
  const before = new Set(store.tables(db))
  for (const statement of step.statements) {
    try {
      file.execute(statement)
    } catch (error) {
      if (isDiskFull(error) || error instanceof SvcError) throw error
      const message = `${options.place}: migration ${step.owner} ${step.id} failed and was undone: ${messageOf(error)}`
      throw new MigrationError(message, { cause: error, fields: { statement } })
    }
  }
  const prefix = `${step.owner.replaceAll('-', '_')}_`
  const foreign = store.tables(db).filter(name => !before.has(name) && !name.startsWith(prefix))
  if (foreign.length > 0) {
    throw new MigrationError(
      `Migration ${step.owner} ${step.id} makes ${foreign.join(', ')}; the names of its tables must begin with ${prefix}`,
    )
  }
  store.record(db, step, options.at)
}
