import { RateLimitedError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'

const retryAfterSeconds = 5

/** How many answers a key has under way: the next one is refused before a model is asked. */
export class OpenCalls {
  readonly #most: number
  readonly #byKey = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Returns how to end it; to end it twice is harmless. @throws RateLimitedError */
  begin(principal: Principal): () => void {
    const key = principal.key_id ?? principal.user_id
    const count = this.#byKey.get(key) ?? 0
    if (count >= this.#most) {
      throw new RateLimitedError(
        `This key has ${count} answers under way, which is the limit. Wait for one to end, or leave one.`,
        retryAfterSeconds,
      )
    }
    this.#byKey.set(key, count + 1)
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      const left = (this.#byKey.get(key) ?? 1) - 1
      if (left > 0) this.#byKey.set(key, left)
      else this.#byKey.delete(key)
    }
  }
}
