import { Cron } from 'croner'
import { messageOf } from '@svc/plugin'
import type { ClusterDirectory, Clock, Logger, NewEvent } from '@svc/plugin'
import type { Backup } from './making/backup-folder.ts'
import type { HomeBackups } from './making/home-backups.ts'

export interface BackupScheduleOptions {
  backups: Pick<HomeBackups, 'create' | 'idle' | 'list' | 'remove'>
  /** Cron fields. */
  schedule: string
  /** How many scheduled backups stay. */
  keep: number
  clock: Clock
  log: Logger
  signal: AbortSignal
  /** Null where one server has all workspaces. */
  cluster: Pick<ClusterDirectory, 'serverId' | 'servers'> | null
  /** Lets the administrators know. */
  notify(event: NewEvent): Promise<void>
}

const longestWaitMs = 3_600_000
/** A start has other things to do first. */
const afterStartMs = 60_000

/** Makes backups when it is time; one that was missed while nothing ran is made soon after the start. */
export class BackupSchedule {
  readonly #options: BackupScheduleOptions
  readonly #stop = new AbortController()

  constructor(options: BackupScheduleOptions) {
    this.#options = options
  }

  start(): void {
    void this.#run(new Cron(this.#options.schedule, { paused: true, timezone: 'UTC', mode: '5-or-6-parts' }))
  }

  stop(): void {
    this.#stop.abort()
  }

  async #run(cron: Cron): Promise<void> {
    const signal = AbortSignal.any([this.#stop.signal, this.#options.signal])
    try {
      let due = await this.#firstDue(cron)
      while (due !== null) {
        await this.#sleepUntil(due, signal)
        await this.#backUp(signal)
        due = cron.nextRun(new Date(this.#options.clock.now()))?.getTime() ?? null
      }
    } catch (error) {
      if (!signal.aborted) this.#options.log.error({ err: error }, 'scheduled backups have ended')
    }
  }

  async #firstDue(cron: Cron): Promise<number | null> {
    const now = this.#options.clock.now()
    const last = await this.#lastScheduled()
    const missed = last && cron.nextRun(new Date(last.created_at))
    if (missed && missed.getTime() <= now) return now + afterStartMs
    return cron.nextRun(new Date(now))?.getTime() ?? null
  }

  async #lastScheduled(): Promise<Backup | null> {
    try {
      return (await this.#scheduled())[0] ?? null
    } catch (error) {
      this.#options.log.error({ err: error }, 'the backups cannot be read; one that was missed is not made up')
      return null
    }
  }

  /** In steps, because a laptop that slept has another time than the timer thinks. */
  async #sleepUntil(due: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const left = due - this.#options.clock.now()
      if (left <= 0) return
      await this.#options.clock.sleep(Math.min(left, longestWaitMs), signal)
    }
  }

  /** @throws only where it was stopped */
  async #backUp(signal: AbortSignal): Promise<void> {
    const { backups, log } = this.#options
    try {
      if (!(await this.#isTurn())) return
      await backups.idle()
      const { name, bytes, sha256 } = await backups.create({ reason: 'scheduled', signal })
      log.info({ name, bytes }, 'made the scheduled backup')
      await this.#notify({ type: 'backup.created', data: { name, bytes, sha256, reason: 'scheduled' } })
      await this.#removeOld()
    } catch (error) {
      signal.throwIfAborted()
      log.error({ err: error }, 'the scheduled backup failed; the next one comes at its time')
      await this.#notify({ type: 'backup.failed', data: { reason: 'scheduled', error: { message: messageOf(error) } } })
    }
  }

  /** What keeps a notice from being written, such as a full disk, may pass before the next backup. */
  async #notify(event: NewEvent): Promise<void> {
    try {
      await this.#options.notify(event)
    } catch (error) {
      this.#options.log.error({ err: error }, `the administrators could not be notified of ${event.type}`)
    }
  }

  /** A backup has all workspaces, so one of the servers makes it: the one that has run longest. */
  async #isTurn(): Promise<boolean> {
    const { cluster } = this.#options
    if (cluster === null) return true
    const active = (await cluster.servers()).filter(({ state }) => state === 'active')
    const [oldest] = active.toSorted((a, b) => (a.server_id < b.server_id ? -1 : 1))
    return oldest === undefined || oldest.server_id === cluster.serverId
  }

  /** Only after a newer one was made and checked, which has not failed when an old one stays. */
  async #removeOld(): Promise<void> {
    const { backups, keep, log } = this.#options
    try {
      for (const { name } of (await this.#scheduled()).slice(keep)) await backups.remove(name)
    } catch (error) {
      log.error({ err: error }, 'old scheduled backups could not be removed; the next backup tries it again')
    }
  }

  async #scheduled(): Promise<Backup[]> {
    const all = await this.#options.backups.list()
    return all.filter(({ reason }) => reason === 'scheduled')
  }
}
