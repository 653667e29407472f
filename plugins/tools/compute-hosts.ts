import { ChildEndedError, ChildMethodError, messageOf, TimeoutError, UnprocessableError } from '@svc/plugin'
import type { ChildPool, ChildProcesses, JsonValue, Logger } from '@svc/plugin'

const poolOptions = {
  program: 'tool-host',
  refusal: 'Too many tool calls are waiting. Try again in a moment.',
  recycle: { rssMb: 200 },
  idleMs: 60_000,
}
const defaultTimeLimitMs = 2000

export interface Computation {
  tool: string
  params: JsonValue
  workspaceId: string
  /** By user id. */
  person?: string
  signal: AbortSignal
}

export interface ComputeHostsOptions {
  children: ChildProcesses
  log: Logger
  /** For one call, once its process is there; default 2,000. */
  timeLimitMs?: number
  /** Default 2; a workspace uses at most half of them at once, so that its long expressions leave the others to everybody else. */
  processes?: number
  /** Calls of one workspace that may wait; default 64. */
  waiting?: number
}

/** Runs the tools that evaluate what strangers wrote in killable child processes: no expression can hold up the server. */
export class ComputeHosts {
  readonly #pool: ChildPool<null>
  readonly #log: Logger
  readonly #timeoutMs: number

  constructor({ children, log, timeLimitMs = defaultTimeLimitMs, processes = 2, waiting = 64 }: ComputeHostsOptions) {
    const line = { size: processes, mostEach: Math.ceil(processes / 2), mostWaitingEach: waiting }
    this.#pool = children.pool({ ...poolOptions, ...line })
    this.#log = log
    this.#timeoutMs = timeLimitMs
  }

  /** @throws UnprocessableError `tool_failed`, TimeoutError, UnavailableError */
  async run({ tool, params, ...user }: Computation): Promise<JsonValue> {
    const timeoutMs = this.#timeoutMs
    try {
      return await this.#pool.use({ ...user, timeoutMs }, child => child.request(tool, params))
    } catch (error) {
      if (error instanceof ChildMethodError)
        throw new UnprocessableError('tool_failed', error.message, { cause: error })
      if (!(error instanceof ChildEndedError)) throw error
      if (error.reason === 'time')
        throw new TimeoutError(`The tool ${tool} ran past its limit of ${timeoutMs} ms.`, { cause: error })
      if (error.reason === 'ended') throw error
      this.#log.warn({ tool, reason: messageOf(error.cause) }, 'a tool ended its process')
      throw new UnprocessableError(
        'tool_failed',
        `The tool ${tool} needed more memory than it may use. Ask for less.`,
        { cause: error },
      )
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
