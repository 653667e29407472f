import {
  ChildMethodError,
  InternalError,
  messageOf,
  TimeoutError,
  UnavailableError,
  UnprocessableError,
} from '@svc/plugin'
import type { ChildProcesses, Logger } from '@svc/plugin'
import type { RAnswer, REngine } from '../methods/stat-method.ts'
import { asAnswer } from './as-answer.ts'
import { rVersion } from './r-host.ts'
import type { RHost } from './r-host.ts'
import { RHosts } from './r-hosts.ts'
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

/** R in WebAssembly, in killable processes that stay warm for a while. */
export function createREngine({ children, log, limits: chosen, sources = ownFunctions }: REngineOptions): REngine {
  const limits = { ...defaultRLimits, ...chosen }
  const hosts = new RHosts({ children, sources: new RSources(sources), limits, log })
  return new WebREngine({ hosts, log, limits })
}

class WebREngine implements REngine {
  readonly engine = { name: 'R', version: rVersion }
  readonly #limits: RLimits
  readonly #log: Logger
  readonly #hosts: RHosts

  constructor({ hosts, log, limits }: { hosts: RHosts; log: Logger; limits: RLimits }) {
    this.#limits = limits
    this.#log = log
    this.#hosts = hosts
  }

  async run(call: Call, run: Run): Promise<RAnswer> {
    this.#checkSize(call)
    return this.#hosts.run(call.workspaceId, run.signal, host => this.#runOn(host, call, run))
  }

  close(): void {
    this.#hosts.close()
  }

  async #runOn(host: RHost, call: Call, { signal, timeoutMs }: Run): Promise<RAnswer> {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      host.kill('time')
    }, timeoutMs)
    // R does not hear that nobody waits any more: only its end ends the work.
    const leave = (): void => host.kill('left')
    signal.addEventListener('abort', leave, { once: true })
    try {
      const text = await host.call(call, signal)
      return asAnswer(text)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (isOver) throw this.#overTime(call, timeoutMs, error)
      throw await this.#explained(error, host, call)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
  }

  async #explained(error: unknown, host: RHost, { method }: Call): Promise<unknown> {
    if (error instanceof ChildMethodError) return this.#told(error, method)
    if (!(error instanceof UnavailableError)) {
      // What answers like this is not asked again.
      host.kill('answer')
      return new InternalError(`R gave no answer to ${method}: ${messageOf(error)}`, { cause: error })
    }
    const { killed } = await host.child.exited
    if (killed === 'rss') return this.#outOfMemory(error)
    if (killed !== null) return error
    return new UnavailableError(
      'R ended in the middle of this analysis. Run it again; if it ends again, use fewer rows or variables.',
      { cause: error, fields: { method } },
    )
  }

  #told(error: ChildMethodError, method: string): unknown {
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
