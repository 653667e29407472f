import type { Clock } from '../index.ts'

interface Sleeper {
  at: number
  wake: () => void
}

/** A clock that stands still until a test advances it. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-01-31T12:00:00.000Z')
  #sleepers: Sleeper[] = []

  now(): number {
    return this.#now
  }

  timestamp(): string {
    return new Date(this.#now).toISOString()
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const sleeper = { at: this.#now + ms, wake: resolve }
      this.#sleepers.push(sleeper)
      const giveUp = (): void => {
        this.#sleepers = this.#sleepers.filter(other => other !== sleeper)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** How many wait for a time. */
  get sleepers(): number {
    return this.#sleepers.length
  }

  /** Sets the clock forward or back, as a person or a time server does. Sleepers count elapsed time: they wake no earlier and no later. */
  step(ms: number): void {
    this.#now += ms
    for (const sleeper of this.#sleepers) sleeper.at += ms
  }

  /** Advances by `ms` and wakes the sleepers of that time, in order. */
  advance(ms: number): void {
    this.#now += ms
    const due = this.#sleepers.filter(sleeper => sleeper.at <= this.#now).toSorted((a, b) => a.at - b.at)
    this.#sleepers = this.#sleepers.filter(sleeper => sleeper.at > this.#now)
    for (const sleeper of due) sleeper.wake()
  }
}
