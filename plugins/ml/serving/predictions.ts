import { assertNoBodyFaults, bodyFault, UnprocessableError } from '@svc/plugin'
import type { Callers, JobContext, JobQueue, JsonValue, Principal, SavedCaller, TableColumn } from '@svc/plugin'
import type { Datasets, DatasetVersion } from '@svc/plugin/contracts/datasets'
import type { Predicted, PredictedRows, PredictOrder } from '@svc/plugin/contracts/ml/learning'
import type { Learner } from '../training/learner.ts'
import { checkSize, isReadable, readTable, requireDatasets } from '../training/read-table.ts'
import type { ReadTable } from '../training/read-table.ts'
import type { OnnxRunner } from './onnx-runner.ts'
import type { ServedModel, ServedModels } from './served-models.ts'

export const predictJob = 'ml.predict'

/** `schemas/predict-job.schema.json`. */
export interface PredictPayload {
  model: string
  order: PredictOrder
  caller: SavedCaller
}

export interface PredictionsOptions {
  models: ServedModels
  learner: Learner
  onnx: OnnxRunner
  datasets: Datasets | undefined
  jobs: JobQueue
  callers: Callers
  now(): number
}

/** Rows of a dataset that are answered in one reply; more are a job, whose result is a dataset. */
const mostInReply = 100_000
const digitsOfDoubles = 15

/** What registered models say of rows that nobody knows the answer to. */
export class Predictions {
  readonly #options: PredictionsOptions

  constructor(options: PredictionsOptions) {
    this.#options = options
  }

  /** @throws NotFoundError, ValidationError, UnprocessableError naming what is missing */
  async predict(
    model: string,
    body: PredictOrder,
    by: { principal: Principal; signal: AbortSignal },
  ): Promise<Predicted> {
    const began = this.#options.now()
    checkBody(body)
    const { principal, signal } = by
    const served = this.#options.models.find(principal.workspace_id, model, body)
    const answer = await this.#answer(served, body, { principal, signal })
    const { predictions, probabilities, warnings } = answer
    return {
      model: { name: served.name, version: served.version, sha256: served.file.sha256 },
      predictions,
      ...(body.probabilities !== false && probabilities && { probabilities }),
      warnings,
      elapsed_ms: Math.max(0, this.#options.now() - began),
    }
  }

  async #answer(
    served: ServedModel,
    body: PredictOrder,
    { principal, signal }: { principal: Principal; signal: AbortSignal },
  ): Promise<PredictedRows> {
    const { learner, onnx } = this.#options
    const caller = { workspaceId: principal.workspace_id, signal }
    const probabilities = body.probabilities ?? true
    if (body.rows) {
      if (served.kind === 'onnx') return onnx.predictRows(caller, served.file, body.rows)
      return learner.predictRows(caller, served.file, { rows: body.rows, probabilities })
    }
    requireOurs(served)
    const { version, table } = await this.#table(body, principal, signal)
    if (version.rows > mostInReply)
      throw new UnprocessableError(
        'unprocessable',
        `${JSON.stringify(version.name)} has ${version.rows} rows; more than ${mostInReply} are predicted in a job. Send mode "job": its result is a new dataset.`,
      )
    return learner.predictTable(caller, served.file, await table(), probabilities)
  }

  /** The job's id. @throws as `predict` */
  async enqueue(model: string, body: PredictOrder, principal: Principal): Promise<string> {
    const { jobs, callers, models } = this.#options
    checkBody(body)
    if (body.rows) throw bodyFault('/rows', 'are answered at once; a job predicts a whole dataset')
    const served = models.find(principal.workspace_id, model, body)
    requireOurs(served)
    const { version } = await this.#table(body, principal, AbortSignal.timeout(1))
    // What is the champion, or the latest version, now.
    const order: PredictOrder = {
      ...body,
      version: served.version,
      dataset_id: version.dataset_id,
      dataset_version: version.version,
    }
    delete order.alias
    const payload: PredictPayload = { model: served.model_id, order, caller: callers.save(principal) }
    const { job } = await jobs.enqueue(principal.workspace_id, {
      kind: predictJob,
      payload: payload,
    })
    return job.job_id
  }

