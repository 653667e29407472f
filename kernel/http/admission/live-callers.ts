import { ForbiddenError, NotFoundError, UnauthenticatedError, messageOf } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import type { Authenticator, Credentials } from '../../auth/index.ts'
import type { Exchange } from '../exchange.ts'

/** Checks in one turn of the event loop; there may be ten thousand. */
const checksATurn = 500
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
    auth.onChange(() => void this.#checkAll())
  }

  watch(exchange: Exchange, credentials: Credentials): void {
    // The client left while the caller was looked up.
    if (exchange.response.destroyed) return
    this.#live.set(exchange, credentials)
    this.#timer ??= setInterval(() => void this.#checkAll(), everyMs).unref()
    exchange.response.once('close', () => {
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
      let checked = 0
      for (const [exchange, credentials] of this.#live) {
        await this.#check(exchange, credentials)
        checked += 1
        if (checked % checksATurn === 0) await new Promise(setImmediate)
      }
    }
    this.#checking = false
  }

  async #check(exchange: Exchange, credentials: Credentials): Promise<void> {
    try {
      const caller = await this.#auth.authenticate(credentials)
      if (exchange.route) this.#auth.authorize(caller, exchange.route.definition.permission)
      if (!mayDoTheSame(exchange.caller, caller))
        throw new ForbiddenError('forbidden', 'What you may do has changed. Connect again.')
    } catch (error) {
      const refused =
        error instanceof UnauthenticatedError || error instanceof ForbiddenError || error instanceof NotFoundError
      if (refused) exchange.cutOff(error)
      else exchange.log.warn({ reason: messageOf(error) }, 'a caller of a long request could not be checked again')
    }
  }
}

/** A long request sends what its caller was allowed to read when it began, so those rights must still hold. */
function mayDoTheSame(before: Principal | null, now: Principal | null): boolean {
  if (before === null || now === null || before === now) return before === now
  const sameScopes =
    before.scopes.length === now.scopes.length && before.scopes.every(each => now.scopes.includes(each))
  return before.role === now.role && before.workspace_id === now.workspace_id && sameScopes
}
