import { RateLimitedError } from '@svc/plugin'
import type { Clock, Principal } from '@svc/plugin'

const minuteMs = 60_000

/** How often each key may ask in a minute: a training loop logs step by step. */
export class MinuteRate {
  readonly #most: number
  readonly #clock: Clock
  #endsAt = 0
  #counts = new Map<string, number>()

  constructor(most: number, clock: Clock) {
    this.#most = most
    this.#clock = clock
  }

  /** @throws RateLimitedError */
  count({ key_id, user_id }: Principal): void {
    const now = this.#clock.now()
    if (now >= this.#endsAt || this.#endsAt - now > minuteMs) {
      this.#endsAt = now + minuteMs
      this.#counts = new Map()
    }
    const caller = key_id ?? user_id
    const count = (this.#counts.get(caller) ?? 0) + 1
    this.#counts.set(caller, count)
    if (count <= this.#most) return
    const seconds = Math.max(1, Math.ceil((this.#endsAt - now) / 1000))
    throw new RateLimitedError(`A key may ask ${this.#most} times a minute here (SVC_ML_MLFLOW_RATE).`, seconds)
  }
}
