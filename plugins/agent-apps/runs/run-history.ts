import { ConflictError, messageOf } from '@svc/plugin'
import type { Job, JobQueue, Logger, Page, ServerSentEvent } from '@svc/plugin'
import type { AppRunRecord, RunStatus } from '@svc/plugin/contracts/agent-apps'
import type { DoneEvent, RunEvent } from './run-events.ts'
import { unknownRun } from './run-failure.ts'
import type { PlaybookRuns } from '../playbooks/playbook-runs.ts'
import type { RunRecorder } from './run-recorder.ts'
import { interruptedError } from './run-store.ts'
import type { LastRun, ListedRun, RunEnd, RunFilter, RunStore } from './run-store.ts'

export interface CancelledRun {
  run_id: string
  /** What it was when the cancel was taken: a running one ends within a moment. */
  status: RunStatus
  cancel_requested: true
}

export interface RunHistoryOptions {
  store: RunStore
  recorder: RunRecorder
  jobs: Pick<JobQueue, 'cancel' | 'get'>
  playbooks: PlaybookRuns
  log: Logger
}

const finalStatuses: ReadonlySet<RunStatus> = new Set(['succeeded', 'failed', 'cancelled'])
const notBegun = 'The server stopped before the run began.'
const notBegunError = { ...interruptedError, message: notBegun, stack: `InterruptedError: ${notBegun}` }
/** Another process writes the events of its runs down this often. */
const lookMs = 250

/** A workspace's runs, past and present, in this process or in a worker. */
export class RunHistory {
  readonly #store: RunStore
  readonly #recorder: RunRecorder
  readonly #jobs: RunHistoryOptions['jobs']
  readonly #playbooks: PlaybookRuns
  readonly #log: Logger

  constructor({ store, recorder, jobs, playbooks, log }: RunHistoryOptions) {
    this.#store = store
    this.#recorder = recorder
    this.#jobs = jobs
    this.#playbooks = playbooks
    this.#log = log
  }

  async list(workspaceId: string, filter: RunFilter): Promise<Page<ListedRun>> {
    this.#recorder.flush(workspaceId)
    const page = this.#store.list(workspaceId, filter)
    return (await this.#settleOpen(workspaceId, page.items)) ? this.#store.list(workspaceId, filter) : page
  }

  /** The newest run of each of these apps that has one. */
  async last(workspaceId: string, apps: readonly string[]): Promise<ReadonlyMap<string, LastRun>> {
    this.#recorder.flush(workspaceId)
    const found = this.#store.last(workspaceId, apps)
    return (await this.#settleOpen(workspaceId, [...found.values()])) ? this.#store.last(workspaceId, apps) : found
  }

  /** Without an output that stands apart: {@link output}. @throws NotFoundError */
  async get(workspaceId: string, runId: string): Promise<AppRunRecord> {
    this.#recorder.flush(workspaceId)
    await this.#settle(workspaceId, runId)
    const record = this.#store.record(workspaceId, runId)
    if (!record) throw unknownRun(runId)
    return record
  }

  /** The JSON of a long output, in pieces; null where the record has the output. @throws NotFoundError once the run is deleted */
  output(workspaceId: string, runId: string): Promise<Buffer[] | null> {
    return this.#store.output(workspaceId, runId)
  }

  /** Closes the runs of jobs that other processes did not live to begin, or to end. */
  async settleAll(workspaceId: string): Promise<void> {
    try {
      for (const runId of this.#store.openElsewhere(workspaceId)) await this.#settle(workspaceId, runId)
    } catch (error) {
      this.#log.warn(
        { workspace_id: workspaceId, reason: messageOf(error) },
        'Runs that were cut off are closed later.',
      )
    }
  }

  /** The run's events after `seen`: those that are stored, then each as it comes, and `done`. */
  async *events(
    workspaceId: string,
    runId: string,
    seen: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    const { status, playbook_run_id } = await this.get(workspaceId, runId)
    if (playbook_run_id !== null) {
      yield* this.#playbookEvents(workspaceId, runId, seen, signal)
      return
    }
    // A reader that has seen more than there is saw another run, or an attempt that was begun again: it gets all of this one.
    const lastId = seen > this.#idsOf(workspaceId, runId, finalStatuses.has(status)) ? 0 : seen
    let last = lastId
    for await (const event of this.#follow(workspaceId, runId, lastId, signal)) {
      last = event.id
      yield sent(event, runId)
    }
    // Between the last look and now the run may have ended, so what is stored has the last word.
    const record = await this.get(workspaceId, runId)
    const stored = this.#store.events(workspaceId, runId)
    for (const event of stored) if (event.id > last) yield sent(event, runId)
    const doneId = (stored.at(-1)?.id ?? 0) + 1
    if (finalStatuses.has(record.status) && lastId < doneId) yield done(record, doneId)
  }

  async *#playbookEvents(
    workspaceId: string,
    runId: string,
    seen: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    const run = this.#store.get(workspaceId, runId)
    if (run === null) return
    let last = seen
    for await (const event of this.#playbooks.events(workspaceId, run, seen, signal)) {
      last = Number(event.id)
      yield event
    }
    const record = await this.get(workspaceId, runId)
    if (finalStatuses.has(record.status)) yield done(record, last + 1)
  }

  /** Each event as it comes, until the run has ended: here as it happens, elsewhere as it is written down. */
  async *#follow(workspaceId: string, runId: string, lastId: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
    let last = lastId
    while (!signal.aborted) {
      const { status } = await this.get(workspaceId, runId)
      if (finalStatuses.has(status)) return
      const { events, release } = this.#recorder.await(workspaceId, runId)
      const isOurs = this.#isOurs(workspaceId, runId)
      const until = isOurs ? signal : AbortSignal.any([signal, AbortSignal.timeout(lookMs)])
      try {
        for await (const event of events.follow(last, until)) {
          last = event.id
          yield event
        }
      } finally {
        release()
      }
      if (isOurs || events.closed) return
      if (this.#isOurs(workspaceId, runId)) continue
      for (const event of this.#store.events(workspaceId, runId)) {
        if (event.id <= last) continue
        last = event.id
        yield event
      }
    }
  }

  /** How many events there are, `done` among them. {@link get} has just written them down. */
  #idsOf(workspaceId: string, runId: string, hasEnded: boolean): number {
    return (this.#store.events(workspaceId, runId).at(-1)?.id ?? 0) + (hasEnded ? 1 : 0)
  }

  /** @throws NotFoundError; ConflictError when the run has ended */
  async cancel(workspaceId: string, runId: string): Promise<CancelledRun> {
    const active = this.#recorder.get(workspaceId, runId)
    if (active && active.record.job_id === null) {
      active.stop('cancelled')
      return { run_id: runId, status: 'running', cancel_requested: true }
    }
    const { status } = await this.get(workspaceId, runId)
    if (finalStatuses.has(status)) throw new ConflictError('conflict', `The run ${runId} has ended: it is ${status}.`)
    const run = this.#store.get(workspaceId, runId)
    if (run && run.playbook_run_id !== null) {
      this.#playbooks.cancel(workspaceId, run, 'The run of the app was cancelled.')
      return { run_id: runId, status: 'running', cancel_requested: true }
    }
    const jobId = run?.job_id
    if (!jobId) {
      throw new ConflictError(
        'conflict',
        `The run ${runId} belongs to work of a worker. Cancel that work's job instead.`,
      )
    }
    const job = await this.#jobs.cancel(workspaceId, jobId)
    // Another process runs it by now and ends its record.
    if (job.state === 'running') return { run_id: runId, status: 'running', cancel_requested: true }
    this.#store.closeQueued(workspaceId, runId, { status: 'cancelled' })
    this.#recorder.abandon(runId)
    return { run_id: runId, status: 'cancelled', cancel_requested: true }
  }

  #isOurs(workspaceId: string, runId: string): boolean {
    return this.#recorder.get(workspaceId, runId) !== null
  }

