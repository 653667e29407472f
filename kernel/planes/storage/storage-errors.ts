import { statfsSync } from 'node:fs'
import { StorageFullError, UnavailableError } from '@svc/plugin'

/** A schema that this version cannot bring up to date: migrations that are malformed, were changed after they had run, or fail. */
export class MigrationError extends UnavailableError {}

/** The data was brought further by a newer version than this: that version is to be started, or a backup restored. */
export class NewerDataError extends MigrationError {}

/** What SQLite says instead of "full" when it is the log or its index that finds no room. */
const roomCodes = /^SQLITE_(?:IOERR|CANTOPEN)/
const leastFreeBytes = 128 * 1024
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])

/** The code of a system or SQLite error, such as `ENOENT` or `SQLITE_FULL`. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/** True when the error says that the disk, or the quota, is used up. */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.has(codeOf(error) ?? '')
}

/** `error`, or `StorageFullError` when it means that there is no room for `what` in the folder. SQLite may say "I/O error" for "full". */
export function asStorageFull(error: unknown, folder: string, what: string): unknown {
  if (error instanceof StorageFullError) return error
  if (isDiskFull(error)) return storageFull(what, error)
  if (roomCodes.test(codeOf(error) ?? '') && !hasRoom(folder)) return storageFull(what, error)
  return error
}

function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= leastFreeBytes
}

/** The error to throw when writing `what` failed for want of room. */
export function storageFull(what: string, cause: unknown): StorageFullError {
  return new StorageFullError(
    `The disk is full: ${what} could not be written, and nothing was changed. Free some room and try again.`,
    { cause },
  )
}
