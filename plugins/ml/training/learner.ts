import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { ChildEndedError, ChildMethodError, messageOf, UnavailableError, UnprocessableError } from '@svc/plugin'
import type {
  ChildPool,
  ChildProcesses,
  JsonLike,
  JsonObject,
  JsonValue,
  NumericColumn,
  WorkingChild,
} from '@svc/plugin'
import type { PredictedRows } from '@svc/plugin/contracts/ml/learning'
import type { DriftReport } from '../hosts/trainer/drift/drift.ts'
import type { ModelField } from '../hosts/trainer/learning/model/model-interface.ts'
import type { LossPoint } from '../hosts/trainer/learning/training/fit-rows.ts'
import type { LearningOrder } from '../hosts/trainer/learning/training/order.ts'
import type { TrainingProgress, TrainingResult } from '../hosts/trainer/learning/training/train.ts'
import type { ReadTable } from './read-table.ts'

export interface LearnerOptions {
  children: ChildProcesses
  memoryMb: number
  /** Trainings at a time, one of each workspace. */
  trainings: number
  /** How long a prediction may take that is answered at once; default a minute. */
  answerMs?: number
}

export interface Caller {
  workspaceId: string
  signal: AbortSignal
  /** A job ends at its own limit, and waits for other jobs alone. */
  isJob?: boolean
}

/** A model file, wherever it is kept. */
export interface ModelBytes {
  sha256: string
  size: number
  open(): Promise<Readable>
}

export interface Trained {
  result: TrainingResult
  losses: LossPoint[]
  model: { sha256: string; bytes: number; onnx: boolean; inputs: ModelField[]; outputs: ModelField[] }
  predictions: { bytes: number }
  duration_ms: number
  cpu_ms: number
}

export interface PredictedFile {
  bytes: number
  rows: number
  warnings: JsonValue
}

type Output = 'model' | 'predictions' | 'onnx' | 'rows'
/** What a process made, as a stream; while it is at work alone. */
export type ReadOutput = (of: Output, bytes: number) => Readable

const pieceBytes = 4 * 1024 * 1024
const usualAnswerMs = 60_000
const mostThreads = 8
const refusal = 'Too many of this workspace’s trainings and predictions are waiting. Try again in a moment.'

/** The trainer's processes: a pool each for training, for what models say at once and for what they say in jobs, so that none waits for another. */
export class Learner {
  readonly #options: LearnerOptions
  readonly #training: ChildPool<null>
  readonly #serving: ChildPool<null>
  readonly #jobs: ChildPool<null>
  readonly #answerMs: number

