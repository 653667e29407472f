import type { ServerResponse } from 'node:http'
import { ForbiddenError, NotFoundError, UnauthenticatedError, messageOf } from '@svc/plugin'
import type { Authenticator, Credentials } from '../auth/auth.ts'
import type { Exchange } from './exchange.ts'

/** For what ends by the clock alone, such as a key's time. */
const everyMs = 15_000

/**
 * The callers of long requests, admitted once and asked about again: a key that is revoked or an account that is disabled
 * ends its streams and its runs too, not only its next request.
 */
export class LiveCallers {
  readonly #auth: Authenticator
  readonly #live = new Map<Exchange, Credentials>()
  #timer: NodeJS.Timeout | undefined
  #checking = false
  #changed = false

  constructor(auth: Authenticator) {
    this.#auth = auth
    auth.onChange?.(() => void this.#checkAll())
  }

  watch(exchange: Exchange, credentials: Credentials, raw: ServerResponse): void {
    this.#live.set(exchange, credentials)
    this.#timer ??= setInterval(() => void this.#checkAll(), everyMs).unref()
    raw.once('close', () => {
      this.#live.delete(exchange)
      if (this.#live.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    })
  }

  async #checkAll(): Promise<void> {
    this.#changed = true
    if (this.#checking) return
    this.#checking = true
    while (this.#changed) {
      this.#changed = false
      // One after the other: callers of one credential are answered by its cache entry.
      for (const [exchange, credentials] of this.#live) await this.#check(exchange, credentials)
    }
    this.#checking = false
  }

  async #check(exchange: Exchange, credentials: Credentials): Promise<void> {
    try {
      const caller = await this.#auth.authenticate(credentials)
      if (exchange.route) this.#auth.authorize(caller, exchange.route.definition.permission)
    } catch (error) {
      const refused =
        error instanceof UnauthenticatedError || error instanceof ForbiddenError || error instanceof NotFoundError
      if (refused) exchange.cutOff(error)
      else exchange.log.warn({ reason: messageOf(error) }, 'a caller of a long request could not be checked again')
    }
  }
}
