import { createRequire } from 'node:module'
import { ChildEndedError, ChildMethodError, messageOf, UnavailableError, UnprocessableError } from '@svc/plugin'
import type { ChildPool, ChildProcesses, JsonObject, WorkingChild } from '@svc/plugin'
import type { PredictedRows } from '@svc/plugin/contracts/ml/learning'
import type { Caller, ModelBytes } from '../training/learner.ts'

export interface OnnxField {
  name: string
  type: string
}

export interface OnnxInterface {
  inputs: OnnxField[]
  outputs: OnnxField[]
}

export interface OnnxRunnerOptions {
  children: ChildProcesses
  memoryMb: number
}

export const largestOnnxBytes = 100 * 1024 * 1024
const timeoutMs = 10_000
const pieceBytes = 4 * 1024 * 1024
const packageName = 'onnxruntime-node'
const install = `npm install ${packageName} --ignore-scripts`

/** Models that came as ONNX, each in a process that may not take long, much memory, or anything from elsewhere. */
export class OnnxRunner {
  readonly #options: OnnxRunnerOptions
  readonly #pool: ChildPool<null>

  constructor(options: OnnxRunnerOptions) {
    this.#options = options
    this.#pool = options.children.pool({
      program: 'onnx',
      size: 2,
      mostEach: 1,
      mostWaitingEach: 100,
      refusal: 'Too many of this workspace’s predictions are waiting. Try again in a moment.',
      rssMb: options.memoryMb,
      idleMs: 60_000,
      recycle: { rssMb: Math.floor(options.memoryMb / 2) },
    })
  }

  /** Reads and starts it without running it. @throws UnprocessableError `onnx_refused` with the reason */
  check(caller: Caller, model: ModelBytes): Promise<OnnxInterface> {
    return this.#use(caller, child => this.#send(child, model))
  }

  predictRows(caller: Caller, model: ModelBytes, rows: readonly JsonObject[]): Promise<PredictedRows> {
    return this.#use(caller, async child => {
      if (!(await child.request('has_model', model.sha256))) await this.#send(child, model)
      return child.request<PredictedRows>('run', { rows })
    })
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  async #send(child: WorkingChild<null>, { sha256, size, open }: ModelBytes): Promise<OnnxInterface> {
    if (size > largestOnnxBytes)
      throw new UnprocessableError(
        'onnx_refused',
        `The ONNX file has ${size} bytes; at most ${largestOnnxBytes} are run.`,
      )
    let position = 0
    let answer: unknown = null
    for await (const piece of await open())
      for (let from = 0; from < (piece as Buffer).length; from += pieceBytes) {
        const part = (piece as Buffer).subarray(from, from + pieceBytes)
        answer = await child.request('model_piece', { sha256, position, total: size }, part)
        position += part.length
      }
    return answer as OnnxInterface
  }

  async #use<Result>(caller: Caller, work: (child: WorkingChild<null>) => Promise<Result>): Promise<Result> {
    requireRuntime()
    try {
      return await this.#pool.use({ ...caller, timeoutMs }, work)
    } catch (error) {
      throw caller.signal.aborted ? error : this.#explained(error)
    }
  }

  #explained(error: unknown): unknown {
    if (error instanceof ChildMethodError && error.code !== 'internal_error')
      return new UnprocessableError(error.code, error.message, { cause: error })
    if (!(error instanceof ChildEndedError)) return error
    if (error.reason === 'time')
      return new UnprocessableError(
        'onnx_refused',
        `The ONNX model took more than ${timeoutMs / 1000} s and was ended.`,
        { cause: error },
      )
    if (error.reason === 'memory')
      return new UnprocessableError(
        'onnx_refused',
        `The ONNX model needs more than ${this.#options.memoryMb} MiB of memory and was ended.`,
        { cause: error },
      )
    return new UnavailableError(`The process of the ONNX model ended in the middle of its work: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

/** @throws UnavailableError that says what to install */
function requireRuntime(): void {
  try {
    createRequire(import.meta.url).resolve(packageName)
  } catch (cause) {
    throw new UnavailableError(
      `Models that came as ONNX need the package ${packageName}, which is not installed. Run: ${install}`,
      { cause },
    )
  }
}
