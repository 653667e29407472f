import { codeOf, InternalError, StorageFullError, SvcError, UnavailableError } from '@svc/plugin'
import { alreadyExists } from '../control/index.ts'

const uniqueViolation = '23505'
const diskFull = '53100'
const retryable = new Set(['40001', '40P01'])
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EACCES',
])
/** Connection exceptions, no more resources, operator's intervention, wrong credentials, a database that is not there or read-only. */
const unavailableStates = /^(?:08|53|57|28|3D|25006|58|XX)/
/** What pg says of a connection that broke or was not made in time; these errors have no code. */
const brokenMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout/i

/** True when the transaction lost a race against another one and can simply be run again. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(codeOf(error) ?? '')
}

export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === uniqueViolation
}

/** True when the database could not be reached, or cannot work now. */
function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== null) return systemCodes.has(code) || unavailableStates.test(code)
  if (error instanceof AggregateError) return error.errors.every(isUnavailable)
  return error instanceof Error && brokenMessages.test(error.message)
}

/** What to throw for an error of pg: our own errors as they are, an outage as 503, the rest as a bug of ours. */
export function translate(error: unknown, location: string): Error {
  if (error instanceof SvcError) return error
  const code = codeOf(error)
  if (isUniqueViolation(error)) return alreadyExists(error)
  if (code === diskFull) return new StorageFullError('The disk of the control database is full.', { cause: error })
  if (isRetryable(error)) {
    return new UnavailableError('The control database is too busy with changes to the same records. Try again.', {
      cause: error,
    })
  }
  if (isUnavailable(error)) {
    return new UnavailableError(
      `The control database ${location} cannot be used now. Check that it runs and is reachable.`,
      {
        cause: error,
      },
    )
  }
  return error instanceof Error ? error : new InternalError('PostgreSQL failed in an unknown way.', { cause: error })
}
