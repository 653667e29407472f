import type { Clock } from '@svc/plugin'
import { Nudge } from './nudge.ts'

/** A worker beside this server writes into the same file without a word: it is looked at again after this. */
const lookAgainMs = 1000

/** Notifies the readers of a run that something may have been written. */
export class RunWatch {
  readonly #clock: Clock
  readonly #spoken = new Map<string, Map<string, string>>()
  readonly #watched = new Map<string, { nudge: Nudge; followers: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  changed(runId: string): void {
    this.#watched.get(runId)?.nudge.now()
  }

  /** What the agents of a run have said of what is not stored yet, by the place of their task. */
  spoken(runId: string): ReadonlyMap<string, string> {
    return this.#spoken.get(runId) ?? new Map()
  }

  /** An agent says more; null: what it has said is stored, or void. */
  say(runId: string, task: string, delta: string | null): void {
    const texts = this.#spoken.get(runId) ?? new Map<string, string>()
    if (delta === null) texts.delete(task)
    else texts.set(task, (texts.get(task) ?? '') + delta)
    if (texts.size === 0) this.#spoken.delete(runId)
    else this.#spoken.set(runId, texts)
    if (delta !== null) this.changed(runId)
  }

  /** Looks until `look` gives something, or the signal aborts: then what it gave last, which is undefined. */
  async until<T>(runId: string, signal: AbortSignal, look: () => T | undefined): Promise<T | undefined> {
    const watched = this.#watched.get(runId) ?? { nudge: new Nudge(), followers: 0 }
    this.#watched.set(runId, watched)
    watched.followers += 1
    try {
      for (;;) {
        // Before it looks: what happens meanwhile counts.
        const next = watched.nudge.next()
        const found = look()
        if (found !== undefined || signal.aborted) return found
        await this.#either(next, signal)
      }
    } finally {
      watched.followers -= 1
      if (watched.followers === 0) this.#watched.delete(runId)
    }
  }

  async #either(next: Promise<void>, signal: AbortSignal): Promise<void> {
    const over = new AbortController()
    const waits = AbortSignal.any([signal, over.signal])
    const pause = this.#clock.sleep(lookAgainMs, waits).catch(() => undefined)
    await Promise.race([next, pause])
    over.abort()
  }
}
