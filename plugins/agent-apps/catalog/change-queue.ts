import type { Clock } from '@svc/plugin'

const quietMs = 100
const longestWaitMs = 500

/** Collects names of changed folders until it has been quiet for a moment: a copy in progress makes many events. */
export class ChangeQueue {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #handle: (names: readonly string[]) => Promise<void>
  readonly #names = new Set<string>()
  #waiting = false
  #firstAt = 0
  #lastAt = 0

  constructor(clock: Clock, signal: AbortSignal, handle: (names: readonly string[]) => Promise<void>) {
    this.#clock = clock
    this.#signal = signal
    this.#handle = handle
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  add(...names: string[]): void {
    for (const name of names) this.#names.add(name)
    this.#lastAt = this.#clock.now()
    if (this.#waiting || this.#names.size === 0) return
    this.#waiting = true
    this.#firstAt = this.#lastAt
    // It ends only with the server's stop.
    this.#wait().catch(() => undefined)
  }

  drop(name: string): void {
    this.#names.delete(name)
  }

  /** Handles what has been collected, now. */
  async flush(): Promise<void> {
    const names = [...this.#names]
    this.#names.clear()
    await this.#handle(names)
  }

  async #wait(): Promise<void> {
    while (this.#clock.now() < Math.min(this.#lastAt + quietMs, this.#firstAt + longestWaitMs)) {
      await this.#clock.sleep(quietMs / 2, this.#signal)
    }
    this.#waiting = false
    await this.flush()
  }
}
