import { messageOf } from '@svc/plugin'
import type { Clock, DataPlane, Ids, JobHandler, Logger } from '@svc/plugin'
import { Attempt } from './attempt.ts'
import { backoffMs } from './backoff.ts'
import type { Outcome } from './attempt.ts'
import { jobStore } from './job-store.ts'
import type { JobRow } from './job-store.ts'
import type { JobKind } from './jobs.ts'
import type { LiveWorkspaces } from './live-workspaces.ts'
import { WakeTimer } from './wake-timer.ts'

const leaseMs = 60_000
const heartbeatMs = 5000
const unwrittenRetryMs = 5000
const unusableRetryMs = 30_000
/** After the signal of a job has aborted at the stop, this long for its handler to end by itself. */
const stopUnwindMs = 1000

export interface DispatcherOptions {
  data: DataPlane
  live: LiveWorkspaces
  clock: Clock
  ids: Ids
  log: Logger
  concurrency: number
}

export interface RegisteredKind {
  kind: JobKind
  handler: JobHandler<never>
}

/**
 * The workers of this process: claims due jobs, runs them, records how they ended. It is woken by events, and by one timer for the
 * next time anything is due in any workspace.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #workerId: string
  readonly #kinds = new Map<string, RegisteredKind>()
  readonly #running = new Map<string, { attempt: Attempt; ended: Promise<void> }>()
  /** Workspaces that may have a job that is due now, in turn. */
  readonly #ready = new Set<string>()
  /** Workspaces where a process that is gone may have left jobs running; the home is ours alone, so all of them are taken back. */
  readonly #inherited = new Set<string>()
  readonly #wake: WakeTimer
  readonly #stopping = new AbortController()
  #isStarted = false
  #heartbeat: Promise<void> | null = null

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.#workerId = `svc-${options.ids.secret(9)}`
    this.#wake = new WakeTimer(options.clock, due => this.#markReady(due))
  }

  register(registered: RegisteredKind): void {
    this.#kinds.set(registered.kind.kind, registered)
  }

  kindOf(kind: string): JobKind | undefined {
    return this.#kinds.get(kind)?.kind
  }

  async start(): Promise<void> {
    for (const workspaceId of await this.#options.live.load()) {
      this.#inherited.add(workspaceId)
      this.#ready.add(workspaceId)
    }
    this.#isStarted = true
    this.#pump()
  }

  onEnqueued(workspaceId: string, row: JobRow): void {
    if (!this.#kinds.has(row.kind)) return
    if (row.run_at <= this.#options.clock.now()) this.#markReady([workspaceId])
    else this.#wake.schedule(workspaceId, row.run_at)
  }

  onCancelRequested(jobId: string): void {
    this.#running.get(jobId)?.attempt.stop('cancelled')
  }

  stopClaiming(): void {
    this.#stopping.abort()
    this.#wake.stop()
  }

  async drain(graceMs: number): Promise<void> {
    this.stopClaiming()
    await this.#allEndedWithin(graceMs)
    for (const { attempt } of this.#running.values()) attempt.stop('stopping')
    await this.#allEndedWithin(stopUnwindMs)
    for (const { attempt } of this.#running.values()) this.#record(attempt, { type: 'given-back' })
    this.#running.clear()
  }

  async #allEndedWithin(ms: number): Promise<void> {
    const done = new AbortController()
    const all = Promise.all([...this.#running.values()].map(({ ended }) => ended))
    const limit = this.#options.clock.sleep(ms, done.signal).catch(() => undefined)
    await Promise.race([all, limit])
    done.abort()
  }

  #markReady(workspaceIds: readonly string[]): void {
    for (const workspaceId of workspaceIds) this.#ready.add(workspaceId)
    this.#pump()
  }

  #pump(): void {
    if (!this.#isStarted || this.#stopping.signal.aborted) return
    for (const workspaceId of this.#ready) {
      if (this.#running.size >= this.#options.concurrency) return
      this.#ready.delete(workspaceId)
      try {
        // A workspace with more to do goes to the end of the line, where this loop meets it again.
        if (this.#claim(workspaceId)) this.#ready.add(workspaceId)
        else this.#scheduleNext(workspaceId)
      } catch (error) {
        this.#options.log.error({ workspace_id: workspaceId, reason: messageOf(error) }, 'jobs cannot be claimed now')
        this.#wake.schedule(workspaceId, this.#options.clock.now() + unusableRetryMs)
      }
    }
  }

  #claim(workspaceId: string): boolean {
    const { data, clock, ids } = this.#options
    if (this.#inherited.has(workspaceId)) this.#reclaim(workspaceId)
    const now = clock.now()
    const claim = {
      kinds: this.#kindNames(),
      worker_id: this.#workerId,
      claim_token: ids.secret(18),
      lease_expires_at: now + leaseMs,
      now,
    }
    const row = data.use(workspaceId, db => jobStore.claim(db, claim))
    if (row === undefined) return false
    this.#begin(workspaceId, row)
    return true
  }

  #kindNames(): string {
    return JSON.stringify([...this.#kinds.keys()])
  }

  #scheduleNext(workspaceId: string): void {
    const due = this.#options.data.use(workspaceId, db => jobStore.nextDue(db, this.#kindNames()))
    if (due !== null) this.#wake.schedule(workspaceId, due)
    else void this.#strikeOff(workspaceId)
  }

  async #strikeOff(workspaceId: string): Promise<void> {
    try {
      await this.#options.live.strikeOff(workspaceId)
    } catch (error) {
      this.#options.log.debug(
        { workspace_id: workspaceId, reason: messageOf(error) },
        'kept in the list of live workspaces',
      )
    }
  }

  #begin(workspaceId: string, row: JobRow): void {
    const registered = this.#kinds.get(row.kind)
    if (registered === undefined) return
    const { clock, log } = this.#options
    const attempt = new Attempt({ workspaceId, row, ...registered, clock, log })
    this.#running.set(row.job_id, { attempt, ended: this.#run(attempt) })
    this.#heartbeat ??= this.#beat()
  }

  async #run(attempt: Attempt): Promise<void> {
    const outcome = await attempt.run()
    // What the handler calls may stop before its own signal aborts: a failure while the server stops says nothing about the job.
    const isCutOff = outcome.type === 'failed' && this.#stopping.signal.aborted
    await this.#recordSurely(attempt, isCutOff ? { type: 'given-back' } : outcome)
    this.#running.delete(attempt.row.job_id)
    if (!this.#stopping.signal.aborted) this.#markReady([attempt.workspaceId])
  }

  /** A result that cannot be written now (the disk is full, say) is kept and tried again; the job holds its place meanwhile. */
  async #recordSurely(attempt: Attempt, outcome: Outcome): Promise<void> {
    while (!this.#record(attempt, outcome)) {
      const wasStopped = await this.#options.clock.sleep(unwrittenRetryMs, this.#stopping.signal).then(
        () => false,
        () => true,
      )
      if (wasStopped) return
    }
  }

  /** False when it could not be written. */
  #record(attempt: Attempt, outcome: Outcome): boolean {
    const { data, clock, log } = this.#options
    const now = clock.now()
    const { claim, row } = attempt
    try {
      const isOurs = data.use(attempt.workspaceId, db => {
        if (outcome.type === 'succeeded') return jobStore.succeed(db, { ...claim, result: outcome.result, now })
        if (outcome.type === 'given-back') return jobStore.giveBack(db, { ...claim, now })
        const retry = outcome.retry ? 1 : 0
        return jobStore.fail(db, { ...claim, error: outcome.message, retry, run_at: now + backoffMs(row.attempt), now })
      })
      if (!isOurs)
        log.warn({ job_id: row.job_id }, 'the outcome of a job came after its claim was lost, and was dropped')
      return true
    } catch (error) {
      log.error({ job_id: row.job_id, reason: messageOf(error) }, 'the outcome of a job could not be written')
      return false
    }
  }

  /** Renews the leases of what runs; the handlers themselves have no part in it. */
  async #beat(): Promise<void> {
    const { clock } = this.#options
    while (this.#running.size > 0 && !this.#stopping.signal.aborted) {
      await clock.sleep(heartbeatMs, this.#stopping.signal).catch(() => undefined)
      for (const { attempt } of this.#running.values()) this.#renew(attempt)
    }
    this.#heartbeat = null
  }

  #renew(attempt: Attempt): void {
    const { data, clock, log } = this.#options
    const renewal = { ...attempt.claim, progress: attempt.progress, lease_expires_at: clock.now() + leaseMs }
    try {
      if (!data.use(attempt.workspaceId, db => jobStore.renew(db, renewal))) attempt.stop('lost')
    } catch (error) {
      log.warn({ job_id: attempt.row.job_id, reason: messageOf(error) }, 'the lease of a job could not be renewed')
    }
  }

  #reclaim(workspaceId: string): void {
    const { data, clock, log } = this.#options
    const params = { worker_id: this.#workerId, now: clock.now(), error: 'The server ended while it ran this job.' }
    const count = data.use(workspaceId, db => jobStore.reclaim(db, params))
    this.#inherited.delete(workspaceId)
    if (count > 0) log.info({ workspace_id: workspaceId, count }, 'took back jobs of a process that is gone')
  }
}
