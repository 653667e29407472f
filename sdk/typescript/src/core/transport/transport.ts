import { Deadline } from './deadline.ts'
import { jsonBody, observedBody } from './body.ts'
import type { APIError } from '../errors.ts'
import { AuthenticationError, RateLimitError, SvcError, errorOf } from '../errors.ts'
import { Log } from './log.ts'
import { addressOf } from './options.ts'
import type { Address, ClientOptions, Fetch, QueryValue, RequestOptions } from './options.ts'
import { withQuery } from './path.ts'
import { aborted, wait, waitBeforeRetry } from './retry.ts'
import { isDoneTwice, isLongRunning } from './traits.ts'
import { clientHeader, isBrowser, uuid, version } from './runtime.ts'

/** What is sent as it is. */
export type Content = string | FormData | Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | ReadableStream<Uint8Array>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

/** One request of the API. */
export interface Request {
  method: Method
  /** `/api/…`, filled. */
  path: string
  query?: Readonly<Record<string, QueryValue>>
  /** An object to be sent as JSON. */
  body?: unknown
  /** What is sent as it is, such as a form or the bytes of a file. */
  content?: Content
  headers?: Readonly<Record<string, string>>
  accept?: string
  options?: RequestOptions | undefined
}

/** An answer whose body is not read yet. The reader closes the deadline. */
export interface Received {
  response: Response
  deadline: Deadline
  /** Milliseconds that may pass between two pieces of the body. */
  silence: number
}

const defaultTimeout = 60_000
const defaultRetries = 2
const mostRedirects = 5

/** Sends requests: address, key, time limits, further tries, errors and log. */
export class Transport {
  readonly #options: ClientOptions
  readonly #address: Address
  readonly #log: Log
  readonly #deprecated = new Set<string>()

  constructor(options: ClientOptions) {
    this.#options = options
    this.#address = addressOf(options)
    this.#log = new Log(options.logLevel, options.logger)
  }

  get baseUrl(): string {
    return this.#address.baseUrl
  }

  /** Milliseconds for an answer of what is not long-running. */
  get timeout(): number {
    return this.#options.timeout ?? defaultTimeout
  }

  /** A transport that differs in some options. */
  with(options: ClientOptions): Transport {
    return new Transport({ ...this.#options, ...options, headers: { ...this.#options.headers, ...options.headers } })
  }

  /**
   * Sends until there is an answer, or no further try is worth it.
   * @throws APIError for a status of 400 and more; ConnectionError, TimeoutError, AbortError when no answer came
   */
  async send(request: Request): Promise<Received> {
    const { method, path, options = {} } = request
    const { beforeTry } = this.#options
    const { signal, maxRetries = this.#options.maxRetries ?? defaultRetries } = options
    const init = this.#init(request)
    let refusal: AuthenticationError | null = null
    for (let retries = 0; ;) {
      if (signal?.aborted) throw aborted(signal)
      await beforeTry?.({ method, path, signal, refusal })
      if (retries > 0) init.headers['x-svc-retry-count'] = String(retries)
      try {
        return await this.#try(request, init)
      } catch (error) {
        if (beforeTry && refusal === null && error instanceof AuthenticationError && !isStream(init.body)) {
          refusal = error
          continue
        }
        const isWorthIt = retries < maxRetries && isRepeatable(request, init, error)
        const ms = isWorthIt ? waitBeforeRetry({ error, method, retries }) : null
        if (ms === null) throw error
        this.#log.write('info', () => `${method} ${path} is sent again in ${Math.round(ms)} ms`)
        await wait(ms, signal)
        retries += 1
      }
    }
  }

  async #try(request: Request, init: Sent): Promise<Received> {
    const { method, path, options = {} } = request
    const deadline = new Deadline(options.signal)
    const began = Date.now()
    const given = options.timeout ?? this.#options.timeout
    const timeout = given ?? (isLongRunning(request) ? Infinity : this.timeout)
    deadline.within(timeout, 'The answer did not begin')
    try {
      const { body } = init
      const counted = isStream(body) && {
        // The time for an answer begins with the last piece that is sent, however long all of them take.
        body: observedBody(body, () => deadline.within(timeout, 'The answer did not begin')),
      }
      const response = await this.#fetch(this.#url(request), { ...init, ...counted, signal: deadline.signal })
      this.#note(request, response, Date.now() - began)
      if (response.status >= 400) throw await this.#errorOf(response)
      deadline.relax()
      return { response, deadline, silence: given ?? this.timeout }
    } catch (error) {
      deadline.close()
      if (error instanceof SvcError && !deadline.signal.aborted) throw error
      if (init.redirect === 'error' && isRedirect(error)) throw redirected(this.baseUrl, 'another address')
      const reason = deadline.reasonFor(error, this.baseUrl)
      this.#log.write('info', () => `${method} ${path} failed after ${Date.now() - began} ms: ${reason.name}`)
      throw reason
    }
  }

  /** Follows redirects on this host alone: whatever is elsewhere gets neither the key nor the body. */
  async #fetch(url: string, init: RequestInit & Sent): Promise<Response> {
    const send = this.#options.fetch ?? (fetch as Fetch)
    let target = url
    for (let redirects = 0; ; redirects++) {
      const response = await send(target, init)
      const location = response.headers.get('location')
      const moved = response.status >= 301 && response.status <= 308 && response.status !== 304
      if (response.type !== 'opaqueredirect' && (!moved || location === null)) return response
      await response.body?.cancel()
      const next = location === null ? null : new URL(location, target)
      const same = next !== null && next.origin === new URL(target).origin
      const keepsMethod = init.method === 'GET' || response.status >= 307
      if (!same || !keepsMethod || redirects >= mostRedirects) {
        throw redirected(this.baseUrl, next === null ? 'another address' : next.origin)
      }
      target = next.href
    }
  }

  #url({ path, query, options }: Request): string {
    return this.baseUrl + withQuery(path, { ...query, ...options?.query })
  }

