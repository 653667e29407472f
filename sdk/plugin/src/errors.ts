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

/** A fault of a request's body: the field's JSON pointer, and what is wrong with it. */
export function bodyFault(path: string, message: string, details?: ErrorDetails): ValidationError {
  return new ValidationError(`body${path} ${message}`, [{ path, message }], details)
}

/** @throws ValidationError with all of the body's faults, in words for the first; none is fine */
export function assertNoBodyFaults(faults: readonly FieldError[]): void {
  const [first] = faults
  if (first) throw new ValidationError(`body${first.path} ${first.message}`, [...faults])
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

/** Another process holds what is needed for a moment: a job that ends with it is tried again, the attempt not counted. */
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
