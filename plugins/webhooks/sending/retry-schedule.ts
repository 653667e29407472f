const jitter = 0.1
const mostRetryAfterMs = 24 * 60 * 60 * 1000

/** When the next of several tries is due. */
export class RetrySchedule {
  readonly #delays: readonly number[]
  readonly #random: () => number

  /** @param seconds how long each try waits after the one before it */
  constructor(seconds: readonly number[], random: () => number = Math.random) {
    this.#delays = seconds.map(delay => delay * 1000)
    this.#random = random
  }

  get longestMs(): number {
    return Math.max(...this.#delays)
  }

  /**
   * The delay is ± 10 %, so that what failed together does not come back together; what the receiver asked for is the least.
   * @returns null after the last try
   */
  next(tries: number, now: number, retryAfterMs: number | null): number | null {
    const delay = this.#delays[tries]
    if (delay === undefined) return null
    const spread = Math.round(delay * (1 - jitter + 2 * jitter * this.#random()))
    return now + Math.max(spread, retryAfterMs ?? 0)
  }
}

/** `Retry-After` in seconds or as a date: milliseconds from now, at most a day. Null when it says nothing that can be read. */
export function parseRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - now
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), mostRetryAfterMs)
}

/** HTTP dates begin with a weekday; `Date.parse` alone would take a `3.5` for one. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]+, /.test(text) ? Date.parse(text) : Number.NaN
}
