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

/** What to do about a database that cannot be used, by the codes of the system and of PostgreSQL. */
const reasons: readonly [RegExp, string][] = [
  [/^ECONNREFUSED$/, 'nothing listens there. Start PostgreSQL, or correct host and port in DATABASE_URL.'],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    'there is no host of that name. Correct the host in DATABASE_URL, or see whether names are resolved here.',
  ],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    'no answer came from there. Check the network, a firewall, and the host in DATABASE_URL.',
  ],
  [/^28/, 'it refuses the user or the password. Correct them in DATABASE_URL.'],
  [/^3D/, 'the server has no database of that name. Create it, or correct the name in DATABASE_URL.'],
  [/^53300$/, 'it has no connection left. Raise its max_connections, or close other clients.'],
  [/^25006$/, 'it is read-only, as a standby is. Name the primary in DATABASE_URL.'],
]

function reasonOf(error: unknown): string {
  const codes = [error, ...(error instanceof AggregateError ? error.errors : [])].map(each => codeOf(each) ?? '')
  const known = reasons.find(([code]) => codes.some(each => code.test(each)))
  return known ? `: ${known[1]}` : '. Check that it runs and is reachable.'
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
    return new UnavailableError(`The control database ${location} cannot be used now${reasonOf(error)}`, {
      cause: error,
    })
  }
  return error instanceof Error ? error : new InternalError('PostgreSQL failed in an unknown way.', { cause: error })
}
