import type { Clock } from './core/runtime.ts'
import type { WorkspaceMarks } from './core/storage/data-plane.ts'
import { UnavailableError } from './errors.ts'

// What falls due within so short a time is done together: one pass over the list, not one for each.
const leastWaitMs = 20
// Timers count elapsed time: with a longer one, a clock that is set forward would be noticed only at its end.
const longestWaitMs = 10_000
// Clocks are slewed by less.
const stepMs = 1000

/** When to look at which workspace again: one timer for all of them. */
export class WakeTimes {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #onDue: (workspaceId: string) => void
  readonly #times = new Map<string, number>()
  #wait: { until: number; end: AbortController } | null = null
  #lastNow = 0

  constructor(options: { clock: Clock; signal: AbortSignal; onDue: (workspaceId: string) => void }) {
    this.#clock = options.clock
    this.#signal = options.signal
    this.#onDue = options.onDue
    // One listener for all waits: each is ended through its own controller.
    this.#signal.addEventListener('abort', () => this.#wait?.end.abort(), { once: true })
  }

  /** True when it has a time, at `by` at the latest. */
  has(workspaceId: string, by = Infinity): boolean {
    const at = this.#times.get(workspaceId)
    return at !== undefined && at <= by
  }

  set(workspaceId: string, at: number): void {
    this.#times.set(workspaceId, at)
    this.#lastNow = Math.max(this.#lastNow, this.#clock.now())
    if (this.#wait === null || at < this.#wait.until) this.#waitUntil(at)
    // The clock was set forward, past the end of the timer.
    else if (this.#wait.until + stepMs < this.#clock.now()) this.#waitUntil(this.#wait.until)
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
    this.#clock.sleep(Math.min(until - this.#clock.now(), longestWaitMs), end.signal).then(
      () => this.#fire(),
      // Another wait took this one's place, or the server stops.
      () => undefined,
    )
  }

  #fire(): void {
    this.#wait = null
    const now = this.#clock.now()
    // Times that were set before a clock was set back may be wrong: they are computed again.
    const isSetBack = now + stepMs < this.#lastNow
    this.#lastNow = now
    let next = Infinity
    for (const [workspaceId, at] of this.#times) {
      if (at > now && !isSetBack) {
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

/**
 * Whether work in a noted workspace failed because another server has it by now: trying again here would fail for good, and
 * `marks.onOpened` says when it is back.
 */
export async function hasLeft(
  marks: Pick<WorkspaceMarks, 'list'>,
  workspaceId: string,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof UnavailableError)) return false
  const here = await marks.list().catch(() => null)
  return here !== null && !here.includes(workspaceId)
}
