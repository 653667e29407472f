import { ChildMethodError, FairTurns, UnavailableError } from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { TokenCacheUse, TokenMatches } from '../token-matches.ts'
import { MatchesOrder, SentencesOrder } from './model-orders.ts'
import type { ModelOrder } from './model-orders.ts'
import { runtimeNames } from './model/runtime.ts'
import type { RuntimeName } from './model/runtime.ts'
import type { Precision } from './model/sentence-graph.ts'
import type { UseLiteAnswer, UseLiteTask } from './use-lite-thread.ts'

/** Who wants something of the model. */
export interface ModelUse {
  workspaceId: string
  /** By user id; nobody for what a job embeds. */
  person?: string | undefined
  signal: AbortSignal
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
/** Turns of questions that pass before documents have one. */
const questionsBetween = 4
const refusal = 'Too many questions wait for their meaning.'
// A turn goes on when its caller leaves: loading the model anew would cost everybody more.
const never = new AbortController().signal

/**
 * The thread in which the built-in model lives: started at the first text, ended when idle. One turn at a time, in turns by workspace and
 * person; questions come before documents, which have one turn after some.
 */
export class EmbedQueue {
  readonly #thread: ChildThread<UseLiteTask, UseLiteAnswer>
  readonly #runtimes: readonly RuntimeName[]
  readonly #precision: Precision
  readonly #questions = new FairTurns({ most: 1, mostWaitingEach: 64, mostWaiting: 256, refusal })
  /** Jobs, a few at once, and what waits for seconds. */
  readonly #documents = new FairTurns({ most: 1, refusal })
  /** Questions that are not answered yet, and the next turn of one. */
  #asking = 0
  #questionTurn = Promise.withResolvers<void>()
  #latest: { runtime: RuntimeName; cache: TokenCacheUse } | null = null
  #problem: string | null = null
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

  /** Vectors in the order of the texts. @throws the signal's reason, UnavailableError when the thread fails, RateLimitedError when too many wait */
  async embed(
    texts: readonly string[],
    { isUrgent, ...use }: ModelUse & { isUrgent: boolean },
  ): Promise<Float32Array[]> {
    if (texts.length === 0) return []
    const order = new SentencesOrder(texts)
    return isUrgent ? this.#ask(order, use) : orAborted(this.#inTurns(this.#documents, order, use), use.signal)
  }

  /** How a question compares with passages, piece by piece; before documents, as questions are. @throws as `embed` */
  match(question: string, passages: readonly string[], use: ModelUse): Promise<TokenMatches> {
    return this.#ask(new MatchesOrder(question, passages), use)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const turns of [this.#questions, this.#documents]) turns.close(stopping())
    await this.#thread.close()
  }

  async #ask<Result>(order: ModelOrder<Result>, use: ModelUse): Promise<Result> {
    this.#asking += 1
    try {
      return await orAborted(this.#inTurns(this.#questions, order, use), use.signal)
    } finally {
      this.#asking -= 1
      this.#passed()
    }
  }

  /** A question has had a turn, or has left. */
  #passed(): void {
    this.#questionTurn.resolve()
    this.#questionTurn = Promise.withResolvers()
  }

  async #inTurns<Result>(turns: FairTurns, order: ModelOrder<Result>, use: ModelUse): Promise<Result> {
    const { workspaceId, person, signal } = use
    const turn = async (): Promise<Result | null> => {
      if (turns === this.#documents) await this.#letQuestionsPass(signal)
      return this.#turn(order, turns === this.#documents ? 'documents' : 'questions')
    }
    for (;;) {
      const result = await turns.run(workspaceId, signal, turn, person)
      if (result !== null) return result
      if (turns === this.#questions) this.#passed()
    }
  }

  async #letQuestionsPass(signal: AbortSignal): Promise<void> {
    for (let passed = 0; passed < questionsBetween && this.#asking > 0; passed += 1) await this.#questionTurn.promise
    signal.throwIfAborted()
  }

  /** The result once all is done; null before. */
  async #turn<Result>(order: ModelOrder<Result>, kind: 'questions' | 'documents'): Promise<Result | null> {
    try {
      const task = { ...order.next(), runtimes: this.#runtimes, precision: this.#precision }
      const answer = await this.#thread.run(task, { workspaceId: kind, signal: never, timeoutMs })
      this.#latest = { runtime: answer.runtime, cache: answer.cache }
      this.#problem = null
      if (this.#isClosed) throw stopping()
      return order.take(answer)
    } catch (error) {
      const reason = this.#isClosed ? stopping() : failure(error)
      this.#problem = reason.message
      throw reason
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
