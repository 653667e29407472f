import { Attached, RemoteError } from '@svc/plugin/child'
import type { RpcMethod } from '@svc/plugin/child'
import { driftOf } from './drift/drift.ts'
import type { Table } from './drift/drift.ts'
import type { FitThreads } from './fit-threads.ts'
import { readModel, sha256Of } from './learning/model/model-file.ts'
import type { Model } from './learning/model/model-file.ts'
import { modelInterface } from './learning/model/model-interface.ts'
import { frameOfColumns, frameOfRows, predictFrame, shownPredictions } from './learning/model/predict.ts'
import type { RowValue } from './learning/model/predict.ts'
import { Refusal } from './learning/refusal.ts'
import type { LearningOrder } from './learning/training/order.ts'
import { prepare } from './learning/training/prepare.ts'
import { train } from './learning/training/train.ts'
import type { TrainingProgress } from './learning/training/train.ts'
import { checkExportable, exportOnnx } from './onnx/export-onnx.ts'
import { Incoming } from './incoming.ts'
import type { TableHead } from './incoming.ts'
import { predictedCsv } from './predicted-csv.ts'

/** Models that a process keeps read. */
const keptModels = 4

type Output = 'model' | 'predictions' | 'onnx' | 'rows'

/** What one process holds between its requests: tables and models on their way in, results on their way out. */
export class TrainerSession {
  onProgress: (progress: TrainingProgress) => void = () => {}
  readonly #threads: FitThreads
  readonly #tables = new Map<string, Incoming>()
  readonly #models = new Map<string, Model>()
  readonly #outputs = new Map<Output, Buffer>()
  #model: Buffer | null = null

  constructor(threads: FitThreads) {
    this.#threads = threads
  }

  methods(): Record<string, RpcMethod> {
    const methods: Record<string, RpcMethod> = {
      table: ({ name, head }: { name: string; head: TableHead }) => {
        this.#tables.set(name, new Incoming(head))
        return null
      },
      data: ({ name, position }: { name: string; position: number }, bytes) => {
        this.#tables.get(name)!.write(position, bytes!)
        return null
      },
      train: (order: LearningOrder) => this.#train(order),
      has_model: (sha256: string) => this.#models.has(sha256),
      model_piece: (place: { sha256: string; position: number; total: number }, bytes) => this.#addModel(place, bytes!),
      predict_rows: (call: { sha256: string; rows: Record<string, RowValue>[]; probabilities: boolean }) =>
        this.#predictRows(call),
      predict_table: (call: { sha256: string; probabilities: boolean }) => this.#predictTable(call),
      predict_to_csv: (call: { sha256: string; probabilities: boolean }) => this.#predictCsv(call),
      drift: ({ sha256, threshold }: { sha256: string; threshold: number }) => {
        const [baseline, now] = [this.#take('baseline'), this.#take('now')]
        return driftOf(this.#known(sha256), baseline, now, threshold)
      },
      onnx: ({ sha256 }: { sha256: string }) => this.#put('onnx', Buffer.from(exportOnnx(this.#known(sha256)))),
      piece: ({ of, from, size }: { of: Output; from: number; size: number }) =>
        new Attached(null, this.#outputs.get(of)!.subarray(from, from + size)),
      clear: () => {
        this.#tables.clear()
        this.#outputs.clear()
        return null
      },
    }
    return Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, spoken(method)]))
  }

  async #train(order: LearningOrder): Promise<unknown> {
    const [began, cpu] = [performance.now(), process.cpuUsage()]
    const { columns, rows } = this.#take('data')
    const outcome = await train(order, prepare(order, columns, rows), this.#threads, progress =>
      this.onProgress(progress),
    )
    const used = process.cpuUsage(cpu)
    const model = readModel(outcome.model)
    return {
      result: outcome.result,
      losses: outcome.losses,
      model: {
        sha256: sha256Of(outcome.model),
        ...this.#put('model', outcome.model),
        onnx: isExportable(model),
        ...modelInterface(model),
      },
      predictions: this.#put('predictions', outcome.predictions),
      duration_ms: Math.round(performance.now() - began),
      cpu_ms: Math.round((used.user + used.system) / 1000),
    }
  }

  #addModel({ sha256, position, total }: { sha256: string; position: number; total: number }, bytes: Buffer): null {
    if (position === 0) this.#model = Buffer.alloc(total)
    bytes.copy(this.#model!, position)
    if (position + bytes.length < total) return null
    const whole = this.#model!
    this.#model = null
    if (sha256Of(whole) !== sha256)
      throw new RemoteError('model_damaged', 'The model file is not the one that was trained: its hash differs.')
    const [oldest] = this.#models.keys()
    if (this.#models.size >= keptModels) this.#models.delete(oldest!)
    this.#models.set(sha256, readModel(whole))
    return null
  }

  #predictRows({
    sha256,
    rows,
    probabilities,
  }: {
    sha256: string
    rows: Record<string, RowValue>[]
    probabilities: boolean
  }): unknown {
    // Null: it is to be sent first.
    if (!this.#models.has(sha256)) return null
    const model = this.#known(sha256)
    const { frame, warnings } = frameOfRows(model, rows)
    const predicted = predictFrame(model, frame)
    return { ...shownPredictions(model, predicted, probabilities), warnings: [...warnings, ...predicted.warnings] }
  }

  #predictTable({ sha256, probabilities }: { sha256: string; probabilities: boolean }): unknown {
    const model = this.#known(sha256)
    const table = this.#take('data')
    const predicted = predictFrame(model, frameOfColumns(model, table.columns, table.rows))
    return { ...shownPredictions(model, predicted, probabilities), warnings: predicted.warnings }
  }

  /** The table and what is predicted for each row of it; `texts` has columns that numbers would round. */
  #predictCsv({ sha256, probabilities }: { sha256: string; probabilities: boolean }): unknown {
    const model = this.#known(sha256)
    const table = this.#take('data')
    const predicted = predictFrame(model, frameOfColumns(model, table.columns, table.rows))
    const texts = new Map(this.#take('texts').columns.map(column => [column.name, column]))
    const columns = table.columns.map(column => texts.get(column.name) ?? column)
    const csv = predictedCsv(model, { rows: table.rows, columns }, predicted, probabilities)
    return { ...this.#put('rows', csv), rows: table.rows, warnings: predicted.warnings }
  }

  #put(name: Output, bytes: Buffer): { bytes: number } {
    this.#outputs.set(name, bytes)
    return { bytes: bytes.length }
  }

  #take(name: string): Table {
    const table = this.#tables.get(name)!.table()
    this.#tables.delete(name)
    return table
  }

  /** The model used last is kept longest. */
  #known(sha256: string): Model {
    const model = this.#models.get(sha256)
    if (!model) throw new RemoteError('model_unknown', 'The model was not sent.')
    this.#models.delete(sha256)
    this.#models.set(sha256, model)
    return model
  }
}

function isExportable(model: Model): boolean {
  try {
    checkExportable(model)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** What a refusal says goes to the caller; what else is thrown does not. */
function spoken(method: RpcMethod): RpcMethod {
  return async (params, bytes) => {
    try {
      return await method(params, bytes)
    } catch (error) {
      if (error instanceof Refusal) throw new RemoteError(error.code, error.message)
      throw error
    }
  }
}