  #init(request: Request): Sent {
    const { method, body, content, headers, accept = 'application/json', options = {} } = request
    const [name, value] = clientHeader
    const all: Record<string, string> = { accept, [name]: value }
    const { apiKey } = this.#address
    if (apiKey !== null) all['authorization'] = `Bearer ${apiKey}`
    const workspace = options.workspaceId ?? this.#options.workspaceId
    if (workspace !== undefined) all['x-workspace-id'] = workspace
    if (body !== undefined) all['content-type'] = 'application/json'
    if (method === 'POST' && !isDoneTwice(request)) all['idempotency-key'] = options.idempotencyKey ?? uuid()
    else if (options.idempotencyKey !== undefined) all['idempotency-key'] = options.idempotencyKey
    Object.assign(all, lowerCase(this.#options.headers), lowerCase(headers), lowerCase(options.headers))
    const sent = body === undefined ? content : jsonBody(body)
    return {
      method,
      headers: all,
      redirect: 'manual',
      ...(isBrowser && apiKey === null && { credentials: 'include' as const }),
      ...(sent !== undefined && { body: sent }),
      ...(isStream(sent) && { duplex: 'half' }),
      // For redirects and questions of a window, Node's fetch keeps all bytes of a body that it reads piece by piece.
      ...(isReadByPieces(sent) && { redirect: 'error', window: null }),
    }
  }

  #note({ method, path }: Request, { status, headers }: Response, ms: number): void {
    this.#log.write('info', () => {
      const id = headers.get('x-request-id')
      return `${method} ${path} ${status} in ${ms} ms${id === null ? '' : ` (${id})`}`
    })
    if (!headers.has('deprecation')) return
    const route = `${method} ${path.replace(/\/[a-z]{2,5}_\w+/g, '/{id}')}`
    if (this.#deprecated.has(route)) return
    this.#deprecated.add(route)
    const sunset = headers.get('sunset')
    this.#log.write('warn', () => `${route} is deprecated${sunset === null ? '' : ` and goes on ${sunset}`}`)
  }

  async #errorOf(response: Response): Promise<APIError> {
    const text = await response.text()
    const error = errorOf(response, text)
    const { problem } = error
    if (error.status !== 404 || (problem !== null && !isMissingRoute(problem.detail))) return error
    const note =
      problem === null
        ? ` This is no answer of a svc server: is ${this.baseUrl} its address?`
        : ` The SDK ${version} needs svc ${version} or newer, with the plugin of the route switched on.`
    return errorOf(response, text, note)
  }
}

interface Sent {
  method: Method
  headers: Record<string, string>
  redirect: 'manual' | 'error'
  body?: Content
  duplex?: 'half'
  window?: null
}

function isStream(content: Content | undefined): content is ReadableStream<Uint8Array> {
  return content instanceof ReadableStream
}

function isReadByPieces(content: Content | undefined): boolean {
  return isStream(content) || content instanceof Blob || content instanceof FormData
}

function redirected(from: string, to: string): SvcError {
  return new SvcError(`${from} redirects to ${to}. Set baseUrl to the address that answers itself.`)
}

/** Where no redirect is wanted, Node's fetch fails with a cause that says so. */
function isRedirect(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'unexpected redirect'
}

/** Sent twice, it happens once; and its body can be sent twice. */
function isRepeatable(request: Request, { headers, body }: Sent, error: unknown): boolean {
  if (isStream(body)) return false
  const { method } = request
  // Too many requests: this one was not begun.
  if (isDoneTwice(request)) return error instanceof RateLimitError
  return (
    method === 'GET' || method === 'HEAD' || method === 'PUT' || method === 'DELETE' || 'idempotency-key' in headers
  )
}

function lowerCase(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The server says so of a path that it does not know; a missing record is named by its kind. */
function isMissingRoute(detail: string): boolean {
  return /^(?:There is no|No) (?:route|path|GET|POST|PUT|PATCH|DELETE)\b/.test(detail)
}
