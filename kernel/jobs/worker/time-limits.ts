import type { Clock } from '@svc/plugin'

/** Most jobs have ended by then. */
const momentMs = 50

/** What has a limit of time. */
interface Limited {
  /** It has not ended within a moment: from now on it counts its time itself. */
  countTime(): void
}

/** One timer for all that has just begun; only what goes on for longer gets one of its own. */
export class TimeLimits {
  readonly #clock: Clock
  #fresh = new Set<Limited>()
  #isWaiting = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  began(limited: Limited): void {
    this.#fresh.add(limited)
    if (!this.#isWaiting) void this.#wait()
  }

  ended(limited: Limited): void {
    this.#fresh.delete(limited)
  }

  async #wait(): Promise<void> {
    this.#isWaiting = true
    await this.#clock.sleep(momentMs)
    this.#isWaiting = false
    const going = this.#fresh
    this.#fresh = new Set()
    for (const limited of going) limited.countTime()
  }
}
