import type { Clock } from '@svc/plugin'

/** Looked at again at least this often, so that a clock that was set forward or back is noticed. */
const longestSleepMs = 60_000

/** One timer for the next due time of many workspaces; none while nothing is due. */
export class WakeTimer {
  readonly #clock: Clock
  readonly #onDue: (workspaceIds: string[]) => void
  readonly #due = new Map<string, number>()
  #armed: { at: number; disarm: AbortController } | null = null
  #isStopped = false

  constructor(clock: Clock, onDue: (workspaceIds: string[]) => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  /** Wakes the workspace at `at`, or earlier when it was to be woken earlier. */
  schedule(workspaceId: string, at: number): void {
    this.#due.set(workspaceId, Math.min(at, this.#due.get(workspaceId) ?? Infinity))
    this.#arm(at)
  }

  stop(): void {
    this.#isStopped = true
    this.#armed?.disarm.abort()
    this.#armed = null
  }

  #arm(at: number): void {
    if (this.#isStopped || (this.#armed !== null && this.#armed.at <= at)) return
    this.#armed?.disarm.abort()
    const disarm = new AbortController()
    this.#armed = { at, disarm }
    void this.#sleepUntil(at, disarm.signal)
  }

  async #sleepUntil(at: number, disarmed: AbortSignal): Promise<void> {
    const ms = Math.min(Math.max(at - this.#clock.now(), 0), longestSleepMs)
    const isElapsed = await this.#clock.sleep(ms, disarmed).then(
      () => true,
      () => false,
    )
    if (!isElapsed || disarmed.aborted) return
    this.#armed = null
    const now = this.#clock.now()
    const due = [...this.#due].filter(([, time]) => time <= now).map(([workspaceId]) => workspaceId)
    for (const workspaceId of due) this.#due.delete(workspaceId)
    const next = Math.min(...this.#due.values())
    if (Number.isFinite(next)) this.#arm(next)
    if (due.length > 0) this.#onDue(due)
  }
}
