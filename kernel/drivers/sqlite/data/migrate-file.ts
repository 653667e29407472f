import Database from 'better-sqlite3'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isDiskFull, messageOf, SvcError } from '@svc/plugin'
import type { MigrationPlan, PlannedMigration, WorkspaceDatabase } from '@svc/plugin'
import { MigrationError, pendingMigrations, planMigrations } from '../../../planes/storage/index.ts'
import type { MigrationSet } from '../../../planes/planes.ts'
import { dataMigrationStore as store } from './data-migration-store.ts'
import { SqliteFile } from './sqlite-file.ts'

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

const vacuumInto = 'VACUUM INTO ?'

/** Where copies of files are kept as they were before they were brought up to the plan with this fingerprint. */
export function beforeMigrationFolder(homePath: string, fingerprint: string): string {
  return join(homePath, 'backups', `before-${fingerprint.slice(0, 16)}`)
}

/**
 * Keeps a copy of a file that is about to be migrated. The caller holds the write lock with nothing written yet, so the copy is
 * exactly what the first step will find, whatever other processes want. Answers where the copy is.
 */
export function keepBeforeMigration(path: string, options: { homePath: string; fingerprint: string }): string {
  const kept = join(beforeMigrationFolder(options.homePath, options.fingerprint), relative(options.homePath, path))
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 })
  const unfinished = join(dirname(kept), `${basename(kept)}.tmp`)
  rmSync(unfinished, { force: true })
  try {
    writeCopy(path, unfinished)
    renameSync(unfinished, kept)
  } finally {
    if (existsSync(unfinished)) rmSync(unfinished)
  }
  sync(dirname(kept))
  return kept
}

/** Not by the connection that holds the lock: SQLite copies only outside of a transaction. */
function writeCopy(path: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600))
  const reader = new Database(path, { fileMustExist: true })
  try {
    reader.prepare(vacuumInto).run(to)
  } finally {
    reader.close()
  }
  sync(to)
}

function sync(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Runs all steps once on an empty database in memory, so that a plugin's bad statement is found at the start, before the first
 * workspace would be closed by it. The owners whose steps fail, with the reason.
 */
export function tryMigrations(sets: readonly MigrationSet[], at: string): Map<string, string> {
  const failed = new Map<string, string>()
  const file = new SqliteFile(':memory:')
  try {
    file.use(db => {
      store.prepare(db)
      for (const set of sets) {
        try {
          for (const step of planMigrations([set]).steps) runStep(file, db, step, { place: 'A new workspace', at })
        } catch (error) {
          failed.set(set.owner, messageOf(error))
        }
      }
    })
  } finally {
    file.close()
  }
  return failed
}
