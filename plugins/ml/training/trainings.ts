import { CallerError, SvcError, UnprocessableError } from '@svc/plugin'
import type { Callers, EventLog, Ids, JobContext, JobQueue, JsonValue, Principal, SavedCaller } from '@svc/plugin'
import type { Datasets, DatasetVersion } from '@svc/plugin/contracts/datasets'
import type { Run, StartedTraining, TrainOrder, WholeRun } from '@svc/plugin/contracts/ml/learning'
import type { LearningOrder } from '../hosts/trainer/learning/training/order.ts'
import type { Runs } from '../tracking/runs.ts'
import type { Learner } from './learner.ts'
import { checkSize, isReadable, readTable, requireDatasets } from './read-table.ts'
import type { RunWriter } from './run-writer.ts'
import { learningOrder } from './train-order.ts'

export const trainJob = 'ml.train'

/** `schemas/train-job.schema.json`. */
export interface TrainPayload {
  run_id: string
  order: TrainOrder
  caller: SavedCaller
  /** Of the call of a tool that ordered it. */
  call_id?: string
}

export interface TrainingsOptions {
  datasets: Datasets | undefined
  runs: Runs
  writer: RunWriter
  learner: Learner
  jobs: JobQueue
  events: EventLog
  callers: Callers
  ids: Ids
}

const errorTag = 'svc.error_code'
/** A conversation finds the run of a call by it while the call has no answer yet. */
const callTag = 'svc.call_id'

/** Trainings, each a run and a job of its own. */
export class Trainings {
  readonly #options: TrainingsOptions

  constructor(options: TrainingsOptions) {
    this.#options = options
  }

  /** @throws ValidationError, NotFoundError (dataset, experiment), PayloadTooLargeError, ForbiddenError */
  async start(body: TrainOrder, principal: Principal, by: { call_id?: string } = {}): Promise<StartedTraining> {
    const { runs, jobs, callers, ids } = this.#options
    const { workspace_id } = principal
    const { version } = this.#prepare(body, principal)
    runs.assertExperiment(workspace_id, body.experiment_id)
    // The latest version is that of now, not of when the job begins.
    const order = { ...body, dataset_id: version.dataset_id, version: version.version }
    const run_id = ids.create('mlr')
    const payload: TrainPayload = { run_id, order, caller: callers.save(principal), ...by }
    const { job } = await jobs.enqueue(workspace_id, { kind: trainJob, payload })
    const { job_id } = job
    // The job is first, and makes the run where a crash comes in between: no run waits for a job that never comes.
    this.#createRun(principal, payload, job_id)
    const now = await jobs.get(workspace_id, job_id)
    if (now?.state === 'cancelled') runs.end(workspace_id, run_id, 'killed', 'Its job was cancelled.')
    return { run_id, job_id }
  }

  /** The run when it is over; null when that takes longer. @throws UnprocessableError with what kept it from being trained */
  async outcome(
    started: StartedTraining,
    { principal, signal, waitMs }: { principal: Principal; signal: AbortSignal; waitMs: number },
  ): Promise<WholeRun | null> {
    const { runs, events } = this.#options
    const { workspace_id } = principal
    const until = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    const current = (): WholeRun | null => {
      const run = runs.get(workspace_id, started.run_id)
      return run.status === 'queued' || run.status === 'running' ? null : run
    }
    const query = { after: null, patterns: ['ml.run.finished'], isAdmin: false }
    const following = events.follow(workspace_id, query, until)[Symbol.asyncIterator]()
    try {
      // Asked for before the run is looked at: an end in between is not missed.
      for (let next = following.next(); ; next = following.next()) {
        const run = current()
        if (run) {
          void next.catch(() => null)
          return answered(run)
        }
        if ((await next).done) break
      }
    } catch (error) {
      if (!until.aborted) throw error
    } finally {
      await following.return?.()
    }
    signal.throwIfAborted()
    const run = current()
    return run && answered(run)
  }

  /** One attempt. */
  async run({ payload, workspace_id, job_id, signal, progress }: JobContext<TrainPayload>): Promise<JsonValue> {
    const { runs, callers, writer, learner } = this.#options
    const { run_id } = payload
    const principal = await callers.resume(payload.caller)
    // A run that was killed meanwhile would be running again, and for good.
    signal.throwIfAborted()
    if (this.#createRun(principal, payload, job_id).status === 'finished') return { run_id }
    try {
      const { version, order, columns, datasets } = this.#prepare(payload.order, principal)
      runs.update(workspace_id, run_id, { status: 'running', tags: { 'svc.job_id': job_id } })
      const log = writer.begin(workspace_id, run_id, order, payload.order.filter ?? null)
      const wanted = {
        dataset_id: version.dataset_id,
        version: version.version,
        columns,
        filter: payload.order.filter ?? null,
      }
      const ending = new AbortController()
      await learner.train(
        { workspaceId: workspace_id, signal: AbortSignal.any([signal, ending.signal]) },
        {
          order,
          table: () => readTable(datasets, workspace_id, wanted, signal),
          onProgress(report) {
            progress(Math.min(0.99, report.done))
            try {
              log.step(report)
            } catch (error) {
              // A run that was deleted meanwhile stays so; a disk that is full may have room for the next point.
              if (!(error instanceof CallerError)) throw error
              ending.abort(error)
            }
          },
        },
        (trained, read) => log.finish(principal, { trained, read, register_as: payload.order.register_as }),
      )
    } catch (error) {
      // The end of the job ends the run with the sentence; a caller who waits for it needs the code, too.
      if (error instanceof SvcError && error instanceof CallerError)
        runs.update(workspace_id, run_id, { tags: { [errorTag]: error.code } })
      throw error
    }
    return { run_id }
  }

  #createRun(principal: Principal, { run_id, order, call_id }: TrainPayload, job_id: string): Run {
    const { dataset_id, version } = order
    const dataset = { dataset_id, ...(version !== undefined && { version }) }
    const tags: Record<string, string> = call_id === undefined ? {} : { [callTag]: call_id }
    return this.#options.runs.create(principal, { ...named(order), run_id, job_id, status: 'queued', dataset, tags })
  }

  #prepare(
    body: TrainOrder,
    principal: Principal,
  ): { version: DatasetVersion; order: LearningOrder; columns: string[]; datasets: Datasets } {
    const datasets = requireDatasets(this.#options.datasets, principal)
    const version = datasets.get(principal.workspace_id, body.dataset_id, body.version)
    const order = learningOrder(body, version)
    const columns = columnsOf(order, version)
    checkSize(version, columns.length)
    return { version, order, columns, datasets }
  }
}

function named({ experiment_id, name, session_id }: TrainOrder) {
  return {
    ...(experiment_id !== undefined && { experiment_id }),
    ...(name !== undefined && { name }),
    ...(session_id !== undefined && { session_id }),
  }
}

/** What the training reads: all columns, or those that have a part. */
function columnsOf({ features, target, weights, validation }: LearningOrder, { columns }: DatasetVersion): string[] {
  const readable = columns.filter(isReadable).map(({ name }) => name)
  if (features === null) return readable
  const wanted = new Set([...features, target, weights, validation.group, validation.order, validation.fold_column])
  return readable.filter(name => wanted.has(name))
}

function answered(run: WholeRun): WholeRun {
  if (run.status === 'finished') return run
  const message = run.failure ?? 'The training was ended.'
  throw new UnprocessableError(run.tags[errorTag] ?? 'training_failed', message, { extra: { run_id: run.run_id } })
}
