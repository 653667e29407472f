import type { Clock } from '@svc/plugin'

/** When something expires in which workspace: one timer for all of them. */
export class ExpiryTimes {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #onDue: (workspaceId: string) => void
  readonly #times = new Map<string, number>()
  #wait: { until: number; end: AbortController } | null = null

  constructor(options: { clock: Clock; signal: AbortSignal; onDue: (workspaceId: string) => void }) {
    this.#clock = options.clock
    this.#signal = options.signal
    this.#onDue = options.onDue
    this.#signal.addEventListener('abort', () => this.#wait?.end.abort(), { once: true })
  }

  has(workspaceId: string): boolean {
    return this.#times.has(workspaceId)
  }

  /** Null: nothing waits there any more. */
  set(workspaceId: string, at: number | null): void {
    if (at === null) this.#times.delete(workspaceId)
    else this.#times.set(workspaceId, at)
    this.#waitForNext()
  }

  #waitForNext(): void {
    let next = Infinity
    for (const at of this.#times.values()) next = Math.min(next, at)
    if (this.#signal.aborted || next === this.#wait?.until) return
    this.#wait?.end.abort()
    this.#wait = null
    if (next === Infinity) return
    const end = new AbortController()
    this.#wait = { until: next, end }
    this.#clock.sleep(Math.max(0, next - this.#clock.now()), end.signal).then(
      () => this.#fire(),
      // Another wait took this one's place, or the server stops.
      () => undefined,
    )
  }

  #fire(): void {
    this.#wait = null
    const now = this.#clock.now()
    const due = [...this.#times].filter(([, at]) => at <= now).map(([workspaceId]) => workspaceId)
    for (const workspaceId of due) {
      this.#times.delete(workspaceId)
      this.#onDue(workspaceId)
    }
    this.#waitForNext()
  }
}
