import { hasLeft, WakeTimes } from '@svc/plugin'
import type { Clock, DataPlane, JobQueue, Logger, WorkspaceMarks } from '@svc/plugin'
import { eachWorkspace } from '@svc/plugin/library/turns/each-workspace'
import { advanceJobKind } from '../listening/cloud-events.ts'
import { clockStore } from '../journal/clock-store.ts'
import { journalStore } from '../journal/journal-store.ts'
import type { DueRun } from '../journal/run-row.ts'
import { liveRunStore } from '../limits/live-run-store.ts'
import { scheduleStore } from '../schedules/schedule-store.ts'

export { advanceJobKind }

/** The payload of a job of that kind. */
export interface AdvancePayload {
  run_id: string
  /** How often the run had been claimed when the job was made. */
  claims: number
}

export interface DispatcherOptions {
  data: DataPlane
  marks: WorkspaceMarks
  jobs: Pick<JobQueue, 'enqueue'>
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const mostAtOnce = 200
/** A longer timer would fire at once: what is due later is looked at more than once. */
const longestMs = 2 ** 31 - 1
/** A run whose job is about to end cannot have another yet; one that has a job is claimed by then, or is handed over to it. */
const againMs = 250
/** Clocks that are set back by less are slewed. */
const stepMs = 1000

/** Makes a job for each run that is due. Those that wait are rows: one timer for the earliest of all workspaces. */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #times: WakeTimes
  /** By workspace. */
  readonly #lastNow = new Map<string, number>()
  readonly #busy = new Map<string, { isAsked: boolean }>()
  /** Workspaces in which runs were under way when the process before ended, and may have no job. */
  readonly #left = new Set<string>()
  /** Runs that had a job at the last look, by workspace. */
  readonly #withJob = new Map<string, DueRun[]>()

  constructor(options: DispatcherOptions) {
    const { clock, signal } = options
    this.#options = options
    this.#times = new WakeTimes({ clock, signal, onDue: workspaceId => this.wake(workspaceId) })
  }

  /** Takes up what was left when the process before ended. */
  async start(): Promise<void> {
    const { marks } = this.#options
    marks.onOpened(workspaceId => this.#takeUp(workspaceId))
    await eachWorkspace(await marks.list(), workspaceId => this.#takeUp(workspaceId), {
      onFailed: (workspaceId, error) => this.#failed(workspaceId, error),
    })
  }

  async #takeUp(workspaceId: string): Promise<void> {
    this.#left.add(workspaceId)
    await this.#enqueueLeft(workspaceId)
    this.wake(workspaceId)
  }

  /** Most of them have their job still, which is then answered in place of another. */
  async #enqueueLeft(workspaceId: string): Promise<void> {
    if (!this.#left.has(workspaceId)) return
    const running = this.#options.data.use(workspaceId, db => journalStore.running(db))
    for (const run of running) await this.#enqueue(workspaceId, run)
    this.#left.delete(workspaceId)
  }

  /** Something in the workspace may be due. */
  wake(workspaceId: string): void {
    const busy = this.#busy.get(workspaceId)
    if (busy) {
      busy.isAsked = true
      return
    }
    const asked = { isAsked: false }
    this.#busy.set(workspaceId, asked)
    void this.#dispatch(workspaceId)
      .catch((error: unknown) => this.#failed(workspaceId, error))
      .finally(() => {
        this.#busy.delete(workspaceId)
        if (asked.isAsked) this.wake(workspaceId)
      })
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#times.delete(workspaceId)
    this.#lastNow.delete(workspaceId)
    this.#withJob.delete(workspaceId)
    this.#left.delete(workspaceId)
  }

  /** A job for this run, at once. False: it has one that is about to end, and goes on with it no more. */
  async #enqueue(workspaceId: string, { id, priority, claims, claim_token }: DueRun): Promise<boolean> {
    const payload: AdvancePayload = { run_id: id, claims }
    const wanted = { kind: advanceJobKind, payload, priority, unique_key: id }
    const { job } = await this.#options.jobs.enqueue(workspaceId, wanted)
    return job.state === 'queued' || claim_token !== null
  }

  async #dispatch(workspaceId: string): Promise<void> {
    const { data, clock, signal } = this.#options
    this.#correctTimes(workspaceId)
    await this.#enqueueLeft(workspaceId)
    for (;;) {
      if (signal.aborted) return
      this.#handOver(workspaceId)
      const now = clock.now()
      const { due, next } = data.use(workspaceId, db => {
        return { due: journalStore.due(db, now, mostAtOnce), next: journalStore.nextWake(db, now) ?? Infinity }
      })
      const withJob: DueRun[] = []
      for (const run of due) if (await this.#enqueue(workspaceId, run)) withJob.push(run)
      if (withJob.length > 0) this.#withJob.set(workspaceId, withJob)
      if (due.length === mostAtOnce && withJob.length > 0) continue
      const at = Math.min(next, due.length > 0 ? now + againMs : Infinity)
      if (at < Infinity) this.#times.set(workspaceId, Math.min(at, now + longestMs))
      else this.#rest(workspaceId)
      return
    }
  }

  /** Nobody needs to look at a workspace in which nothing waits, until somebody uses it. */
  #rest(workspaceId: string): void {
    const { data, marks } = this.#options
    data.use(workspaceId, db =>
      db.transaction(() => {
        if (liveRunStore.live(db) === 0 && scheduleStore.enabled(db).length === 0) marks.remove(workspaceId)
      }),
    )
  }

  /** Most runs are claimed by now, which costs no write: only those whose jobs wait are written to be due no more. */
  #handOver(workspaceId: string): void {
    const withJob = this.#withJob.get(workspaceId)
    if (withJob === undefined) return
    this.#withJob.delete(workspaceId)
    const { data, clock } = this.#options
    const now = clock.now()
    data.use(workspaceId, db => db.transaction(() => withJob.forEach(run => journalStore.handOver(db, run, now))))
  }

  /** What a run waits for began, by its row, later than now: the clock was set back, and the wait begins anew. */
  #correctTimes(workspaceId: string): void {
    const now = this.#options.clock.now()
    const last = this.#lastNow.get(workspaceId) ?? Infinity
    this.#lastNow.set(workspaceId, now)
    if (now + stepMs < last)
      this.#options.data.use(workspaceId, db => db.transaction(() => clockStore.beginWaitsAnew(db, now)))
  }

  async #failed(workspaceId: string, error: unknown): Promise<void> {
    const { log, clock, marks, signal } = this.#options
    if (signal.aborted) return
    if (await hasLeft(marks, workspaceId, error)) return this.forget(workspaceId)
    log.warn({ workspace_id: workspaceId, err: error }, 'due runs of playbooks got no job; they are looked at again')
    this.#times.set(workspaceId, clock.now() + 5000)
  }
}
