import type { Clock } from '@svc/plugin'

interface Sleeper {
  at: number
  wake(): void
}

/** A clock for what must not take time: as soon as nothing is under way but waits, it is the time at which the first of them ends. */
export class DryClock implements Clock {
  #now: number
  #underWay = 0
  #isLooking = false
  readonly #sleepers = new Set<Sleeper>()

  constructor(now: number) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  timestamp(): string {
    return new Date(this.#now).toISOString()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const giveUp = (): void => {
        this.#sleepers.delete(sleeper)
        reject(signal?.reason)
      }
      const wake = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const sleeper: Sleeper = { at: this.#now + ms, wake }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#lookWhenIdle()
    })
  }

  /** While this goes on, no time passes. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await work()
    } finally {
      this.#underWay -= 1
      this.#lookWhenIdle()
    }
  }

  /** Time passes, at the earliest until now. */
  passTo(at: number): void {
    this.#now = Math.max(this.#now, at)
    for (const sleeper of [...this.#sleepers].toSorted((a, b) => a.at - b.at)) {
      if (sleeper.at > this.#now) return
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
  }

  #lookWhenIdle(): void {
    if (this.#underWay > 0 || this.#isLooking) return
    this.#isLooking = true
    // In the next turn everything that could go on has done so.
    setImmediate(() => {
      this.#isLooking = false
      if (this.#underWay > 0 || this.#sleepers.size === 0) return
      this.passTo(Math.min(...[...this.#sleepers].map(({ at }) => at)))
    })
  }
}
