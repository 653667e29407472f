import {
  ChildEndedError,
  ChildMethodError,
  InternalError,
  messageOf,
  TimeoutError,
  UnavailableError,
  UnprocessableError,
} from '@svc/plugin'
import type { ChildPool, ChildProcesses, Logger, WorkingChild } from '@svc/plugin'
import type { RAnswer, REngine } from '../methods/stat-method.ts'
import { asAnswer } from './as-answer.ts'
import { RHost, rVersion } from './r-host.ts'
import { defaultRLimits } from './r-limits.ts'
import type { RLimits } from './r-limits.ts'
import { ownFunctions, RSources } from './r-sources.ts'

export interface REngineOptions {
  children: ChildProcesses
  log: Logger
  limits?: Partial<RLimits>
  /** The folder of R functions; the plugin's own when left out. */
  sources?: URL
}

type Call = Parameters<REngine['run']>[0]
type Run = Parameters<REngine['run']>[1]

const poolOptions = {
  program: 'r-host',
  refusal: 'Too many analyses of this workspace are waiting. Try again in a moment.',
  /** R's own memory is outside of V8's heap. */
  heapMb: 256,
  /** Well before the last stop that `program.json` sets for the process's whole life. */
  recycle: { cpuMs: 1_800_000 },
}

/** R in WebAssembly, in killable processes that stay warm for a while; with `spare`, one more stands ready, because R takes seconds to start. */
export function createREngine({ children, log, limits: chosen, sources = ownFunctions }: REngineOptions): REngine {
  const limits = { ...defaultRLimits, ...chosen }
  const texts = new RSources(sources)
  const pool = children.pool({
    ...poolOptions,
    size: limits.processes,
    // A workspace whose analyses take their time leaves the other half to everybody else's.
    mostEach: Math.ceil(limits.processes / 2),
    mostWaitingEach: limits.waiting,
    rssMb: limits.memoryMb,
    idleMs: limits.idleMs,
    spares: limits.spare ? 1 : 0,
    open: child => new RHost(child, texts),
  })
  return new WebREngine({ pool, log, limits })
}

class WebREngine implements REngine {
  readonly engine = { name: 'R', version: rVersion }
  readonly #limits: RLimits
  readonly #log: Logger
  readonly #pool: ChildPool<RHost>

  constructor({ pool, log, limits }: { pool: ChildPool<RHost>; log: Logger; limits: RLimits }) {
    this.#limits = limits
    this.#log = log
    this.#pool = pool
  }

  async run(call: Call, run: Run): Promise<RAnswer> {
    this.#checkSize(call)
    return this.#pool.use({ workspaceId: call.workspaceId, ...run }, child => this.#runOn(child, call, run))
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  async #runOn(child: WorkingChild<RHost>, call: Call, { signal, timeoutMs }: Run): Promise<RAnswer> {
    try {
      return asAnswer(await child.state.call(call, child))
    } catch (error) {
      throw signal.aborted ? error : this.#explained(error, call, timeoutMs)
    }
  }

  #explained(error: unknown, call: Call, timeoutMs: number): unknown {
    const { method } = call
    if (error instanceof ChildMethodError) return this.#refusal(error, method)
    if (error instanceof ChildEndedError) return this.#ended(error, call, timeoutMs)
    if (error instanceof UnavailableError) return error
    // What answers like this is not asked again: an InternalError ends the process.
    return new InternalError(`R gave no answer to ${method}: ${messageOf(error)}`, { cause: error })
  }

  #ended(error: ChildEndedError, call: Call, timeoutMs: number): unknown {
    if (error.reason === 'ended') return error
    if (error.reason === 'time') return this.#overTime(call, timeoutMs, error)
    if (error.reason === 'memory') return this.#outOfMemory(error)
    return new UnavailableError(
      'R ended in the middle of this analysis. Run it again; if it ends again, use fewer rows or variables.',
      { cause: error, fields: { method: call.method } },
    )
  }

  #refusal(error: ChildMethodError, method: string): unknown {
    if (error.code === 'unprocessable') return new UnprocessableError('unprocessable', error.message, { cause: error })
    if (error.code === 'out_of_memory') return this.#outOfMemory(error)
    if (error.code !== 'r_error') return error
    this.#log.warn({ method, reason: error.message }, 'R could not compute an analysis.')
    return new UnprocessableError('r_error', `R could not compute this: ${error.message}`, { cause: error })
  }

  #outOfMemory(cause: unknown): UnprocessableError {
    const { memoryMb } = this.#limits
    return new UnprocessableError(
      'unprocessable',
      `This analysis needs more than the ${memoryMb} MiB of memory that R may take (SVC_STATS_MEMORY_MB). Use fewer rows or variables.`,
      { cause },
    )
  }

  #overTime({ method }: Call, timeoutMs: number, cause: unknown): TimeoutError {
    return new TimeoutError(
      `The analysis was not done after ${timeoutMs / 1000} seconds and was ended. Use fewer rows or variables, or allow it more time.`,
      { cause, fields: { method } },
    )
  }

  #checkSize({ columns }: Call): void {
    const cells = columns.reduce((sum, each) => sum + (each.kind === 'number' ? each.values : each.codes).length, 0)
    if (cells <= this.#limits.maxCells) return
    throw new UnprocessableError(
      'unprocessable',
      `The analysis has ${cells} values; at most ${this.#limits.maxCells} are taken. Use fewer rows (a filter) or variables.`,
    )
  }
}
