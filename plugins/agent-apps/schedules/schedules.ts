import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '@svc/plugin'
import type {
  Clock,
  Ids,
  JobHandler,
  JobQueue,
  JobSchedule,
  JobSchedules,
  JsonObject,
  Logger,
  NewJobSchedule,
  Page,
  Principal,
} from '@svc/plugin'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { AppSchedule } from '../manifest/app-definition.ts'
import type { RunQueue } from '../runs/run-queue.ts'
import type { RunStore } from '../runs/run-store.ts'

export const scheduleJobKind = 'agent-apps.schedule'

/** `schemas/schedule-job.schema.json`. */
export interface ScheduleJob {
  app: string
  inputs: JsonObject
}

export interface SchedulesOptions {
  /** Whether apps run by the clock at all. */
  enabled: boolean
  catalog: AppCatalog
  jobs: Pick<JobQueue, 'get'>
  schedules: JobSchedules
  queue: RunQueue
  store: RunStore
  /** Who the runs act as; null while there is nobody. */
  principal: () => Promise<Principal | null>
  clock: Clock
  ids: Ids
  log: Logger
  signal: AbortSignal
}

const namePrefix = 'agent-apps:'
/** The first owner may come, or be another, without a word. */
const lookAgainMs = 60_000
const keepFiresMs = 7 * 24 * 3600 * 1000
const pageSize = 200

/**
 * Keeps one schedule of the job queue for each app whose manifest asks for one, in the first owner's workspace. Its job starts the
 * run: a time is started at most once, and times that passed while the server was down are not made up for.
 */
export class Schedules {
  readonly #options: SchedulesOptions
  #changed = new AbortController()

  constructor(options: SchedulesOptions) {
    this.#options = options
  }

  /** Begins once the folder of the apps was listed; ends with the signal. */
  start(): void {
    const { catalog, signal, log } = this.#options
    catalog.onChange(() => this.#changed.abort())
    void this.#run().catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, 'The schedules of agent apps are no longer kept up to date.')
    })
  }

  readonly handle: JobHandler<ScheduleJob> = async ({
    job_id,
    workspace_id,
    payload: { app, inputs },
  }): Promise<JsonObject> => {
    const { jobs, queue, store, principal, clock, ids } = this.#options
    const owner = await principal()
    if (owner?.workspace_id !== workspace_id)
      return { skipped: 'This is not the workspace of the first owner any more.' }
    const fired = (await jobs.get(workspace_id, job_id))?.created_at ?? clock.timestamp()
    const forgetBefore = new Date(clock.now() - keepFiresMs).toISOString()
    const runId = store.claimFire(workspace_id, app, fired, ids.create('run'), forgetBefore)
    // An attempt before this one may have ended between the claim and the queue, which takes a run once.
    if (store.get(workspace_id, runId) !== null) return { skipped: 'It was started before.' }
    const { run_id } = await queue.enqueue({ app, inputs, principal: owner, run_id: runId, trigger: 'schedule' })
    return { run_id }
  }

  /** When each app that runs by the clock does so next, by its name. */
  async nextRuns(): Promise<Map<string, string | null>> {
    const owner = await this.#options.principal()
    if (owner === null) return new Map()
    const stored = await this.#stored(owner.workspace_id)
    return new Map([...stored].map(([name, schedule]) => [name.slice(namePrefix.length), schedule.next_run_at]))
  }

  async #run(): Promise<void> {
    const { clock, signal, log } = this.#options
    while (!signal.aborted) {
      this.#changed = new AbortController()
      try {
        await this.#bringUpToDate()
      } catch (error) {
        if (!signal.aborted) log.warn({ reason: messageOf(error) }, 'The schedules of agent apps could not be stored.')
      }
      await clock.sleep(lookAgainMs, AbortSignal.any([signal, this.#changed.signal])).catch(() => undefined)
    }
  }

  async #bringUpToDate(): Promise<void> {
    const { schedules, principal } = this.#options
    const owner = await principal()
    if (owner === null) return
    const stored = await this.#stored(owner.workspace_id)
    const wanted = this.#wanted(stored)
    for (const [name, schedule] of wanted) {
      if (!isSame(stored.get(name), schedule)) await schedules.put(owner.workspace_id, name, schedule)
    }
    for (const name of stored.keys()) if (!wanted.has(name)) await schedules.delete(owner.workspace_id, name)
  }

  async #stored(workspaceId: string): Promise<Map<string, JobSchedule>> {
    const stored = new Map<string, JobSchedule>()
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: Page<JobSchedule> = await this.#options.schedules.list(workspaceId, { limit: pageSize, cursor })
      for (const schedule of page.items) if (schedule.job.kind === scheduleJobKind) stored.set(schedule.name, schedule)
      cursor = page.next_cursor
    }
    return stored
  }

  #wanted(stored: ReadonlyMap<string, JobSchedule>): Map<string, NewJobSchedule> {
    const wanted = new Map<string, NewJobSchedule>()
    if (!this.#options.enabled) return wanted
    for (const entry of this.#options.catalog.entries('app')) {
      const name = namePrefix + entry.name
      const known = stored.get(name)
      const schedule = entry.app?.definition.schedule
      if (schedule) wanted.set(name, jobScheduleOf(entry.name, schedule))
      // After a start a folder is there before it was looked into.
      else if (known && !entry.looked) wanted.set(name, known)
    }
    return wanted
  }
}

function jobScheduleOf(app: string, { cron, timezone, inputs }: AppSchedule): NewJobSchedule {
  const job = { kind: scheduleJobKind, payload: { app, inputs: structuredClone(inputs) } }
  return { cron, timezone, misfire: 'skip', enabled: true, job }
}

function isSame(stored: JobSchedule | undefined, wanted: NewJobSchedule): boolean {
  if (stored === undefined) return false
  const { cron, timezone, misfire, enabled, job } = stored
  const { cron: otherCron, timezone: otherZone, misfire: otherMisfire, enabled: isEnabled, job: otherJob } = wanted
  return isDeepStrictEqual(
    [cron, timezone, misfire, enabled, job],
    [otherCron, otherZone, otherMisfire, isEnabled, otherJob],
  )
}
