import { messageOf } from '@svc/plugin'
import type { Clock, JobUpkeepStore, Logger } from '@svc/plugin'

const everyMs = 3_600_000
const dayMs = 24 * 3_600_000

/** For how many days ended jobs are kept. */
export interface RetentionDays {
  succeeded: number
  /** Dead and cancelled. */
  failed: number
}

export interface JobRetentionOptions {
  store: Pick<JobUpkeepStore, 'prune'>
  days: RetentionDays
  clock: Clock
  log: Logger
  signal: AbortSignal
}

/** Deletes what ended long ago, once an hour. */
export class JobRetention {
  readonly #options: JobRetentionOptions

  constructor(options: JobRetentionOptions) {
    this.#options = options
  }

  start(): void {
    void this.#run()
  }

  async #run(): Promise<void> {
    const { clock, signal } = this.#options
    while (await isOver(clock.sleep(everyMs, signal))) await this.#prune()
  }

  async #prune(): Promise<void> {
    const { store, days, clock, log } = this.#options
    const now = clock.now()
    const before = { succeeded: now - days.succeeded * dayMs, failed: now - days.failed * dayMs }
    try {
      const deleted = await store.prune(before)
      if (deleted > 0) log.info({ deleted }, 'deleted jobs that ended long ago')
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'jobs that ended long ago cannot be deleted now')
    }
  }
}

function isOver(sleep: Promise<void>): Promise<boolean> {
  return sleep.then(
    () => true,
    () => false,
  )
}
