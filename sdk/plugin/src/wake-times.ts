import type { Clock } from './core/runtime.ts'

// What falls due within so short a time is done together: one pass over the list, not one for each.
const leastWaitMs = 20

/** When to look at which workspace again: one timer for all of them. */
export class WakeTimes {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #onDue: (workspaceId: string) => void
  readonly #times = new Map<string, number>()
  #wait: { until: number; end: AbortController } | null = null

  constructor(options: { clock: Clock; signal: AbortSignal; onDue: (workspaceId: string) => void }) {
    this.#clock = options.clock
    this.#signal = options.signal
    this.#onDue = options.onDue
    // One listener for all waits: each is ended through its own controller.
    this.#signal.addEventListener('abort', () => this.#wait?.end.abort(), { once: true })
  }

  has(workspaceId: string): boolean {
    return this.#times.has(workspaceId)
  }

  set(workspaceId: string, at: number): void {
    this.#times.set(workspaceId, at)
    if (this.#wait === null || at < this.#wait.until) this.#waitUntil(at)
  }

  delete(workspaceId: string): void {
    this.#times.delete(workspaceId)
  }

  #waitUntil(at: number): void {
    this.#wait?.end.abort()
    if (this.#signal.aborted) return
    const end = new AbortController()
    const until = Math.max(at, this.#clock.now() + leastWaitMs)
    this.#wait = { until, end }
    this.#clock.sleep(until - this.#clock.now(), end.signal).then(
      () => this.#fire(),
      // Another wait took this one's place, or the server stops.
      () => undefined,
    )
  }

  #fire(): void {
    this.#wait = null
    const now = this.#clock.now()
    let next = Infinity
    for (const [workspaceId, at] of this.#times) {
      if (at > now) {
        next = Math.min(next, at)
        continue
      }
      this.#times.delete(workspaceId)
      this.#onDue(workspaceId)
    }
    // `onDue` may have set times and so have begun a wait of its own.
    const wait = this.#wait as { until: number } | null
    if (next !== Infinity && (wait === null || next < wait.until)) this.#waitUntil(next)
  }
}
