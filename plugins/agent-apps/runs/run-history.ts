import { ConflictError, NotFoundError } from '@svc/plugin'
import type { JobQueue, Page, ServerSentEvent } from '@svc/plugin'
import type { AppRunRecord, RunStatus } from '@svc/plugin/contracts/agent-apps'
import type { DoneEvent, RunEvent } from './run-events.ts'
import type { RunRecorder } from './run-recorder.ts'
import { interruptedError } from './run-store.ts'
import type { ListedRun, RunFilter, RunStore } from './run-store.ts'

export interface CancelledRun {
  run_id: string
  /** What it was when the cancel was taken: a running one ends within a moment. */
  status: RunStatus
  cancel_requested: true
}

const finalStatuses: ReadonlySet<RunStatus> = new Set(['succeeded', 'failed', 'cancelled'])

/** A workspace's runs, past and present. */
export class RunHistory {
  readonly #store: RunStore
  readonly #recorder: RunRecorder
  readonly #jobs: JobQueue

  constructor(store: RunStore, recorder: RunRecorder, jobs: JobQueue) {
    this.#store = store
    this.#recorder = recorder
    this.#jobs = jobs
  }

  list(workspaceId: string, filter: RunFilter): Page<ListedRun> {
    this.#recorder.flush(workspaceId)
    return this.#store.list(workspaceId, filter)
  }

  /** @throws NotFoundError */
  async get(workspaceId: string, runId: string): Promise<AppRunRecord> {
    this.#recorder.flush(workspaceId)
    await this.#settleQueued(workspaceId, runId)
    const record = this.#store.record(workspaceId, runId)
    if (!record) throw unknownRun(runId)
    return record
  }

  /** The run's events after `seen`: those that are stored, then each as it comes, and `done`. */
  async *events(
    workspaceId: string,
    runId: string,
    seen: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerSentEvent> {
    const { status } = await this.get(workspaceId, runId)
    // A reader that has seen more than there is saw another run, or an attempt that was begun again: it gets all of this one.
    const lastId = seen > this.#idsOf(workspaceId, runId, finalStatuses.has(status)) ? 0 : seen
    let last = lastId
    if (!finalStatuses.has(status)) {
      const { events, release } = this.#recorder.await(workspaceId, runId)
      try {
        for await (const event of events.follow(lastId, signal)) {
          last = event.id
          yield sent(event, runId)
        }
      } finally {
        release()
      }
    }
    // Between the look above and the wait the run may have ended, so what is stored has the last word.
    const record = await this.get(workspaceId, runId)
    const stored = this.#store.events(workspaceId, runId)
    for (const event of stored) if (event.id > last) yield sent(event, runId)
    const doneId = (stored.at(-1)?.id ?? 0) + 1
    if (finalStatuses.has(record.status) && lastId < doneId) yield done(record, doneId)
  }

  /** How many events there are, `done` among them. {@link get} has just written them down. */
  #idsOf(workspaceId: string, runId: string, hasEnded: boolean): number {
    return (this.#store.events(workspaceId, runId).at(-1)?.id ?? 0) + (hasEnded ? 1 : 0)
  }

  /** @throws NotFoundError; ConflictError when the run has ended */
  async cancel(workspaceId: string, runId: string): Promise<CancelledRun> {
    const active = this.#recorder.get(workspaceId, runId)
    if (active) {
      if (active.record.job_id === null) active.stop('cancelled')
      else await this.#jobs.cancel(workspaceId, active.record.job_id)
      return { run_id: runId, status: 'running', cancel_requested: true }
    }
    const { status } = await this.get(workspaceId, runId)
    if (status !== 'queued') throw new ConflictError('conflict', `The run ${runId} has ended: it is ${status}.`)
    const jobId = this.#store.get(workspaceId, runId)?.job_id
    if (jobId) await this.#jobs.cancel(workspaceId, jobId)
    this.#store.closeQueued(workspaceId, runId, { status: 'cancelled' })
    this.#recorder.abandon(runId)
    return { run_id: runId, status: 'cancelled', cancel_requested: true }
  }

  /** A queued run whose job is gone or has ended will not begin: it is closed when somebody looks. */
  async #settleQueued(workspaceId: string, runId: string): Promise<void> {
    const run = this.#store.get(workspaceId, runId)
    if (run?.status !== 'queued' || run.job_id === null) return
    const job = await this.#jobs.get(workspaceId, run.job_id)
    if (job?.state === 'queued' || job?.state === 'running') return
    if (job?.state === 'cancelled') this.#store.closeQueued(workspaceId, runId, { status: 'cancelled' })
    else this.#store.closeQueued(workspaceId, runId, { status: 'failed', error: interruptedError })
  }
}

function unknownRun(runId: string): NotFoundError {
  return new NotFoundError(`There is no run "${runId}".`)
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
