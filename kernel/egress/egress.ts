import { codeOf, ForbiddenError, SvcError, UpstreamError, ValidationError } from '@svc/plugin'
import type { Egress, EgressHost, EgressRequest, EgressResponse, HostAddress, Logger } from '@svc/plugin'
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { Deadline } from './deadline.ts'
import { Dialer, refuseSpecialHost } from './dialer.ts'
import type { Connect, Resolve } from './dialer.ts'
import { checkedHeaders, checkedMethod, headersForOtherOrigin, withoutBodyHeaders } from './request-rules.ts'
import { contentCodings, openBody } from './response-body.ts'
import { parseHost, parseHostPorts, parseTarget } from './target.ts'
import type { Target } from './target.ts'
import { matchesAny } from './url-pattern.ts'

interface EgressOptions {
  /** `SVC_EGRESS_ALLOW`: `host:port` pairs that may be private. */
  allow: readonly string[]
  log: Logger
  /** Called for each request that the rules refuse. */
  onRefused?: () => void
  /** Nothing goes out before it resolves. */
  kept?: () => Promise<void> | undefined
}

/** What a test replaces to see that nothing is resolved or dialled. */
export interface EgressInternals {
  resolve?: Resolve
  connect?: Connect
}

const defaultTimeoutMs = 30_000
const defaultConnectMs = 10_000
const defaultMaxBytes = 10 * 1024 * 1024
const maxRedirects = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const discardBytes = 16 * 1024

interface Hop {
  target: Target
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  body: string | Uint8Array | Blob | null
}

interface Answer {
  hop: Hop
  response: Dispatcher.ResponseData
}

class GuardedEgress implements Egress {
  readonly #allow: ReadonlySet<string>
  readonly #log: Logger
  readonly #onRefused: (() => void) | undefined
  readonly #kept: EgressOptions['kept']
  readonly #dialer: Dialer

  constructor(options: EgressOptions, dialer: Dialer) {
    this.#allow = parseHostPorts(options.allow, 'SVC_EGRESS_ALLOW')
    this.#log = options.log
    this.#onRefused = options.onRefused
    this.#kept = options.kept
    this.#dialer = dialer
  }

  async fetch(request: EgressRequest): Promise<EgressResponse> {
    const first = firstHop(request)
    if (this.#kept) await this.#kept()
    const { timeoutMs = defaultTimeoutMs, signal, stream, workspaceId } = request
    const deadline = new Deadline(timeoutMs, 'did not finish its answer within', signal, stream)
    try {
      const follow = () => this.#follow(first, request, deadline)
      const answer = await this.#dialer.askedBy(workspaceId, deadline.signal, follow)
      deadline.heard()
      return openResponse(answer, request, deadline)
    } catch (error) {
      deadline.end()
      throw this.#reported(translated(error, first.target, deadline), first.target)
    }
  }

  check(url: string, { allow, trusted = false }: { allow?: readonly string[]; trusted?: boolean } = {}): void {
    const target = parseTarget(url)
    if (allow && !matchesAny(allow, target)) throw notAllowed(target, allow)
    if (!trusted && !this.#allow.has(target.key)) refuseSpecialHost(target)
  }

  connect(host: EgressHost): Promise<Socket> {
    return this.#toHost(host, (target, trusted, signal) => this.#dialer.socket(target, trusted, signal))
  }

  addresses(host: EgressHost): Promise<HostAddress[]> {
    return this.#toHost(host, (target, trusted, signal) => this.#dialer.addresses(target, trusted, signal))
  }

  close(): Promise<void> {
    return this.#dialer.close()
  }

  async #toHost<T>(
    { host, port, signal, timeoutMs = defaultConnectMs, trustedOrigins = [], workspaceId }: EgressHost,
    work: (target: Target, trusted: boolean, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const target = parseHost(host, port)
    if (this.#kept) await this.#kept()
    const deadline = new Deadline(timeoutMs, 'could not be reached within', signal)
    try {
      const trusted = this.#allow.has(target.key) || parseHostPorts(trustedOrigins, 'trustedOrigins').has(target.key)
      if (!trusted) refuseSpecialHost(target)
      return await this.#dialer.askedBy(workspaceId, deadline.signal, () => work(target, trusted, deadline.signal))
    } catch (error) {
      throw this.#reported(translated(error, target, deadline), target)
    } finally {
      deadline.end()
    }
  }

  async #follow(first: Hop, request: EgressRequest, deadline: Deadline): Promise<Answer> {
    const trusted = parseHostPorts(request.trustedOrigins ?? [], 'trustedOrigins')
    let hop = first
    for (let redirects = 0; ; redirects++) {
      const response = await this.#send(hop, request, trusted, deadline)
      const location = redirectStatuses.has(response.statusCode) ? headerText(response.headers['location']) : undefined
      if (location === undefined) return { hop, response }
      await response.body.dump({ limit: discardBytes, signal: deadline.signal })
      if (request.redirect === 'error') {
        throw new UpstreamError(`${hop.target.key} answered with a redirect, and none is followed here.`)
      }
      if (redirects === maxRedirects)
        throw new UpstreamError(`${first.target.key} redirected more than ${maxRedirects} times.`)
      hop = nextHop(hop, parseTarget(location, hop.target.url), response.statusCode)
    }
  }

  async #send(
    hop: Hop,
    request: EgressRequest,
    trustedKeys: ReadonlySet<string>,
    deadline: Deadline,
  ): Promise<Dispatcher.ResponseData> {
    const { target } = hop
    if (request.allow && !matchesAny(request.allow, target)) throw notAllowed(target, request.allow)
    const trusted = this.#allow.has(target.key) || trustedKeys.has(target.key)
    if (!trusted) refuseSpecialHost(target)
    const dispatcher = await this.#dialer.dispatcher(trusted)
    deadline.signal.throwIfAborted()
    return dispatcher.request({
      origin: target.url.origin,
      path: target.url.pathname + target.url.search,
      method: hop.method,
      headers: hop.headers,
      body: hop.body as Exclude<Hop['body'], Blob>, // undici takes a Blob too; its types do not say so.
      signal: deadline.signal,
    })
  }

  #reported(error: unknown, target: Target): unknown {
    if (error instanceof SvcError && error.code === 'url_blocked') {
      this.#log.warn({ target: target.key, ...error.fields }, 'an outgoing request was refused')
      this.#onRefused?.()
    }
    return error
  }
}

