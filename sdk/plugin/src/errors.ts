/** One fault of a request: a JSON pointer and a sentence. */
export interface FieldError {
  path: string
  message: string
}

export interface ErrorDetails {
  cause?: unknown
  /** Facts for the log; never sent to the client. */
  fields?: Record<string, unknown>
  errors?: FieldError[]
  /** Members added at the top level of the problem object, such as `run_id`. */
  extra?: Record<string, unknown>
  retry_after_seconds?: number
}

/**
 * The base of every error the house throws on purpose: `code` for machines, `message` for people, `fields` for logs.
 * Sent as `application/problem+json` with `status`.
 */
export class SvcError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, unknown>
  readonly errors: FieldError[] | undefined
  readonly extra: Record<string, unknown>
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.status = status
    this.code = code
    this.fields = details.fields ?? {}
    this.errors = details.errors
    this.extra = details.extra ?? {}
    this.retryAfterSeconds = details.retry_after_seconds
  }
}

/** The caller's fault: sending it again unchanged cannot help. */
export class CallerError extends SvcError {}

/** The world's fault: the same request may succeed later. */
export class WorldError extends SvcError {}

/** Our bug: the detail never leaves the process. */
export class InternalError extends SvcError {
  constructor(message: string, details?: ErrorDetails) {
    super(500, 'internal_error', message, details)
  }
}

export class ValidationError extends CallerError {
  constructor(message: string, errors: FieldError[] = [], details?: ErrorDetails) {
    super(400, 'validation_error', message, { ...details, errors })
  }
}

/** The part of a request that a fault is in. */
export type RequestPart = 'body' | 'query' | 'path'

const saidFaults = 3

/** A field's JSON pointer as people write it: `/items/0/name` is `items[0].name`; empty for the whole. */
export function fieldName(path: string): string {
  const names = path
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.map((name, index) => (/^\d+$/.test(name) ? `[${name}]` : `${index === 0 ? '' : '.'}${name}`)).join('')
}

/** Faults as sentences, each with its field's name; of more than three the number of the others. */
export function faultSentences(faults: readonly FieldError[], part: RequestPart = 'body'): string {
  const said = faults.slice(0, saidFaults).map(({ path, message }) => sentence(`${placeOf(path, part)} ${message}`))
  const others = faults.length - said.length
  if (others > 0) said.push(others === 1 ? 'One more field is not valid.' : `${others} more fields are not valid.`)
  return said.join(' ')
}

function placeOf(path: string, part: RequestPart): string {
  const name = fieldName(path)
  if (name === '') return `The ${part}`
  return part === 'body' ? name : `${name} in the ${part}`
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** A fault of a request's body: the field's JSON pointer, and what is wrong with it. */
export function bodyFault(path: string, message: string, details?: ErrorDetails): ValidationError {
  const faults = [{ path, message }]
  return new ValidationError(faultSentences(faults), faults, details)
}

/** A fault of a request's query: the parameter's name, and what is wrong with it. */
export function queryFault(name: string, message: string): ValidationError {
  const faults = [{ path: `/${name}`, message }]
  return new ValidationError(faultSentences(faults, 'query'), faults)
}

/** @throws ValidationError with all of the body's faults; none is fine */
export function assertNoBodyFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw new ValidationError(faultSentences(faults), [...faults])
}

export class UnauthenticatedError extends CallerError {
  constructor(message = 'Sign in, or send a valid API key as "Authorization: Bearer svc_…".', details?: ErrorDetails) {
    super(401, 'unauthenticated', message, details)
  }
}

export class ForbiddenError extends CallerError {
  constructor(code: string, message: string, details?: ErrorDetails) {
    super(403, code, message, details)
  }
}

export class NotFoundError extends CallerError {
  constructor(message: string, details?: ErrorDetails) {
    super(404, 'not_found', message, details)
  }
}

export class ConflictError extends CallerError {
  constructor(code: string, message: string, details?: ErrorDetails) {
    super(409, code, message, details)
  }
}

export class PreconditionFailedError extends CallerError {
  constructor(message: string, details?: ErrorDetails) {
    super(412, 'precondition_failed', message, details)
  }
}

export class PayloadTooLargeError extends CallerError {
  constructor(message: string, details?: ErrorDetails) {
    super(413, 'payload_too_large', message, details)
  }
}

export class UnprocessableError extends CallerError {
  constructor(code: string, message: string, details?: ErrorDetails) {
    super(422, code, message, details)
  }
}

export class RateLimitedError extends CallerError {
  constructor(message: string, retryAfterSeconds: number, details?: ErrorDetails) {
    super(429, 'rate_limited', message, { ...details, retry_after_seconds: retryAfterSeconds })
  }
}

export class UpstreamError extends WorldError {
  constructor(message: string, details?: ErrorDetails) {
    super(502, 'upstream_error', message, details)
  }
}

export class UnavailableError extends WorldError {
  constructor(message: string, details?: ErrorDetails) {
    super(503, 'unavailable', message, { retry_after_seconds: 5, ...details })
  }
}

/** A content that is stored elsewhere came with other bytes than its hash says, also when it was fetched again. */
export class DamagedContentError extends UnavailableError {}

/** What is needed is held elsewhere for a while: a job that ends with it is tried again after `retry_after_seconds`, the attempt not counted. */
export class BusyError extends UnavailableError {}

export class TimeoutError extends WorldError {
  constructor(message: string, details?: ErrorDetails) {
    super(504, 'timeout', message, details)
  }
}

export class StorageFullError extends WorldError {
  constructor(message: string, details?: ErrorDetails) {
    super(507, 'storage_full', message, details)
  }
}

/** The sentence of anything that was thrown; hostile getters and non-errors included. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return thrown.message
    return String(thrown)
  } catch {
    return 'an error that cannot be read'
  }
}