  /** Settles those of the runs that may have ended elsewhere; false: there are none. */
  async #settleOpen(workspaceId: string, runs: readonly LastRun[]): Promise<boolean> {
    const open = runs.filter(({ status, run_id }) => !finalStatuses.has(status) && !this.#isOurs(workspaceId, run_id))
    await Promise.all(open.map(({ run_id }) => this.#settle(workspaceId, run_id)))
    return open.length > 0
  }

  /** Brings the record of an app that is a playbook to where its playbook's run is; false: it is none. */
  #settlePlaybook(workspaceId: string, runId: string): boolean {
    const run = this.#store.get(workspaceId, runId)
    if (run === null || run.playbook_run_id === null) return false
    this.#playbooks.settled(workspaceId, run)
    return true
  }

  /** A run whose job is gone or has ended will not begin, or go on: it is closed when somebody looks. */
  async #settle(workspaceId: string, runId: string): Promise<void> {
    if (this.#settlePlaybook(workspaceId, runId)) return
    const run = this.#store.get(workspaceId, runId)
    if (run === null || run.job_id === null || finalStatuses.has(run.status)) return
    if (this.#isOurs(workspaceId, runId)) return
    const job = await this.#jobs.get(workspaceId, run.job_id)
    if (job?.state === 'queued' || job?.state === 'running') return
    // Its process may have ended the run, and then the job, after we looked: then neither of these finds it open.
    this.#store.closeQueued(workspaceId, runId, endOf(job, notBegunError))
    this.#store.closeRunning(workspaceId, runId, endOf(job, interruptedError))
  }
}

function endOf(job: Job | null, error: AppRunRecord['error']): RunEnd {
  return job?.state === 'cancelled' ? { status: 'cancelled' } : { status: 'failed', error }
}

function sent({ id, ...data }: RunEvent, runId: string): ServerSentEvent {
  return { id: String(id), type: data.type, data: { ...data, run_id: runId } }
}

function done(record: AppRunRecord, id: number): ServerSentEvent {
  const { run_id, status, finished_at } = record
  const error = record.error && {
    name: record.error.name,
    message: record.error.message,
    ...(record.error.code && { code: record.error.code }),
  }
  const data: Omit<DoneEvent, 'id'> = { type: 'done', run_id, status, error, finished_at }
  return { id: String(id), type: 'done', data: { ...data } }
}
