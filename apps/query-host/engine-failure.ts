import { RemoteError } from '@svc/plugin/child'

export type EngineFailureCode =
  'sql_forbidden' | 'sql_error' | 'query_limit' | 'payload_too_large' | 'not_found' | 'import_failed' | 'storage_full'

/** An error that reaches the caller with its code and its sentence, which may name no path of this machine. */
export function engineFailure(code: EngineFailureCode, message: string): RemoteError {
  return new RemoteError(code, message)
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'])
/** Of DuckDB, in both of its ways to tell; a value that a statement names cannot stand in front. */
const fullMessage = /^(?:IO Error:|\{"exception_type":"IO").*(?:No space left on device|Disk quota exceeded)/s

/** The failure to tell when an error says that the disk is full; else null. */
export function roomFailure(error: unknown): RemoteError | null {
  if (!(error instanceof Error)) return null
  const isFull = ('code' in error && fullCodes.has(String(error.code))) || fullMessage.test(error.message)
  if (!isFull) return null
  const failure = engineFailure('storage_full', 'The disk is full: nothing was kept. Free some room and try again.')
  failure.cause = error
  return failure
}

/** `10 MB`, for sentences. */
export function byteSize(bytes: number): string {
  const units: [number, string][] = [
    [1024 ** 3, 'GB'],
    [1024 ** 2, 'MB'],
    [1024, 'kB'],
  ]
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, 'bytes']
  return `${Math.round((bytes / size) * 10) / 10} ${unit}`
}
