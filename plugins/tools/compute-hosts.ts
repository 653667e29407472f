import { ChildMethodError, FairTurns, messageOf, TimeoutError, UnprocessableError } from '@svc/plugin'
import type { Child, ChildProcesses, JsonValue, Logger } from '@svc/plugin'

const program = 'tool-host'
const maxHosts = 2
const turnOptions = {
  most: maxHosts,
  mostEach: maxHosts,
  mostWaitingEach: 64,
  refusal: 'Too many tool calls are waiting. Try again in a moment.',
}
const heapMb = 160
const rssMb = 320
const recycledAboveMb = 200
const defaultTimeLimitMs = 2000
const idleMs = 60_000

interface Host {
  workspaceId: string
  child: Child
  busy: boolean
  idleTimer?: NodeJS.Timeout
}

export interface Computation {
  tool: string
  params: JsonValue
  workspaceId: string
  signal: AbortSignal
}

export interface ComputeHostsOptions {
  children: ChildProcesses
  log: Logger
  /** For one call, once its process is there; default 2,000. */
  timeLimitMs?: number
}

/**
 * Runs the tools that evaluate what strangers wrote in killable child processes: one call at a time each, one workspace at a time,
 * killed when a call takes too long or too much. No expression can hold up the server.
 */
export class ComputeHosts {
  readonly #options: ComputeHostsOptions
  readonly #hosts = new Set<Host>()
  readonly #turns = new FairTurns(turnOptions)

  constructor(options: ComputeHostsOptions) {
    this.#options = options
  }

  /** @throws UnprocessableError `tool_failed`, TimeoutError, UnavailableError */
  run(computation: Computation): Promise<JsonValue> {
    const { workspaceId, signal } = computation
    return this.#turns.run(workspaceId, signal, async () => this.#call(await this.#hostFor(workspaceId), computation))
  }

  close(): void {
    for (const host of this.#hosts) this.#end(host)
  }

  async #hostFor(workspaceId: string): Promise<Host> {
    const free = [...this.#hosts].filter(host => !host.busy)
    const own = free.find(host => host.workspaceId === workspaceId)
    if (own) {
      own.busy = true
      clearTimeout(own.idleTimer)
      return own
    }
    // A process that has seen another workspace's data is not used again for this one.
    if (this.#hosts.size >= maxHosts && free[0]) this.#end(free[0])
    const child = await this.#options.children.spawn(program, { heapMb, rssMb })
    const host: Host = { workspaceId, child, busy: true }
    this.#hosts.add(host)
    void child.exited.then(() => this.#hosts.delete(host))
    return host
  }

  async #call(host: Host, { tool, params, signal }: Computation): Promise<JsonValue> {
    const { log, timeLimitMs = defaultTimeLimitMs } = this.#options
    let overtime = false
    const limit = setTimeout(() => {
      overtime = true
      host.child.kill('timeout')
    }, timeLimitMs)
    try {
      const result = await host.child.request(tool, params, signal)
      this.#rest(host)
      return result
    } catch (error) {
      if (error instanceof ChildMethodError) {
        this.#rest(host)
        throw new UnprocessableError('tool_failed', error.message, { cause: error })
      }
      this.#end(host)
      if (signal.aborted) throw error
      if (overtime)
        throw new TimeoutError(`The tool ${tool} ran past its limit of ${timeLimitMs} ms.`, { cause: error })
      log.warn({ tool, reason: messageOf(error) }, 'a tool ended its process')
      throw new UnprocessableError(
        'tool_failed',
        `The tool ${tool} needed more memory than it may use. Ask for less.`,
        { cause: error },
      )
    } finally {
      clearTimeout(limit)
    }
  }

  #rest(host: Host): void {
    // What one call left behind is not counted against the next.
    if (host.child.rssBytes() > recycledAboveMb * 1024 * 1024) return this.#end(host)
    host.busy = false
    host.idleTimer = setTimeout(() => this.#end(host), idleMs).unref()
  }

  #end(host: Host): void {
    clearTimeout(host.idleTimer)
    this.#hosts.delete(host)
    host.child.kill()
  }
}
