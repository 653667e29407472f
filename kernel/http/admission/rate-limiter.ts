import { LRUCache } from 'lru-cache'
import { RateLimitedError } from '@svc/plugin'
import type { Clock, RequestRate } from '@svc/plugin'

interface Window {
  count: number
  endsAt: number
}

const windowMs = 60_000
// Given as a size, not as a count: for a count the cache would set aside its room at every start.
const atMost = { maxSize: 100_000, sizeCalculation: () => 1 }

/** A fixed window a caller; the oldest callers are forgotten first when there are too many. */
export class RateLimiter {
  readonly #windows = new LRUCache<string, Window>(atMost)
  readonly #perMinute: number
  readonly #personFactor: number
  /** Of the header, which every answer carries. */
  readonly limitText: string
  readonly #clock: Clock

  constructor({ perMinute, personFactor }: { perMinute: number; personFactor: number }, clock: Clock) {
    this.#perMinute = perMinute
    this.#personFactor = personFactor
    this.limitText = String(perMinute)
    this.#clock = clock
  }

  /** Counts one request of `caller`; {@link assertWithin} refuses one that is over the limit. */
  count(caller: string): Window {
    const now = this.#clock.now()
    const window = this.#windows.get(caller)
    // A window that ends too far ahead was made before the clock was set back.
    if (window !== undefined && window.endsAt > now && window.endsAt <= now + windowMs) {
      window.count += 1
      return window
    }
    const fresh = { count: 1, endsAt: now + windowMs }
    this.#windows.set(caller, fresh)
    return fresh
  }

  state(window: Window): RequestRate {
    return {
      limit: this.#perMinute,
      remaining: Math.max(0, this.#perMinute - window.count),
      reset_seconds: this.#secondsLeft(window),
    }
  }

  /** @throws RateLimitedError once the caller has used up its window */
  assertWithin(window: Window): void {
    this.#assertAtMost(this.#perMinute, window, '')
  }

  /** Counts a request of a person, whichever of their keys it came with. @throws RateLimitedError over the ceiling of all of these together */
  countPerson(userId: string): void {
    this.#assertAtMost(this.#perMinute * this.#personFactor, this.count(`person ${userId}`), ' with all of your keys')
  }

  #assertAtMost(most: number, window: Window, how: string): void {
    if (window.count <= most) return
    const seconds = this.#secondsLeft(window)
    throw new RateLimitedError(`More than ${most} requests in a minute${how}. Try again in ${seconds} s.`, seconds)
  }

  #secondsLeft(window: Window): number {
    return Math.max(1, Math.ceil((window.endsAt - this.#clock.now()) / 1000))
  }
}
