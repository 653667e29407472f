import { messageOf } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'

/** Looked at again at least this often, so that a clock that was set forward or back is noticed. */
const longestSleepMs = 60_000
/** A job that is due and that this process may not run stays due: it is looked at only this often. */
const overdueMs = 1000
const troubleMs = 5000

interface DueTimerOptions {
  /** When the next thing falls due; null when nothing will. */
  next(): Promise<number | null>
  clock: Clock
  log: Logger
  signal: AbortSignal
  onDue(): Promise<void>
}

/** One timer for whatever falls due next; none while nothing will. */
export class DueTimer {
  readonly #options: DueTimerOptions
  #armed: { at: number; disarm: AbortController } | null = null
  #looking: Promise<void> | null = null
  #isToLookAgain = false

  constructor(options: DueTimerOptions) {
    this.#options = options
  }

  /** Something may fall due earlier than was known. Many calls at once cost one look. */
  look(): void {
    if (this.#options.signal.aborted) return
    this.#isToLookAgain = true
    this.#looking ??= this.#lookUntilCalm()
  }

  async #lookUntilCalm(): Promise<void> {
    while (this.#isToLookAgain) {
      this.#isToLookAgain = false
      try {
        const due = await this.#options.next()
        if (due !== null) this.#arm(due)
      } catch (error) {
        this.#options.log.warn({ reason: messageOf(error) }, 'the job that falls due next cannot be read now')
        this.#arm(this.#options.clock.now() + troubleMs)
      }
    }
    this.#looking = null
  }

  #arm(due: number): void {
    const { clock, signal } = this.#options
    const now = clock.now()
    const at = due <= now ? now + overdueMs : due
    if (signal.aborted || (this.#armed !== null && this.#armed.at <= at)) return
    this.#armed?.disarm.abort()
    const disarm = new AbortController()
    this.#armed = { at, disarm }
    void this.#sleepUntil(at, AbortSignal.any([disarm.signal, signal]))
  }

  async #sleepUntil(at: number, disarmed: AbortSignal): Promise<void> {
    const { clock, onDue } = this.#options
    await clock.sleep(Math.min(Math.max(at - clock.now(), 0), longestSleepMs), disarmed).catch(() => undefined)
    if (disarmed.aborted) return
    this.#armed = null
    if (clock.now() >= at) await onDue()
    this.look()
  }
}
