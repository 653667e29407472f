import { STATUS_CODES } from 'node:http'
import {
  CallerError,
  InternalError,
  StorageFullError,
  SvcError,
  UnavailableError,
  ValidationError,
  isDiskFull,
  messageOf,
} from '@svc/plugin'
import type { FieldError, PublicProblem } from '@svc/plugin'
import type { Exchange } from '../exchange.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** An error answer, RFC 9457. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  code: string
  request_id: string
  errors?: FieldError[]
  [member: string]: unknown
}

const titles = new Map(
  Object.entries<string>({
    validation_error: 'Request is not valid',
    unauthenticated: 'Not signed in',
    forbidden: 'Not allowed',
    csrf_rejected: 'Sent from another site',
    misdirected_request: 'Unknown host name',
    not_found: 'Not found',
    payload_too_large: 'Body is too large',
    unsupported_media_type: 'Media type is not supported',
    idempotency_mismatch: 'Idempotency key was used for another request',
    idempotency_in_progress: 'First request is still running',
    rate_limited: 'Too many requests',
    internal_error: 'Something went wrong on our side',
    unavailable: 'Not available now',
    storage_full: 'Storage is full',
    timeout: 'Took too long',
  }),
)

export function titleOf(code: string | null, status: number): string {
  return titles.get(code ?? '') ?? STATUS_CODES[status] ?? 'Error'
}

/** The problem object of an error. Nothing of {@link SvcError.fields} or `cause` is in it. */
export function problemOf(error: SvcError, requestId: string): Problem {
  const hidden = error.status === 500
  return {
    ...(hidden ? {} : error.extra),
    type: `urn:svc:problem:${error.code}`,
    title: titleOf(error.code, error.status),
    status: error.status,
    detail: hidden ? `An unexpected error happened. The log names it under request id ${requestId}.` : error.message,
    code: error.code,
    request_id: requestId,
    ...(error.errors?.length ? { errors: error.errors } : {}),
  }
}

/** The same for a route whose errors have another form. */
function publicProblemOf(error: SvcError, requestId: string): PublicProblem {
  const { detail, errors, status, code, request_id } = problemOf(error, requestId)
  return {
    status,
    code,
    detail,
    request_id,
    ...(errors && { errors }),
    ...(error.retryAfterSeconds !== undefined && { retry_after_seconds: error.retryAfterSeconds }),
  }
}

/** What fastify and node throw has a code and, often, a status. */
interface CodedError extends Error {
  code?: unknown
  statusCode?: unknown
}

const causeDepth = 8

/** Turns anything thrown into an error of ours. */
export function toSvcError(thrown: unknown): SvcError {
  if (isStorageFull(thrown)) {
    return new StorageFullError('The disk is full. What was acknowledged is safe; free some space and try again.', {
      cause: thrown,
    })
  }
  if (thrown instanceof SvcError) return thrown
  if (!(thrown instanceof Error)) return new InternalError(`thrown: ${messageOf(thrown)}`, { cause: thrown })
  return fromFramework(thrown) ?? new InternalError(thrown.message, { cause: thrown })
}

function isStorageFull(thrown: unknown): boolean {
  let error = thrown
  for (let depth = 0; depth < causeDepth && error instanceof Error; depth += 1) {
    if (isDiskFull(error)) return true
    error = error.cause
  }
  return false
}

function fromFramework(error: CodedError): SvcError | null {
  const details = { cause: error }
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new CallerError(
        415,
        'unsupported_media_type',
        'Send the body as JSON, with "Content-Type: application/json".',
        details,
      )
    case 'FST_ERR_BAD_URL':
      return new ValidationError('The path of the URL is not valid percent-encoded UTF-8.', [], details)
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new ValidationError('A part of the path is too long to be an id or a name.', [], details)
    case 'FST_ERR_REOPENED_CLOSE_SERVER':
      return new UnavailableError('The server is stopping.', details)
  }
  const status = error.statusCode
  if (typeof status !== 'number' || status < 400 || status > 499) return null
  return new ValidationError(error.message, [], details)
}

/** Sends an error as a problem, and logs what the operator must know. */
export function sendProblem(exchange: Exchange, thrown: unknown): SvcError {
  const error = asSvcError(exchange, thrown)
  const { id, reply, response } = exchange
  if (!response.destroyed) logProblem(exchange, error)
  if (exchange.answered) {
    // Too late for an answer: the client sees by the cut connection that this one is not whole.
    response.destroy()
    return error
  }
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.ceil(error.retryAfterSeconds)))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="svc"')
  const foreign = exchange.problemForm?.(publicProblemOf(error, id))
  if (foreign) {
    for (const [name, value] of Object.entries(foreign.headers ?? {})) reply.header(name, value)
    exchange.send(foreign.status, exchange.inWords(foreign.body), 'application/json; charset=utf-8')
  } else {
    exchange.send(error.status, exchange.inWords(problemOf(error, id)), problemType)
  }
  return error
}

/** Turns what a request threw into an error of ours. Work that our own stop cut off did not fail: it can be tried again. */
export function asSvcError(exchange: Exchange, thrown: unknown): SvcError {
  const cut = thrown instanceof Error && thrown.name === 'AbortError'
  return cut && exchange.stopped
    ? new UnavailableError('The server is stopping.', { cause: thrown })
    : toSvcError(thrown)
}

function logProblem(exchange: Exchange, error: SvcError): void {
  const fields = {
    ...error.fields,
    status: error.status,
    code: error.code,
    operation_id: exchange.route?.definition.operationId,
  }
  if (error.status === 500) {
    const cause = error.cause ?? error
    exchange.log.error({ ...fields, err: cause }, `request failed: ${messageOf(cause)}`)
    return
  }
  if (error.status > 500) exchange.log.warn({ ...fields, cause: error.cause && messageOf(error.cause) }, error.message)
  else exchange.log.debug(fields, error.message)
}
