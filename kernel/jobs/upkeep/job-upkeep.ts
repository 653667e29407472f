import { messageOf } from '@svc/plugin'
import type { OpenedJobs } from '@svc/plugin'
import { repeatedly } from '@svc/plugin/library/time/waiting'
import { serverWorkerPrefix } from '@svc/plugin/contracts/worker-link'
import { ScheduleClock } from '../schedules/schedule-clock.ts'
import type { ScheduleClockOptions } from '../schedules/schedule-clock.ts'

const everyMs = 3_600_000
const restMs = 1000
const dayMs = 24 * 3_600_000

export interface JobUpkeepOptions extends ScheduleClockOptions {
  relay?: OpenedJobs['relay']
  /** This server's own worker. */
  workerId: string
  /** For how many days ended jobs are kept; `failed`: dead and cancelled ones. */
  retention: { succeeded: number; failed: number }
  /** Whether this is the only server, so that jobs which another one holds were left by a process that has ended. */
  takesBack: boolean
  /** How many jobs and schedules wait in the home while the queue is in a database: they would never run. */
  countLeftBehind(): Promise<number>
  signal: AbortSignal
}

/** What a server does for the queue by itself: schedules, events from the database, jobs of a server that is gone, and old jobs. */
export class JobUpkeep {
  readonly #options: JobUpkeepOptions
  readonly #schedules: ScheduleClock
  #lookedAt = -Infinity

  constructor(options: JobUpkeepOptions) {
    this.#options = options
    this.#schedules = new ScheduleClock(options)
  }

  onSchedulesChanged(): void {
    this.#schedules.onChanged()
  }

  async start(): Promise<void> {
    const { store, relay, takesBack, workerId, log } = this.#options
    relay?.start()
    await this.#warnOfLeftBehind()
    const count = takesBack ? await store.reclaimWorkers(serverWorkerPrefix, workerId) : 0
    if (count > 0) log.info({ count }, 'took back jobs of a server that is gone')
    this.#schedules.start()
    this.#lookedAt = this.#options.clock.now()
    void repeatedly(everyMs, () => this.#prune(), this.#options)
  }

  stop(): void {
    this.#schedules.stop()
  }

  async #warnOfLeftBehind(): Promise<void> {
    const count = await this.#options.countLeftBehind()
    if (count === 0) return
    this.#options.log.warn(
      { count },
      'jobs or schedules wait in the files of this home, but the queue is in a database now: stop the server and run `svc jobs move --to postgres`',
    )
  }

  /** In passes with a rest after each, until one finds nothing. */
  async #prune(): Promise<void> {
    const { store, retention, clock, log, signal } = this.#options
    // What a clock that is ahead for a moment takes for old stays.
    const now = Math.min(clock.now(), this.#lookedAt + everyMs)
    this.#lookedAt = clock.now()
    const before = { succeeded: now - retention.succeeded * dayMs, failed: now - retention.failed * dayMs }
    try {
      for (let deleted = await store.prune(before); deleted > 0; deleted = await store.prune(before)) {
        log.info({ deleted }, 'deleted jobs that ended long ago, and records of old requests')
        await clock.sleep(restMs, signal)
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ reason: messageOf(error) }, 'jobs that ended long ago cannot be deleted now')
    }
  }
}
