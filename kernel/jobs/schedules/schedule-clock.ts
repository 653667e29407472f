import { setImmediate as nextTurn } from 'node:timers/promises'
import { CallerError, messageOf } from '@svc/plugin'
import type {
  Clock,
  JobQueueStore,
  JobUpkeepStore,
  LogFields,
  Logger,
  NewJob,
  NewJobRecord,
  ScheduleRecord,
} from '@svc/plugin'
import { CronTimes } from './cron-times.ts'
import { scheduleKey } from './stored-job-schedules.ts'

/** A time is missed when it fires later than this; a shorter delay is only a busy server. */
const missedAfterMs = 60_000
/** Schedules are read at least this often, since the system's clock may be set and another server may make schedules. */
const longestSleepMs = 15_000
const batch = 100
/** The clock went back when it shows this much less than before. */
const clockSlackMs = 1000
/** The clocks of servers that share a store may differ by less; a next time that is this much too late was set by a clock that was ahead. */
const aheadMs = 2 * 3_600_000
/** Where a workspace cannot be used. */
const againMs = 5000

export interface ScheduleClockOptions {
  store: JobUpkeepStore & Pick<JobQueueStore, 'listSchedules'>
  clock: Clock
  log: Logger
  newRecord(workspaceId: string, job: NewJob): NewJobRecord
  /** True for a kind whose plugin does not run: its jobs would only pile up. */
  isIdle(kind: string): boolean
}

/**
 * Makes the jobs of schedules when their times come. The store lets one process fire a time, and moves the schedule on in the
 * transaction of the job: neither a restart nor a second server makes it twice.
 */
export class ScheduleClock {
  readonly #options: ScheduleClockOptions
  readonly #stopping = new AbortController()
  #latest = Infinity
  #changed = new AbortController()

  constructor(options: ScheduleClockOptions) {
    this.#options = options
  }

  start(): void {
    void this.#run()
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Another time may be the next one now. */
  onChanged(): void {
    this.#changed.abort()
  }

  async #run(): Promise<void> {
    const { clock } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#changed = new AbortController()
      const sleepMs = await this.#fireDue()
      await clock.sleep(sleepMs, AbortSignal.any([signal, this.#changed.signal])).catch(() => undefined)
    }
  }

  /** Fires what is due; resolves with how long to sleep. */
  async #fireDue(): Promise<number> {
    const { store, clock, log } = this.#options
    try {
      const isSetBack = clock.now() < this.#latest - clockSlackMs
      this.#latest = clock.now()
      if (isSetBack) void this.#bringForward()
      const due = await store.dueSchedules(batch)
      const unusable = new Set<string>()
      for (const each of due)
        if (!unusable.has(each.workspace_id) && !(await this.#fire(each))) unusable.add(each.workspace_id)
      const leastMs = unusable.size > 0 ? againMs : 0
      if (due.length === batch) return leastMs
      const next = (await store.nextScheduleAt()) ?? Infinity
      return Math.min(Math.max(leastMs, next - clock.now()), longestSleepMs)
    } catch (error) {
      log.error({ reason: messageOf(error) }, 'schedules cannot be read now')
      return longestSleepMs
    }
  }

  /** Next times that are too late: a clock that was ahead has set them, perhaps before the start. */
  #bringForward(): Promise<void> {
    return this.#try({}, async () => {
      for (const workspace_id of await this.#options.store.scheduledWorkspaces()) {
        await nextTurn()
        if (this.#stopping.signal.aborted) return
        await this.#try({ workspace_id }, () => this.#bringForwardIn(workspace_id))
      }
    })
  }

  async #bringForwardIn(workspace_id: string): Promise<void> {
    let after: string | null = null
    do {
      const page: ScheduleRecord[] = await this.#options.store.listSchedules(workspace_id, { count: batch, after })
      for (const schedule of page)
        await this.#try({ workspace_id, schedule: schedule.name }, () => this.#correct(schedule))
      after = page.length === batch ? (page.at(-1)?.name ?? null) : null
    } while (after !== null)
  }

  /** What cannot be looked at holds up nothing else. */
  #try(fields: LogFields, look: () => Promise<void>): Promise<void> {
    const { log } = this.#options
    return look().catch((error: unknown) => {
      log.warn({ ...fields, reason: messageOf(error) }, 'the next times of schedules cannot be looked at now')
    })
  }

  async #correct(schedule: ScheduleRecord): Promise<void> {
    const { store, clock, log } = this.#options
    const { workspace_id, name, cron, timezone, enabled, next_run_at: known } = schedule
    const now = clock.now()
    if (!enabled || known === null || known <= now + aheadMs) return
    const times = new CronTimes(cron, timezone)
    if (known <= (times.after(now + aheadMs) ?? Infinity)) return
    if (!(await store.fire(schedule, { next_run_at: times.after(now), job: null }))) return
    log.warn({ workspace_id, schedule: name }, 'a schedule that a clock which was ahead had set is due earlier again')
    this.onChanged()
  }

  /** False: the workspace cannot be used now, and the time stays due. A time whose job is refused passes without one. */
  async #fire(schedule: ScheduleRecord, isRefused = false): Promise<boolean> {
    const { store, log, newRecord } = this.#options
    const { workspace_id, name } = schedule
    const { next, due } = this.#readOut(schedule)
    try {
      const made = isRefused ? null : due
      const job = made && { ...newRecord(workspace_id, made.job), unique_key: scheduleKey(name, made.at) }
      const isOurs = await store.fire(schedule, { next_run_at: next, job })
      if (isOurs && job === null) log.info({ workspace_id, schedule: name }, 'a schedule passed over a time')
      return true
    } catch (error) {
      log.error({ workspace_id, schedule: name, reason: messageOf(error) }, 'the job of a schedule could not be made')
      return error instanceof CallerError && !isRefused && this.#fire(schedule, true)
    }
  }

  /** A schedule that cannot be read (its time zone may be gone) is switched to no next time: it must not hold up the others. */
  #readOut(schedule: ScheduleRecord): { next: number | null; due: { at: number; job: NewJob } | null } {
    const { clock, log, isIdle } = this.#options
    const { workspace_id, name } = schedule
    try {
      const job = JSON.parse(schedule.job) as NewJob
      const { at, next } = planOf(schedule, clock.now())
      return { next, due: at === null || isIdle(job.kind) ? null : { at, job } }
    } catch (error) {
      log.error({ workspace_id, schedule: name, reason: messageOf(error) }, 'a schedule cannot be read; it rests')
      return { next: null, due: null }
    }
  }
}

/** Which of the times that have come is run, if any, and which is the next. */
function planOf(
  { cron, timezone, misfire, next_run_at }: ScheduleRecord,
  now: number,
): { at: number | null; next: number | null } {
  const times = new CronTimes(cron, timezone)
  const due = next_run_at ?? now
  // The database, whose clock may be ahead of ours, says what is due.
  const next = times.after(Math.max(now, due))
  if (misfire === 'run_once' || now - due <= missedAfterMs) return { at: due, next }
  const recent = times.after(now - missedAfterMs - 1)
  return { at: recent !== null && recent <= now ? recent : null, next }
}
