import { bearerOf, CallerError, NotFoundError, UnauthenticatedError, UnavailableError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import { hasWorkspace, networkOf } from '../../auth/index.ts'
import type { Authenticator, Credentials } from '../../auth/index.ts'
import type { Placement } from '../../planes/index.ts'
import type { Exchange } from '../exchange.ts'
import { LiveCallers } from './live-callers.ts'
import { HostCheck, assertOneHost, assertOwnOrigin } from './own-origin.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Traffic } from './traffic.ts'

interface GuardOptions {
  auth: Authenticator
  rateLimiter: RateLimiter
  host: string
  publicUrl: string | null
  traffic: Traffic
}

/**
 * Everything that is decided before a body is read: is the host name ours, who calls, how often, from which site, may they, and is their
 * workspace here. One step instead of six, and synchronous while the credential is in the authenticator's cache.
 */
export class Guard {
  readonly #options: GuardOptions
  readonly #hostCheck: HostCheck
  readonly #live: LiveCallers

  constructor(options: GuardOptions) {
    this.#options = options
    this.#hostCheck = new HostCheck(options.host, options.publicUrl)
    this.#live = new LiveCallers(options.auth)
  }

  /** Undefined, or a promise of it, when the request is let in. @throws (or rejects) with the reason when it is not */
  check(exchange: Exchange): Promise<void> | undefined {
    if (exchange.placement !== null) redeemPass(exchange, exchange.placement)
    const caller = this.#caller(exchange)
    if (caller instanceof Promise) return caller.then(principal => this.#letIn(exchange, principal))
    return this.#letIn(exchange, caller)
  }

  #letIn(exchange: Exchange, principal: Principal | null): Promise<void> | undefined {
    const { placement } = exchange
    if (placement !== null) exchange.workspaceId = workspaceOf(exchange, principal)
    this.#admit(exchange, principal)
    if (placement === null) return undefined
    return exchange.workspaceId === null ? undefined : placement.enter(exchange.workspaceId, exchange.passage !== null)
  }

  #caller(exchange: Exchange): Principal | null | Promise<Principal | null> {
    const { handed } = exchange
    // What the running work asks of ourselves is still answered: it could not finish otherwise.
    if (this.#options.traffic.stopping && handed?.entrance !== 'inside')
      throw new UnavailableError('The server is stopping.')
    if (handed) return handed.principal()
    assertOneHost(exchange.raw)
    // The first server has checked it, and its name may be another one.
    if (exchange.passage === null) this.#hostCheck.assertOurs(exchange.host)
    try {
      const caller = this.#options.auth.authenticate(credentialsOf(exchange))
      return caller instanceof Promise ? caller.catch((error: unknown) => this.#unknown(exchange, error)) : caller
    } catch (error) {
      return this.#unknown(exchange, error)
    }
  }

  /** A stale cookie, or a workspace that is gone, must not lock anyone out of a public route, the login above all. */
  #unknown(exchange: Exchange, error: unknown): null {
    const isPublic = exchange.route?.definition.permission === 'public'
    if (isPublic && (error instanceof UnauthenticatedError || error instanceof NotFoundError)) return null
    const { rateLimiter } = this.#options
    rateLimiter.assertWithin(rateLimiter.count(networkOf(exchange.ip)))
    throw error
  }

  #admit(exchange: Exchange, principal: Principal | null): void {
    const { auth, publicUrl } = this.#options
    const { entrance, method, route } = exchange
    exchange.caller = principal
    if (entrance === 'network') {
      if (isCounted(exchange, principal) && !isSentOn(exchange)) this.#limit(exchange, principal)
      const carriedByBrowser = principal === null || principal.via === 'session'
      if (carriedByBrowser && method !== 'GET' && method !== 'HEAD')
        assertOwnOrigin(exchange.raw.headers, exchange.host, publicUrl)
    }
    if (route === null) return
    auth.authorize(principal, route.definition.permission)
    const lasts = route.definition.longRunning === true || route.definition.upload !== undefined
    if (lasts && principal !== null && entrance === 'network') this.#live.watch(exchange, credentialsOf(exchange))
  }

  #limit(exchange: Exchange, principal: Principal | null): void {
    const { rateLimiter } = this.#options
    const caller = principal === null ? networkOf(exchange.ip) : (principal.key_id ?? principal.user_id)
    const window = rateLimiter.count(caller)
    const state = rateLimiter.state(window)
    const { headers } = exchange.reply
    exchange.rate = state
    headers['ratelimit-limit'] = rateLimiter.limitText
    headers['ratelimit-remaining'] = String(state.remaining)
    headers['ratelimit-reset'] = String(state.reset_seconds)
    rateLimiter.assertWithin(window)
    if (principal !== null) rateLimiter.countPerson(principal.user_id)
  }
}

/** Requests without a caller count on every route that is not open to all. */
function isCounted({ route }: Exchange, principal: Principal | null): boolean {
  return route?.definition.rateLimited !== false || (principal === null && route.definition.permission !== 'public')
}

/** Whose server answers; null for the one that was asked. */
function workspaceOf({ entrance, params, route }: Exchange, principal: Principal | null): string | null {
  if (entrance === 'operator' && route?.definition.aboutServer) return null
  const named = route?.definition.workspaceOf?.(params) ?? null
  return named ?? (principal !== null && hasWorkspace(principal) ? principal.workspace_id : null)
}

/** The server of the workspace counts it. */
function isSentOn({ placement, workspaceId }: Exchange): boolean {
  return placement !== null && workspaceId !== null && placement.elsewhere(workspaceId) !== null
}

/** What another server has sent on comes as it came there. */
function redeemPass(exchange: Exchange, { passes }: Placement): void {
  const { raw, method, url } = exchange
  const pass = raw.headers[passes.header]
  if (pass === undefined) return
  // Nothing behind this sees what anybody can send.
  delete raw.headers[passes.header]
  const redeemed = typeof pass === 'string' ? passes.redeem(pass, { method, url }) : null
  exchange.isMisplaced = redeemed === 'void'
  if (redeemed === 'void')
    throw new CallerError(
      421,
      'misdirected_request',
      'The request was sent on to another server than this one, or twice.',
    )
  exchange.passage = redeemed
  const principal = exchange.passage?.principal ?? null
  if (principal !== null) exchange.handed = { entrance: 'operator', principal: () => principal }
}

function credentialsOf(exchange: Exchange): Credentials {
  const { headers } = exchange.raw
  return {
    authorization: bearerOf(headers.authorization, exchange.route?.definition) ?? keyInHeader(exchange),
    cookie: headers.cookie,
    workspaceId: headers['x-workspace-id'] as string | undefined,
    ip: exchange.ip,
  }
}

/** A key that came in a header of the route's own, in the form in which a key usually comes. */
function keyInHeader({ headers, route }: Exchange): string | undefined {
  const name = route?.definition.keyHeader
  const key = name === undefined ? undefined : headers[name]
  return typeof key === 'string' ? `Bearer ${key}` : undefined
}
