import type { Problem } from '../types.ts'

export type ProblemFault = NonNullable<Problem['errors']>[number]

/** Every error that this package throws. */
export class SvcError extends Error {
  override name = 'SvcError'
}

export interface APIErrorFields {
  status: number
  code: string
  message: string
  problem: Problem | null
  /** The answer's body, as it came. */
  body: string
  headers: Headers
  requestId: string | null
}

/** The server, or a proxy before it, answered with an error. */
export class APIError extends SvcError {
  override name = 'APIError'
  readonly status: number
  /** `not_found`, `rate_limited`, …; `http_502` and the like where the answer is no problem document. */
  readonly code: string
  /** The answer as it came, or null where it is no problem document. */
  readonly problem: Problem | null
  /** The fields of the request that are wrong. */
  readonly errors: readonly ProblemFault[]
  readonly requestId: string | null
  readonly headers: Headers
  /** The text of the answer, as it came. */
  readonly body: string

  constructor({ status, code, message, problem, body, headers, requestId }: APIErrorFields) {
    super(message)
    this.status = status
    this.code = code
    this.problem = problem
    this.errors = problem?.errors ?? []
    this.requestId = requestId
    // The headers of an answer may hold cookies, its body anything: they are read by name and not shown with the error.
    Object.defineProperties(this, { headers: { value: headers }, body: { value: body } })
    this.headers = headers
    this.body = body
  }
}

export class BadRequestError extends APIError {
  override name = 'BadRequestError'
}
export class AuthenticationError extends APIError {
  override name = 'AuthenticationError'
}
export class PermissionDeniedError extends APIError {
  override name = 'PermissionDeniedError'
}
export class NotFoundError extends APIError {
  override name = 'NotFoundError'
}
export class ConflictError extends APIError {
  override name = 'ConflictError'
}
export class PreconditionFailedError extends APIError {
  override name = 'PreconditionFailedError'
}
export class PayloadTooLargeError extends APIError {
  override name = 'PayloadTooLargeError'
}
export class UnprocessableError extends APIError {
  override name = 'UnprocessableError'
}
export class RateLimitError extends APIError {
  override name = 'RateLimitError'
  /** Seconds until another try may pass; null when the server does not say. */
  get retryAfter(): number | null {
    return retryAfterSeconds(this.headers)
  }
}
export class UpstreamError extends APIError {
  override name = 'UpstreamError'
}
export class ServiceUnavailableError extends APIError {
  override name = 'ServiceUnavailableError'
}
/** 504: the work ran past its time limit on the server. */
export class ServerTimeoutError extends APIError {
  override name = 'ServerTimeoutError'
}
export class InternalServerError extends APIError {
  override name = 'InternalServerError'
}

/** The agent app threw, ran out of memory, or answered what its manifest does not allow. */
export class AgentAppFailedError extends UnprocessableError {
  override name = 'AgentAppFailedError'
  get run_id(): string {
    return String(fieldOf(this.problem, 'run_id') ?? '')
  }
  /** What the app threw; the frames of its stack name lines of the author's TypeScript. */
  get error(): { readonly name: string; readonly message: string; readonly stack: string } {
    return fieldOf(this.problem, 'error') as { name: string; message: string; stack: string }
  }
}

/** No answer came: the server is not there, or the connection broke. */
export class ConnectionError extends SvcError {
  override name = 'ConnectionError'
}
/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError'
}
/** The caller's `signal` ended the call. */
export class AbortError extends SvcError {
  override name = 'AbortError'
}
/** A stream broke and could not be resumed. */
export class StreamInterruptedError extends SvcError {
  override name = 'StreamInterruptedError'
  /** The id of the last event that was read. */
  readonly lastEventId: string | null
  /** The text that was read. */
  readonly partial: string

  constructor(
    message: string,
    { lastEventId, partial, cause }: { lastEventId: string | null; partial: string; cause: unknown },
  ) {
    super(message, { cause })
    this.lastEventId = lastEventId
    this.partial = partial
  }
}
/** The signature of a webhook is wrong, or too old. */
export class WebhookVerificationError extends SvcError {
  override name = 'WebhookVerificationError'
}

const classes: Record<number, new (fields: APIErrorFields) => APIError> = {
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  413: PayloadTooLargeError,
  422: UnprocessableError,
  429: RateLimitError,
  502: UpstreamError,
  503: ServiceUnavailableError,
  504: ServerTimeoutError,
}

/** The error of an answer with a status of 400 and more. */
export function errorOf({ status, headers }: Pick<Response, 'status' | 'headers'>, text: string, note = ''): APIError {
  const problem = problemOf(text)
  const requestId = problem?.request_id ?? headers.get('x-request-id')
  const code = problem?.code ?? `http_${status}`
  const said = problem === null ? excerpt(text) : problem.detail
  const where = requestId === null ? '' : ` (request ${requestId})`
  const message = `${status} ${code}: ${said}${note}${where}`
  const fields = { status, code, problem, body: text, headers, requestId, message }
  if (status === 422 && typeof fieldOf(problem, 'run_id') === 'string') return new AgentAppFailedError(fields)
  const known = classes[status] ?? (status >= 500 ? InternalServerError : APIError)
  return new known(fields)
}

/** The error of an answer in another form than the one asked for: a page of a proxy, or of another program at this address. */
export function foreignAnswer(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  expected: 'JSON' | 'an event stream',
): APIError {
  const type = headers.get('content-type') ?? 'no content type'
  const message = `${status}: the answer is not ${expected} but ${type}: ${excerpt(text)}. Is baseUrl the address of a svc server?`
  const requestId = headers.get('x-request-id')
  return new APIError({ status, code: `http_${status}`, message, problem: null, body: text, headers, requestId })
}

/** The error that an `error` event of a stream carries. */
export function errorOfEvent(problem: Readonly<Record<string, unknown>>): APIError {
  const { status } = problem
  return errorOf({ status: typeof status === 'number' ? status : 500, headers: new Headers() }, JSON.stringify(problem))
}

/** Seconds that `Retry-After` asks for, from now: a number or a date. */
export function retryAfterSeconds(headers: Headers, now: number = Date.now()): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const seconds = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

function problemOf(text: string): Problem | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof fieldOf(value, 'code') === 'string' && typeof fieldOf(value, 'detail') === 'string'
      ? (value as Problem)
      : null
  } catch {
    return null
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** What a proxy said in a page of its own, shortened. */
function excerpt(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim()
  if (words === '') return 'the answer has no body'
  return words.length > 200 ? `${words.slice(0, 200)}…` : words
}
