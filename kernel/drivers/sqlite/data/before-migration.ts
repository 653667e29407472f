import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import Database from 'better-sqlite3'

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