function firstHop(request: EgressRequest): Hop {
  const method = checkedMethod(request.method ?? 'GET')
  const body = request.body ?? null
  if (body !== null && (method === 'GET' || method === 'HEAD')) {
    throw new ValidationError(`A ${method} request cannot carry a body.`, [
      { path: '/body', message: `not with ${method}` },
    ])
  }
  return { target: parseTarget(request.url), method, headers: checkedHeaders(request.headers ?? {}), body }
}

function nextHop(hop: Hop, target: Target, status: number): Hop {
  const toGet =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST')
  const sameOrigin = target.url.origin === hop.target.url.origin
  const headers = sameOrigin ? hop.headers : headersForOtherOrigin(hop.headers)
  if (toGet) return { target, method: 'GET', headers: withoutBodyHeaders(headers), body: null }
  return { ...hop, target, headers }
}

function notAllowed(target: Target, allow: readonly string[]): ForbiddenError {
  return new ForbiddenError(
    'forbidden',
    `${target.url.origin}${target.url.pathname} fits none of the allowed URL patterns (${allow.join(', ') || 'there are none'}).`,
  )
}

function openResponse({ hop, response }: Answer, request: EgressRequest, deadline: Deadline): EgressResponse {
  const headers: Record<string, string> = {}
  for (const name of Object.keys(response.headers)) headers[name] = headerText(response.headers[name]) ?? ''
  const bodiless = hop.method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304
  const codings = bodiless ? [] : contentCodings(headers['content-encoding'], hop.target.key)
  if (codings.length > 0) {
    // They describe the bytes on the wire, not those that are handed on.
    delete headers['content-encoding']
    delete headers['content-length']
  }
  const { body, text, read } = openBody(response.body, {
    host: hop.target.key,
    codings,
    maxBytes: request.maxBytes ?? defaultMaxBytes,
    contentType: headers['content-type'],
    translate: error => translated(error, hop.target, deadline),
    deadline,
  })
  return { url: hop.target.url.href, status: response.statusCode, headers, body, text, read }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

function translated(error: unknown, target: Target, deadline: Deadline): unknown {
  const reason = deadline.reason(target.key, error)
  if (reason !== undefined) return reason
  if (error instanceof SvcError) return error
  const code = codeOf(error) ?? (error instanceof Error ? error.name : 'no reason given')
  if (code === 'UND_ERR_INVALID_ARG') {
    return new ValidationError('The request cannot be sent: a header has characters that are not allowed.', [], {
      cause: error,
    })
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new UpstreamError(`${target.key} sent more headers than are read here.`, { cause: error })
  }
  return new UpstreamError(`${target.key} cannot be reached or broke off (${code}).`, { cause: error })
}

/**
 * The only way out to the network.
 * @throws ValidationError when `allow` has an entry that is not `host:port`
 */
export function createEgress(
  options: EgressOptions,
  internals: EgressInternals = {},
): Egress & { close(): Promise<void> } {
  return new GuardedEgress(options, new Dialer(internals))
}
