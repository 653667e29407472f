import type { FastifyReply, FastifyRequest } from 'fastify'
import { UnauthenticatedError, UnavailableError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import type { Authenticator, Credentials } from '../auth/auth.ts'
import type { Exchange } from './exchange.ts'
import { handedOver } from './handed-over.ts'
import { LiveCallers } from './live-callers.ts'
import { HostCheck, assertOneHost, assertOwnOrigin } from './own-origin.ts'
import { networkOf } from './rate-limiter.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Traffic } from './traffic.ts'

export interface GuardOptions {
  auth: Authenticator
  rateLimiter: RateLimiter
  host: string
  publicUrl: string | null
  traffic: Traffic
}

type Done = (error?: Error) => void

/**
 * Everything that is decided before a body is read: is the host name ours, who calls, how often, from which site, and may they.
 * One hook instead of five, and synchronous while the credential is in the authenticator's cache.
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

  check(exchange: Exchange, request: FastifyRequest, reply: FastifyReply, done: Done): void {
    try {
      const caller = this.#caller(exchange, request)
      if (caller instanceof Promise) {
        caller.then(principal => this.#admit(exchange, request, reply, principal)).then(() => done(), done)
        return
      }
      this.#admit(exchange, request, reply, caller)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }

  #caller(exchange: Exchange, request: FastifyRequest): Principal | null | Promise<Principal | null> {
    // What the running work asks of ourselves is still answered: it could not finish otherwise.
    if (this.#options.traffic.stopping && exchange.entrance !== 'inside')
      throw new UnavailableError('The server is stopping.')
    const handed = handedOver(request.raw)
    if (handed) return handed.principal()
    assertOneHost(request.raw)
    this.#hostCheck.assertOurs(request.host)
    try {
      const caller = this.#options.auth.authenticate(credentialsOf(exchange, request))
      return caller instanceof Promise ? caller.catch((error: unknown) => this.#unknown(exchange, error)) : caller
    } catch (error) {
      return this.#unknown(exchange, error)
    }
  }

  /** A stale cookie must not lock anyone out of a public route, the login above all. */
  #unknown(exchange: Exchange, error: unknown): null {
    const isPublic = exchange.route?.definition.permission === 'public'
    if (isPublic && error instanceof UnauthenticatedError) return null
    const { rateLimiter } = this.#options
    rateLimiter.assertWithin(rateLimiter.count(networkOf(exchange.ip)))
    throw error
  }

  #admit(exchange: Exchange, request: FastifyRequest, reply: FastifyReply, principal: Principal | null): void {
    const { auth, publicUrl } = this.#options
    exchange.caller = principal
    if (exchange.entrance === 'network') {
      const isCounted = principal === null || exchange.route?.definition.rateLimited !== false
      if (isCounted) this.#limit(exchange, reply, principal)
      const carriedByBrowser = principal === null || principal.via === 'session'
      if (carriedByBrowser && request.method !== 'GET' && request.method !== 'HEAD') {
        assertOwnOrigin(request.headers, request.host, publicUrl)
      }
    }
    if (exchange.route) auth.authorize(principal, exchange.route.definition.permission)
    const { longRunning, upload } = exchange.route?.definition ?? {}
    const lasts = (longRunning === true || upload !== undefined) && exchange.entrance === 'network'
    if (lasts && principal !== null) this.#live.watch(exchange, credentialsOf(exchange, request), reply.raw)
  }

  #limit(exchange: Exchange, reply: FastifyReply, principal: Principal | null): void {
    const { rateLimiter } = this.#options
    const window = rateLimiter.count(
      principal === null ? networkOf(exchange.ip) : (principal.key_id ?? principal.user_id),
    )
    const state = rateLimiter.state(window)
    exchange.rate = state
    reply.header('ratelimit-limit', rateLimiter.limitText)
    reply.header('ratelimit-remaining', String(state.remaining))
    reply.header('ratelimit-reset', String(state.reset_seconds))
    rateLimiter.assertWithin(window)
  }
}

function credentialsOf(exchange: Exchange, request: FastifyRequest): Credentials {
  const { headers } = request.raw
  return {
    authorization: headers.authorization ?? keyInHeader(exchange, headers),
    cookie: headers.cookie,
    workspaceId: headers['x-workspace-id'] as string | undefined,
    ip: request.ip ?? '',
  }
}

/** A key that came in a header of the route's own, in the form in which a key usually comes. */
function keyInHeader(exchange: Exchange, headers: FastifyRequest['headers']): string | undefined {
  const name = exchange.route?.definition.keyHeader
  const key = name === undefined ? undefined : headers[name]
  return typeof key === 'string' ? `Bearer ${key}` : undefined
}
