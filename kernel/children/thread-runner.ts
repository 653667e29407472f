import { once } from 'node:events'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ChildEndedError, ChildMethodError, FairTurns, UnavailableError } from '@svc/plugin'
import type { ChildEnd, ChildThread, ChildThreadOptions, ThreadUse } from '@svc/plugin'
import { Transferred } from '@svc/plugin/child'
import type { ThreadAnswer } from '@svc/plugin/child'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'

const never = new AbortController().signal
const defaultIdleMs = 60_000
/** Of the heap's young part, MiB. */
const youngMb = 64
/** What its end waits for a task that it finishes at most. */
const mostCloseMs = 10_000

/** See {@link ChildThread}. */
export class ThreadRunner<Task, Answer> implements ChildThread<Task, Answer> {
  readonly #options: ChildThreadOptions
  readonly #turns: FairTurns
  #thread: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #isClosed = false
  /** Settles when the task under way does. */
  #task: Promise<unknown> = Promise.resolve()

  constructor(options: ChildThreadOptions) {
    const {
      mostWaitingEach = Infinity,
      mostWaiting = Infinity,
      refusal = 'Too much waits. Try again in a moment.',
    } = options
    this.#options = options
    this.#turns = new FairTurns({ most: 1, mostWaitingEach, mostWaiting, refusal })
  }

  get isRunning(): boolean {
    return this.#thread !== null
  }

  run(task: Task | Transferred<Task>, { workspaceId, signal, timeoutMs }: ThreadUse): Promise<Answer> {
    const { finishes = false } = this.#options
    const until = finishes ? never : signal
    const answer = this.#turns.run(workspaceId, signal, () => this.#run(task, until, timeoutMs))
    return finishes ? orAborted(answer, signal) : answer
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#turns.close(stopping())
    // A thread that ends within native code takes the process with it.
    if (this.#options.finishes) await Promise.race([this.#task, setTimeout(mostCloseMs, undefined, { ref: false })])
    await this.#end()
  }

  async #run(task: Task | Transferred<Task>, signal: AbortSignal, timeoutMs: number | undefined): Promise<Answer> {
    if (this.#isClosed) throw stopping()
    clearTimeout(this.#idle)
    const timeout = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs)
    const until = timeout ? AbortSignal.any([signal, timeout]) : signal
    const thread = (this.#thread ??= this.#start())
    // While it works, it keeps the process up that waits for it.
    thread.ref()
    const answering = answerOf(thread, task, until)
    this.#task = answering.catch(() => undefined)
    const answer = await answering.catch(async (cause: unknown) => {
      await this.#end()
      signal.throwIfAborted()
      const reason = timeout?.aborted ? 'time' : this.#endOf(cause)
      throw new ChildEndedError(`The thread ${this.#name}`, reason, null, cause)
    })
    thread.unref()
    this.#idle = globalThis.setTimeout(() => void this.#end(), this.#options.idleMs ?? defaultIdleMs).unref()
    if ('error' in answer) throw new ChildMethodError(answer.error.code, answer.error.message)
    return answer.answer as Answer
  }

  get #name(): string {
    return basename(this.#options.entry.pathname)
  }

  #start(): Worker {
    const { entry, memoryMb } = this.#options
    const limits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: youngMb }
    const thread = new Worker(entry, { resourceLimits: limits })
    const forget = (): void => {
      if (this.#thread === thread) this.#thread = null
    }
    // Those who wait have listeners of their own.
    thread.on('error', forget)
    thread.on('exit', forget)
    return thread
  }

  #endOf(cause: unknown): ChildEnd {
    if (this.#isClosed) return 'ended'
    return (cause as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }
}

async function answerOf(thread: Worker, task: unknown, until: AbortSignal): Promise<ThreadAnswer> {
  until.throwIfAborted()
  const settled = new AbortController()
  const signal = AbortSignal.any([until, settled.signal])
  if (task instanceof Transferred) thread.postMessage({ task: task.value }, task.buffers)
  else thread.postMessage({ task })
  try {
    return await Promise.race([
      once(thread, 'message', { signal }).then(([answer]) => answer as ThreadAnswer),
      once(thread, 'exit', { signal }).then(([code]) => {
        throw new Error(`It ended with code ${String(code)}.`)
      }),
    ])
  } finally {
    settled.abort()
  }
}

function stopping(): UnavailableError {
  return new UnavailableError('The server is stopping.')
}
