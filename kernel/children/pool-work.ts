import { ChildEndedError, ChildMethodError, UnavailableError } from '@svc/plugin'
import type { Child, ChildEnd, ChildExit, JsonLike, PoolUse, TakenChild, WorkingChild } from '@svc/plugin'

export interface PoolWorkOptions {
  program: string
  /** Codes of answers after which the process is not used again. */
  retireOn: readonly string[]
  use: PoolUse
}

const lookEveryMs = 200
// After a bug it may be in any state, and after its memory limit it may hold on to what the next use needs.
const alwaysRetireOn = ['internal_error', 'out_of_memory']

/** One use of a process: ends it at its limits, and knows afterwards what it ended of. */
export class PoolWork<State> implements WorkingChild<State> {
  readonly child: Child
  readonly state: State
  readonly #taken: TakenChild<State>
  readonly #options: PoolWorkOptions
  readonly #cpuWatch: NodeJS.Timeout | undefined
  readonly #leave = (): void => this.retire('left')
  #remainingMs: number
  #timer: NodeJS.Timeout | undefined
  #resumedAt = 0
  #pending = 0
  #overrun: ChildEnd | null = null
  #isRetired = false

  constructor(taken: TakenChild<State>, options: PoolWorkOptions) {
    this.child = taken.child
    this.state = taken.state
    this.#taken = taken
    this.#options = options
    const { signal, timeoutMs = Infinity, cpuMs } = options.use
    this.#remainingMs = timeoutMs
    if (cpuMs !== undefined) {
      const before = taken.child.cpuMs() ?? 0
      this.#cpuWatch = setInterval(() => {
        if ((taken.child.cpuMs() ?? 0) - before > cpuMs) this.#overran('cpu')
      }, lookEveryMs)
    }
    if (signal.aborted) this.#leave()
    else signal.addEventListener('abort', this.#leave, { once: true })
  }

  async request<Answer>(method: string, params: JsonLike, bytes?: Uint8Array): Promise<Answer> {
    return (await this.requestBytes(method, params, bytes)).value as Answer
  }

  async requestBytes(method: string, params: JsonLike, bytes?: Uint8Array): ReturnType<Child['requestBytes']> {
    const { signal } = this.#options.use
    signal.throwIfAborted()
    this.#resume()
    try {
      return await this.child.requestBytes(method, params, signal, bytes)
    } catch (error) {
      throw await this.#explained(error)
    } finally {
      this.#pause()
    }
  }

  release(): void {
    this.#taken.release()
  }

  retire(reason?: string): void {
    this.#isRetired = true
    this.#taken.retire(reason)
  }

  /** Gives the process back, or waits until it is gone. */
  async end(): Promise<void> {
    clearInterval(this.#cpuWatch)
    clearTimeout(this.#timer)
    this.#options.use.signal.removeEventListener('abort', this.#leave)
    // Its user went on without the answer.
    if (this.#pending > 0) this.retire('left')
    this.release()
    if (this.#isRetired) await this.child.exited
  }

  #resume(): void {
    this.#pending += 1
    if (this.#pending > 1 || this.#remainingMs === Infinity) return
    this.#resumedAt = performance.now()
    this.#timer = setTimeout(() => this.#overran('time'), this.#remainingMs)
  }

  #pause(): void {
    this.#pending -= 1
    if (this.#pending > 0 || this.#remainingMs === Infinity) return
    clearTimeout(this.#timer)
    this.#remainingMs = Math.max(1, this.#remainingMs - (performance.now() - this.#resumedAt))
  }

  #overran(limit: 'time' | 'cpu'): void {
    this.#overrun ??= limit
    this.retire(limit)
  }

  async #explained(error: unknown): Promise<unknown> {
    const { program, retireOn, use } = this.#options
    if (use.signal.aborted) return use.signal.reason
    if (error instanceof ChildMethodError) {
      if ([...alwaysRetireOn, ...retireOn].includes(error.code)) this.retire('failed')
      return error
    }
    if (!(error instanceof UnavailableError)) return error
    const exit = await this.child.exited
    return new ChildEndedError(`The child process ${program}`, this.#overrun ?? endOf(exit), exit, error)
  }
}

function endOf({ killed, signal, code }: ChildExit): ChildEnd {
  if (killed === 'rss') return 'memory'
  if (killed !== null) return 'ended'
  if (signal === 'SIGXCPU') return 'cpu'
  // V8 aborts when its heap is full; the system kills who takes its last memory.
  return ['SIGABRT', 'SIGTRAP', 'SIGKILL'].includes(signal ?? '') || code === 134 ? 'memory' : 'crash'
}
