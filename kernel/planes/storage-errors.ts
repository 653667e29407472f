import { StorageFullError, UnavailableError } from '@svc/plugin'

/** A schema that this version cannot bring up to date: changed, newer or failing migrations. The start ends with its own exit code. */
export class MigrationError extends UnavailableError {}

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

/** The error to throw when writing `what` failed for want of room. */
export function storageFull(what: string, cause: unknown): StorageFullError {
  return new StorageFullError(
    `The disk is full: ${what} could not be written, and nothing was changed. Free some room and try again.`,
    { cause },
  )
}
