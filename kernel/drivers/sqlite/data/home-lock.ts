import { chmodSync } from 'node:fs'
import Database from 'better-sqlite3'
import { join } from 'node:path'
import { codeOf, ConflictError, isDiskFull, storageFull, UnavailableError } from '@svc/plugin'

/** What holds the home for this process until `release`, or until the process ends in any way. */
export interface HomeLock {
  release(): void
}

/**
 * Node has no flock, SQLite has: an open exclusive transaction is a lock of the operating system, gone with its process.
 * No other code may open the file, for closing any of its descriptors would drop the lock.
 * @throws ConflictError `home_in_use`
 */
export function lockHome(folder: string): HomeLock {
  const path = join(folder, 'lock.sqlite')
  try {
    const database = new Database(path, { timeout: 0 })
    try {
      chmodSync(path, 0o600)
      database.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      database.close()
      throw error
    }
    return { release: () => void database.close() }
  } catch (error) {
    if (codeOf(error)?.startsWith('SQLITE_BUSY')) throw inUse(folder, error)
    if (isDiskFull(error)) throw storageFull(path, error)
    throw new UnavailableError(
      `The home ${folder} cannot be locked: ${path} cannot be opened. Check that the folder is on a writable local disk; the file itself holds nothing and may be deleted while no server runs.`,
      { cause: error },
    )
  }
}

function inUse(folder: string, cause: unknown): ConflictError {
  return new ConflictError(
    'home_in_use',
    `The home ${folder} is in use by another svc process. Stop that one, or choose another home with --home or SVC_HOME.`,
    { cause },
  )
}
