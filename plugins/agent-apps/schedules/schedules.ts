import { messageOf } from '@svc/plugin'
import type { Clock, Ids, Logger, Principal } from '@svc/plugin'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { AppSchedule } from '../manifest/app-definition.ts'
import type { RunQueue } from '../runs/run-queue.ts'
import type { RunStore } from '../runs/run-store.ts'

export interface SchedulesOptions {
  catalog: AppCatalog
  queue: RunQueue
  store: RunStore
  /** Who the runs act as; null while there is nobody. */
  principal: () => Promise<Principal | null>
  clock: Clock
  ids: Ids
  log: Logger
  signal: AbortSignal
}

interface Planned {
  schedule: AppSchedule
  at: Date
}

/** A later look costs nothing, and the system's clock may be set meanwhile. */
const longestSleepMs = 60_000
const keepFiresMs = 7 * 24 * 3600 * 1000

/**
 * Starts apps by their manifests' clocks, as jobs. Each time of an app is written down before its run is queued, so that a restart
 * does not start it twice; times that passed while the server was down are not made up for.
 */
export class Schedules {
  readonly #options: SchedulesOptions
  readonly #planned = new Map<string, Planned>()
  #changed = new AbortController()

  constructor(options: SchedulesOptions) {
    this.#options = options
  }

  /** Begins; ends with the signal. */
  start(): void {
    this.#options.catalog.onChange(() => this.#changed.abort())
    void this.#run().catch((error: unknown) => {
      if (!this.#options.signal.aborted) this.#options.log.error({ err: error }, 'Scheduled runs have stopped.')
    })
  }

  async #run(): Promise<void> {
    const { clock, signal } = this.#options
    while (!signal.aborted) {
      await this.#plan()
      const next = Math.min(...[...this.#planned.values()].map(({ at }) => at.getTime()), clock.now() + longestSleepMs)
      await this.#sleep(Math.max(0, next - clock.now()))
      for (const [app, planned] of this.#planned) {
        if (planned.at.getTime() > clock.now()) continue
        this.#planned.delete(app)
        await this.#fire(app, planned)
      }
    }
  }

  /** Brings the plan in line with the apps that are there. */
  async #plan(): Promise<void> {
    this.#changed = new AbortController()
    const scheduled = new Map<string, AppSchedule>()
    for (const entry of this.#options.catalog.entries()) {
      const schedule = entry.app?.definition.schedule
      if (schedule) scheduled.set(entry.name, schedule)
    }
    for (const [app, { schedule }] of this.#planned) if (scheduled.get(app) !== schedule) this.#planned.delete(app)
    if (scheduled.size === 0) return
    const { newCron } = await import('../manifest/manifest-rules.ts')
    for (const [app, schedule] of scheduled) {
      if (this.#planned.has(app)) continue
      const at = newCron(schedule.cron, schedule.timezone).nextRun(new Date(this.#options.clock.now()))
      if (at) this.#planned.set(app, { schedule, at })
    }
  }

  async #sleep(ms: number): Promise<void> {
    const { clock, signal } = this.#options
    try {
      await clock.sleep(ms, AbortSignal.any([signal, this.#changed.signal]))
    } catch (error) {
      if (!this.#changed.signal.aborted) throw error
    }
  }

  async #fire(app: string, { schedule, at }: Planned): Promise<void> {
    const { queue, store, principal, clock, ids, log } = this.#options
    try {
      const owner = await principal()
      if (!owner) return
      const runId = ids.create('run')
      const forgetBefore = new Date(clock.now() - keepFiresMs).toISOString()
      if (!store.claimFire(owner.workspace_id, app, at.toISOString(), runId, forgetBefore)) return
      await queue.enqueue({ app, inputs: structuredClone(schedule.inputs), principal: owner, run_id: runId })
    } catch (error) {
      log.error({ err: error, app, reason: messageOf(error) }, `The scheduled run of ${app} could not be started.`)
    }
  }
}
