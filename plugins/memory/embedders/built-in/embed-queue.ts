import { ChildMethodError, UnavailableError } from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import type { TokenCacheUse, TokenMatches } from '../token-matches.ts'
import { MatchesOrder, SentencesOrder } from './model-orders.ts'
import type { ModelOrder } from './model-orders.ts'
import { runtimeNames } from './model/runtime.ts'
import type { RuntimeName } from './model/runtime.ts'
import type { Precision } from './model/sentence-graph.ts'
import type { UseLiteAnswer, UseLiteTask } from './use-lite-thread.ts'

interface Waiting {
  order: ModelOrder<unknown>
  signal: AbortSignal
  resolve(result: unknown): void
  reject(reason: unknown): void
}

export interface EmbedQueueOptions {
  children: ChildProcesses
  /** What may run the model, in the order of trying; default: all that svc knows. */
  runtimes?: readonly RuntimeName[]
  /** Of its weights; default: all that they have. */
  precision?: Precision
  /** The model's memory is given back after so long without work. */
  idleMs?: number
}

/** A turn that takes longer has gone wrong; the first one loads the model. */
const timeoutMs = 60_000
// A turn goes on when its caller leaves: loading the model anew would cost everybody more.
const signal = new AbortController().signal

/**
 * The thread in which the built-in model lives: started at the first text, ended when idle. One turn at a time; questions come before
 * documents, and documents of several callers take turns.
 */
export class EmbedQueue {
  readonly #thread: ChildThread<UseLiteTask, UseLiteAnswer>
  readonly #runtimes: readonly RuntimeName[]
  readonly #precision: Precision
  readonly #urgent: Waiting[] = []
  readonly #others: Waiting[] = []
  #latest: { runtime: RuntimeName; cache: TokenCacheUse } | null = null
  #problem: string | null = null
  #isWorking = false
  #isClosed = false

  constructor({ children, runtimes = runtimeNames, precision = 'f32', idleMs = 5 * 60_000 }: EmbedQueueOptions) {
    this.#runtimes = runtimes
    this.#precision = precision
    this.#thread = children.thread({ entry: new URL('./use-lite-thread.ts', import.meta.url), idleMs, finishes: true })
  }

  get isRunning(): boolean {
    return this.#thread.isRunning
  }

  /** What the model ran on last, and what it keeps of passages; null before the first turn. */
  get latest(): { runtime: RuntimeName; cache: TokenCacheUse } | null {
    return this.#latest
  }

  /** Why the last turn failed; null: it did not. */
  get problem(): string | null {
    return this.#problem
  }

  /** Vectors in the order of the texts. @throws the signal's reason, UnavailableError when the thread fails */
  async embed(
    texts: readonly string[],
    { isUrgent, signal }: { isUrgent: boolean; signal: AbortSignal },
  ): Promise<Float32Array[]> {
    return texts.length === 0 ? [] : this.#wait(new SentencesOrder(texts), isUrgent, signal)
  }

  /** How a question compares with passages, piece by piece; before documents, as questions are. @throws as `embed` */
  match(question: string, passages: readonly string[], signal: AbortSignal): Promise<TokenMatches> {
    return this.#wait(new MatchesOrder(question, passages), true, signal)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiting of [...this.#urgent.splice(0), ...this.#others.splice(0)]) waiting.reject(stopping())
    await this.#thread.close()
  }

  async #wait<Result>(order: ModelOrder<Result>, isUrgent: boolean, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted()
    if (this.#isClosed) throw stopping()
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waiting: Waiting = { order, signal, resolve: result => resolve(result as Result), reject }
    const queue = isUrgent ? this.#urgent : this.#others
    queue.push(waiting)
    const leave = () => {
      const place = queue.indexOf(waiting)
      if (place >= 0) queue.splice(place, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    void this.#work()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Takes turns for as long as anybody waits. */
  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let next = this.#next(); next; next = this.#next()) await this.#turn(next.waiting, next.queue)
    this.#isWorking = false
  }

  #next(): { waiting: Waiting; queue: Waiting[] } | undefined {
    const queue = this.#urgent.length > 0 ? this.#urgent : this.#others
    const waiting = queue.shift()
    return waiting && { waiting, queue }
  }

  async #turn(waiting: Waiting, queue: Waiting[]): Promise<void> {
    const { order } = waiting
    try {
      const task = { ...order.next(), runtimes: this.#runtimes, precision: this.#precision }
      const answer = await this.#thread.run(task, { workspaceId: '', signal, timeoutMs })
      this.#latest = { runtime: answer.runtime, cache: answer.cache }
      this.#problem = null
      const result = order.take(answer)
      if (this.#isClosed) waiting.reject(stopping())
      else if (result !== null) waiting.resolve(result)
      else if (!waiting.signal.aborted) queue.push(waiting)
    } catch (error) {
      const reason = this.#isClosed ? stopping() : failure(error)
      this.#problem = reason.message
      waiting.reject(reason)
    }
  }
}

function stopping(): UnavailableError {
  return new UnavailableError('The built-in embedder is stopping.')
}

function failure(cause: unknown): UnavailableError {
  // What the model's own code says: files that are missing, runtimes that cannot be loaded.
  if (cause instanceof ChildMethodError) return new UnavailableError(cause.message, { cause })
  return new UnavailableError('The built-in embedder failed; it starts anew with the next text.', { cause })
}
