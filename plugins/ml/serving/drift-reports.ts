import { messageOf, NotFoundError, UnprocessableError } from '@svc/plugin'
import type { Callers, DataPlane, EventLog, JobContext, JobQueue, Principal, SavedCaller } from '@svc/plugin'
import type { Datasets } from '@svc/plugin/contracts/datasets'
import type { DriftReport } from '../hosts/trainer/drift/drift.ts'
import type { Learner } from '../training/learner.ts'
import { checkSize, readTable, requireDatasets } from '../training/read-table.ts'
import { readableOf, requireOurs } from './predictions.ts'
import type { ServedModel, ServedModels } from './served-models.ts'

export const driftJob = 'ml.drift'

export interface DriftBody {
  dataset_id: string
  dataset_version?: number
  version?: number
  alias?: string
  threshold?: number
}

/** `schemas/drift-job.schema.json`. */
export interface DriftPayload extends DriftBody {
  model: string
  caller: SavedCaller
}

export interface DriftAnswer extends DriftReport {
  model: { name: string; version: number }
  baseline: { dataset_id: string; version: number }
  dataset: { dataset_id: string; version: number }
}

export interface DriftReportsOptions {
  models: ServedModels
  learner: Learner
  datasets: Datasets | undefined
  data: DataPlane
  events: EventLog
  jobs: JobQueue
  callers: Callers
}

const usualThreshold = 0.2

/** Whether the rows of today are still those that a model was trained on. */
export class DriftReports {
  readonly #options: DriftReportsOptions

  constructor(options: DriftReportsOptions) {
    this.#options = options
  }

  /** Emits `ml.drift.detected` where something has drifted. @throws NotFoundError, UnprocessableError */
  async report(
    model: string,
    body: DriftBody,
    { principal, signal, isJob = false }: { principal: Principal; signal: AbortSignal; isJob?: boolean },
  ): Promise<DriftAnswer> {
    const { models, learner } = this.#options
    const { workspace_id } = principal
    const datasets = requireDatasets(this.#options.datasets, principal)
    const served = models.find(workspace_id, model, body)
    requireOurs(served)
    const trained = baselineOf(served)
    const now = datasets.get(workspace_id, body.dataset_id, body.dataset_version)
    const before = this.#version(datasets, workspace_id, trained, served)
    for (const version of [before, now]) checkSize(version, readableOf(version).length)
    const read = (version: typeof now, filter: string | null) =>
      readTable(
        datasets,
        workspace_id,
        { dataset_id: version.dataset_id, version: version.version, columns: readableOf(version), filter },
        signal,
      )
    const tables = {
      baseline: await read(before, filterOf(served)),
      now: await read(now, null),
      threshold: body.threshold ?? usualThreshold,
    }
    const report = await learner.drift({ workspaceId: workspace_id, signal, isJob }, served.file, tables)
    const answer: DriftAnswer = {
      model: { name: served.name, version: served.version },
      baseline: { dataset_id: before.dataset_id, version: before.version },
      dataset: { dataset_id: now.dataset_id, version: now.version },
      ...report,
    }
    if (report.drifted) this.#emit(workspace_id, served, answer)
    return answer
  }

  /** The job's id. @throws NotFoundError */
  async enqueue(model: string, body: DriftBody, principal: Principal): Promise<string> {
    const { jobs, callers, models } = this.#options
    requireDatasets(this.#options.datasets, principal).get(
      principal.workspace_id,
      body.dataset_id,
      body.dataset_version,
    )
    requireOurs(models.find(principal.workspace_id, model, body))
    const payload: DriftPayload = { model, ...body, caller: callers.save(principal) }
    const { job } = await jobs.enqueue(principal.workspace_id, {
      kind: driftJob,
      payload,
    })
    return job.job_id
  }

  async run({ payload: { model, caller, ...body }, signal }: JobContext<DriftPayload>): Promise<DriftAnswer> {
    const principal = await this.#options.callers.resume(caller)
    return this.report(model, body, { principal, signal, isJob: true })
  }

  #version(
    datasets: Datasets,
    workspaceId: string,
    { dataset_id, version }: { dataset_id: string; version: number },
    { name }: ServedModel,
  ) {
    try {
      return datasets.get(workspaceId, dataset_id, version)
    } catch (cause) {
      if (!(cause instanceof NotFoundError)) throw cause
      const message = `What ${JSON.stringify(name)} was trained on is gone, so there is nothing to compare with: ${messageOf(cause)}`
      throw new UnprocessableError('unprocessable', message, { cause })
    }
  }

  #emit(workspaceId: string, { model_id, name, version }: ServedModel, answer: DriftAnswer): void {
    const { data, events } = this.#options
    const features = answer.features.filter(({ drifted }) => drifted).map(({ feature }) => feature)
    const { dataset_id, version: dataset_version } = answer.dataset
    const about = { model_id, name, version, dataset_id, dataset_version }
    const found = { features: features.slice(0, 50), prediction_drifted: answer.prediction.drifted }
    const event = { type: 'ml.drift.detected', data: { ...about, ...found } }
    data.use(workspaceId, db => db.transaction(() => events.append(db, workspaceId, [event])))
  }
}

/** The rows that the model was trained on. */
function filterOf({ filter, name, version }: ServedModel): string | null {
  if (filter !== null) return filter === '' ? null : filter
  throw new UnprocessableError(
    'unprocessable',
    `The run that made version ${version} of ${JSON.stringify(name)} is gone, and with it which rows it was trained on, so there is nothing to compare with. Train it again.`,
  )
}

function baselineOf({ dataset, name, version }: ServedModel): { dataset_id: string; version: number } {
  if (dataset) return dataset
  throw new UnprocessableError(
    'unprocessable',
    `Version ${version} of ${JSON.stringify(name)} knows no dataset that it was trained on.`,
  )
}