  async run({
    payload: { model, order, caller: saved },
    workspace_id,
    job_id,
    signal,
  }: JobContext<PredictPayload>): Promise<JsonValue> {
    const { models, learner, callers } = this.#options
    const principal = await callers.resume(saved)
    const served = models.find(workspace_id, model, order)
    const { version, table, datasets } = await this.#table(order, principal, signal)
    const name = order.dataset_name ?? `${version.name} ${served.name} ${served.version}`
    const detail = {
      job_id,
      model: served.name,
      model_id: served.model_id,
      version: served.version,
      dataset_id: version.dataset_id,
      dataset_version: version.version,
    }
    const numbers = await table()
    const rounded = roundedColumns(version, numbers)
    const wanted = { dataset_id: version.dataset_id, version: version.version, as_text: true }
    const names = rounded.map(column => column.name)
    const texts =
      names.length === 0
        ? { rows: 0, columns: [] }
        : await readTable(datasets, workspace_id, { ...wanted, columns: names }, signal)
    const call = { table: numbers, texts, probabilities: order.probabilities ?? true }
    return learner.predictToCsv(
      { workspaceId: workspace_id, signal, isJob: true },
      served.file,
      call,
      async ({ bytes, rows, warnings }, read) => {
        const origin = { kind: 'run' as const, detail }
        const made = await datasets.import(
          {
            name,
            content: read('rows', bytes),
            options: { format: 'csv', columns: typesOf(version, rounded) },
            origin,
            once: `prediction of ${job_id}`,
          },
          { principal, signal },
        )
        return { dataset_id: made.dataset_id, version: made.version, name: made.name, rows, warnings }
      },
    )
  }

  async #table(body: PredictOrder, principal: Principal, signal: AbortSignal) {
    const datasets = requireDatasets(this.#options.datasets, principal)
    const version = datasets.get(principal.workspace_id, body.dataset_id!, body.dataset_version)
    const columns = readableOf(version)
    checkSize(version, columns.length)
    const wanted = { dataset_id: version.dataset_id, version: version.version, columns }
    return { datasets, version, table: () => readTable(datasets, principal.workspace_id, wanted, signal) }
  }
}

export function readableOf({ columns }: DatasetVersion): string[] {
  return columns.filter(isReadable).map(({ name }) => name)
}

/** Columns with values that doubles, or milliseconds, do not hold: a copy of them is made of their texts. */
function roundedColumns({ columns }: DatasetVersion, { columns: read }: ReadTable): TableColumn[] {
  return columns.filter(({ name, type }) => {
    if (/^TIMESTAMP(_\w+)?$/.test(type)) return true
    const digits = /^DECIMAL\((\d+)/.exec(type)?.[1]
    if (digits !== undefined) return Number(digits) > digitsOfDoubles
    const numbers = /^U?(BIGINT|HUGEINT)$/.test(type) ? read.find(column => column.name === name) : undefined
    return numbers?.kind === 'number' && numbers.values.some(value => Math.abs(value) > Number.MAX_SAFE_INTEGER)
  })
}

/** What a file of text does not say of them: that `007` is no number, say. */
function typesOf({ columns }: DatasetVersion, rounded: readonly TableColumn[]): TableColumn[] {
  const said = columns.filter(column => column.type === 'VARCHAR' || rounded.includes(column))
  const imported = (type: string) =>
    type.replace(/^U(BIGINT|HUGEINT)$/, 'HUGEINT').replace(/^TIMESTAMP_.*/, 'TIMESTAMP')
  return said.map(({ name, type }) => ({ name, type: imported(type) }))
}

/** @throws UnprocessableError for a model that came as ONNX: its inputs need not be columns */
export function requireOurs({ kind, name, version }: ServedModel): void {
  if (kind === 'svc') return
  throw new UnprocessableError(
    'unprocessable',
    `Version ${version} of ${JSON.stringify(name)} came as ONNX; such models are asked by rows.`,
  )
}

function checkBody({ rows, dataset_id, dataset_version, version, alias }: PredictOrder): void {
  assertNoBodyFaults([
    ...(rows === undefined && dataset_id === undefined
      ? [{ path: '/rows', message: 'or dataset_id is required' }]
      : []),
    ...(rows !== undefined && dataset_id !== undefined
      ? [{ path: '/dataset_id', message: 'has no place beside rows' }]
      : []),
    ...(rows !== undefined && dataset_version !== undefined
      ? [{ path: '/dataset_version', message: 'has no place beside rows' }]
      : []),
    ...(version !== undefined && alias !== undefined
      ? [{ path: '/alias', message: 'has no place beside version' }]
      : []),
  ])
}