  constructor(options: LearnerOptions) {
    this.#options = options
    const { children, memoryMb, trainings, answerMs = usualAnswerMs } = options
    this.#answerMs = answerMs
    const shared = { program: 'trainer', refusal, rssMb: memoryMb, heapMb: Math.floor(memoryMb * 0.75), idleMs: 60_000 }
    const threads = Math.min(mostThreads, availableParallelism())
    this.#training = children.pool({
      ...shared,
      size: trainings,
      mostEach: 1,
      args: [String(threads)],
      recycle: { uses: 20, rssMb: 600 },
    })
    // One of each workspace: the other process is left for the rest.
    const serving = { ...shared, size: 2, mostEach: 1, mostWaitingEach: 200, args: ['0'], recycle: { rssMb: 600 } }
    this.#serving = children.pool(serving)
    this.#jobs = children.pool(serving)
  }

  /** `keep` takes the model and the predictions before the process has other work. @throws UnprocessableError, UnavailableError */
  train<Kept>(
    caller: Caller,
    {
      order,
      table,
      onProgress,
    }: { order: LearningOrder; table: () => Promise<ReadTable>; onProgress: (progress: TrainingProgress) => void },
    keep: (trained: Trained, read: ReadOutput) => Promise<Kept>,
  ): Promise<Kept> {
    const onNotify = (_: string, params: JsonLike): void => onProgress(params as TrainingProgress)
    return this.#use(this.#training, { ...caller, onNotify }, async child => {
      await sendTable(child, 'data', await table())
      const trained = await child.request<Trained>('train', order)
      const kept = await keep(trained, readerOf(child))
      await child.request('clear', null)
      return kept
    })
  }

  /** Asked at once: most calls find the model in the process, and a question less is a wait less. */
  predictRows(
    caller: Caller,
    model: ModelBytes,
    call: { rows: readonly JsonObject[]; probabilities: boolean },
  ): Promise<PredictedRows> {
    const asked = { sha256: model.sha256, ...call }
    return this.#use(this.#serving, { ...caller, timeoutMs: this.#answerMs }, async child => {
      const answer = await child.request<PredictedRows | null>('predict_rows', asked)
      if (answer !== null) return answer
      await sendModel(child, model)
      return child.request<PredictedRows>('predict_rows', asked)
    })
  }

  predictTable(caller: Caller, model: ModelBytes, table: ReadTable, probabilities: boolean): Promise<PredictedRows> {
    return this.#serve(caller, model, async child => {
      await sendTable(child, 'data', table)
      return child.request<PredictedRows>('predict_table', { sha256: model.sha256, probabilities })
    })
  }

  /** The table with what is predicted, as CSV. */
  predictToCsv<Kept>(
    caller: Caller,
    model: ModelBytes,
    { table, texts, probabilities }: { table: ReadTable; texts: ReadTable; probabilities: boolean },
    keep: (answer: PredictedFile, read: ReadOutput) => Promise<Kept>,
  ): Promise<Kept> {
    return this.#serve(caller, model, async child => {
      await sendTable(child, 'data', table)
      await sendTable(child, 'texts', texts)
      const answer = await child.request<PredictedFile>('predict_to_csv', { sha256: model.sha256, probabilities })
      const kept = await keep(answer, readerOf(child))
      await child.request('clear', null)
      return kept
    })
  }

  drift(
    caller: Caller,
    model: ModelBytes,
    tables: { baseline: ReadTable; now: ReadTable; threshold: number },
  ): Promise<DriftReport> {
    return this.#serve(caller, model, async child => {
      await sendTable(child, 'baseline', tables.baseline)
      await sendTable(child, 'now', tables.now)
      return child.request<DriftReport>('drift', { sha256: model.sha256, threshold: tables.threshold })
    })
  }

  /** @throws UnprocessableError `not_exportable` */
  onnx(caller: Caller, model: ModelBytes): Promise<Buffer> {
    return this.#serve(caller, model, async child => {
      const { bytes } = (await child.request('onnx', { sha256: model.sha256 })) as { bytes: number }
      const pieces: Buffer[] = []
      for await (const piece of readerOf(child)('onnx', bytes)) pieces.push(piece as Buffer)
      await child.request('clear', null)
      return Buffer.concat(pieces)
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#training, this.#serving, this.#jobs].map(pool => pool.close()))
  }

  #serve<Result>(
    { isJob = false, ...caller }: Caller,
    model: ModelBytes,
    work: (child: WorkingChild<null>) => Promise<Result>,
  ): Promise<Result> {
    const [pool, timeoutMs] = isJob ? [this.#jobs, Infinity] : [this.#serving, this.#answerMs]
    return this.#use(pool, { ...caller, timeoutMs }, async child => {
      if (!(await child.request('has_model', model.sha256))) await sendModel(child, model)
      return work(child)
    })
  }

  async #use<Result>(
    pool: ChildPool<null>,
    use: Parameters<ChildPool<null>['use']>[0],
    work: (child: WorkingChild<null>) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await pool.use(use, work)
    } catch (error) {
      throw use.signal.aborted ? error : this.#explained(error)
    }
  }

  #explained(error: unknown): unknown {
    if (error instanceof ChildMethodError) {
      if (error.code === 'unprocessable' || error.code === 'not_exportable')
        return new UnprocessableError(error.code, error.message, { cause: error })
      return error
    }
    if (!(error instanceof ChildEndedError)) return error
    const limit = `${this.#options.memoryMb} MiB of memory that a trainer may take (SVC_ML_TRAINER_MEMORY_MB)`
    if (error.reason === 'memory')
      return new UnprocessableError(
        'unprocessable',
        `It needs more than the ${limit}. Use fewer rows, features or trees.`,
        { cause: error },
      )
    if (error.reason === 'time')
      return new UnprocessableError(
        'unprocessable',
        `It was not done after ${this.#answerMs / 1000} seconds. Use fewer rows, or a job.`,
        { cause: error },
      )
    return new UnavailableError(`The trainer's process ended in the middle of its work: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

async function sendTable(child: WorkingChild<null>, name: string, { rows, columns }: ReadTable): Promise<void> {
  const head = { rows, columns: columns.map(headOf) }
  await child.request('table', { name, head })
  let position = 0
  for (const column of columns) {
    const { buffer, byteOffset, byteLength } = column.kind === 'number' ? column.values : column.codes
    for (let from = 0; from < byteLength; from += pieceBytes) {
      const piece = new Uint8Array(buffer, byteOffset + from, Math.min(pieceBytes, byteLength - from))
      await child.request('data', { name, position }, piece)
      position += piece.length
    }
  }
}

function headOf(column: NumericColumn): JsonObject {
  const { name, kind, meaning } = column
  return column.kind === 'number' ? { name, kind, meaning } : { name, kind, meaning, levels: column.levels }
}

async function sendModel(child: WorkingChild<null>, { sha256, size, open }: ModelBytes): Promise<void> {
  let position = 0
  for await (const piece of await open()) {
    await child.request('model_piece', { sha256, position, total: size }, piece as Buffer)
    position += (piece as Buffer).length
  }
}

function readerOf(child: WorkingChild<null>): ReadOutput {
  return (of, bytes) => {
    async function* pieces(): AsyncGenerator<Buffer> {
      for (let from = 0; from < bytes; from += pieceBytes) {
        const { bytes: piece } = await child.requestBytes('piece', { of, from, size: pieceBytes })
        yield piece!
      }
    }
    return Readable.from(pieces(), { objectMode: false })
  }
}
