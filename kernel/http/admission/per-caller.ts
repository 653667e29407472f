import { RateLimitedError } from '@svc/plugin'
import type { Exchange } from '../exchange.ts'

/**
 * How many long bodies or streams one caller has open at once: without a bound one key could hold every connection and file that the
 * process may have open.
 */
export class PerCaller {
  readonly #most: number
  readonly #refusal: string
  readonly #counts = new Map<string, number>()

  /** `what` goes on behind a number: `uploads are under way`. */
  constructor(most: number, what: string) {
    this.#most = most
    this.#refusal = `More than ${most} ${what} at once. Let one end first.`
  }

  /** Counts until the answer is out, or its client has left. @throws RateLimitedError when the caller has too many already */
  enter(exchange: Exchange): void {
    // It closes once, and has done so.
    if (exchange.response.destroyed) return
    const caller = exchange.caller?.user_id ?? exchange.ip
    const count = this.#counts.get(caller) ?? 0
    if (count >= this.#most) throw new RateLimitedError(this.#refusal, 5)
    this.#counts.set(caller, count + 1)
    exchange.response.once('close', () => {
      const left = (this.#counts.get(caller) ?? 1) - 1
      if (left > 0) this.#counts.set(caller, left)
      else this.#counts.delete(caller)
    })
  }
}
