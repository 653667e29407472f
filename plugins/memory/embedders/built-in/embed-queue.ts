import { Worker } from 'node:worker_threads'
import { UnavailableError } from '@svc/plugin'
import { cutText } from './cut-text.ts'
import type { EmbedReply, EmbedTask } from './use-lite-thread.ts'

interface Order {
  texts: readonly string[]
  signal: AbortSignal
  /** Those that are done, by place. */
  vectors: Float32Array[]
  /** Places that are still to do, the shortest first: texts of one length are cheaper together. */
  places: number[]
  resolve(vectors: Float32Array[]): void
  reject(reason: unknown): void
}

interface Turn {
  id: number
  order: Order
  places: number[]
  watch: NodeJS.Timeout
}

export interface EmbedQueueOptions {
  /** The model's memory is given back after so long without work. */
  idleMs?: number
  /** A turn that takes longer has gone wrong; the first one loads the model. */
  turnMs?: number
}

// About a fifth of a second, which is what a question waits for at most.
const charactersATurn = 1000
const textsATurn = 16

/**
 * The thread in which the built-in model lives: started at the first text, ended when idle. One turn at a time; questions come before
 * documents, and documents of several callers take turns.
 */
export class EmbedQueue {
  readonly #idleMs: number
  readonly #turnMs: number
  readonly #urgent: Order[] = []
  readonly #others: Order[] = []
  #worker: Worker | null = null
  #turn: Turn | null = null
  #idle: NodeJS.Timeout | null = null
  #lastId = 0
  #isClosed = false

  constructor({ idleMs = 5 * 60_000, turnMs = 60_000 }: EmbedQueueOptions = {}) {
    this.#idleMs = idleMs
    this.#turnMs = turnMs
  }

  get isRunning(): boolean {
    return this.#worker !== null
  }

  /** Vectors in the order of the texts. @throws the signal's reason, UnavailableError when the thread fails */
  async embed(
    texts: readonly string[],
    { isUrgent, signal }: { isUrgent: boolean; signal: AbortSignal },
  ): Promise<Float32Array[]> {
    signal.throwIfAborted()
    if (this.#isClosed) throw new UnavailableError('The built-in embedder is stopping.')
    if (texts.length === 0) return []
    const { promise, resolve, reject } = Promise.withResolvers<Float32Array[]>()
    const cut = texts.map(cutText)
    const places = [...cut.keys()].toSorted((a, b) => (cut[a]?.length ?? 0) - (cut[b]?.length ?? 0))
    const order: Order = { texts: cut, signal, vectors: [], places, resolve, reject }
    const queue = isUrgent ? this.#urgent : this.#others
    queue.push(order)
    const leave = () => {
      const place = queue.indexOf(order)
      if (place >= 0) queue.splice(place, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#next()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#end(new UnavailableError('The built-in embedder is stopping.'))
  }

  #next(): void {
    if (this.#turn !== null) return
    const order = this.#urgent.shift() ?? this.#others.shift()
    if (!order) return this.#rest()
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    const places = takeTurn(order)
    const id = (this.#lastId += 1)
    const watch = setTimeout(() => void this.#fail(new Error('It took too long.')), this.#turnMs)
    this.#turn = { id, order, places, watch }
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage({ id, texts: places.map(place => order.texts[place] ?? '') } satisfies EmbedTask)
  }

  #start(): Worker {
    const worker = new Worker(new URL('./use-lite-thread.ts', import.meta.url))
    // Of a thread that was given up nothing more is heard.
    const isCurrent = () => this.#worker === worker
    worker.on('message', (reply: EmbedReply) => isCurrent() && this.#take(reply))
    worker.on('error', error => isCurrent() && void this.#fail(error))
    worker.on('exit', code => isCurrent() && void this.#fail(new Error(`It ended with code ${code}.`)))
    return worker
  }

  #take(reply: EmbedReply): void {
    const turn = this.#turn
    if (turn?.id !== reply.id) return
    clearTimeout(turn.watch)
    this.#turn = null
    const { order, places } = turn
    if ('message' in reply) order.reject(failure(new Error(reply.message)))
    else {
      for (const [index, place] of places.entries()) order.vectors[place] = reply.vectors[index] ?? new Float32Array()
      if (order.places.length === 0) order.resolve(order.vectors)
      else if (!order.signal.aborted) this.#others.push(order)
    }
    this.#next()
  }

  /** Ends the thread and fails the turn it had; the next turn starts another thread. */
  async #fail(reason: unknown): Promise<void> {
    const turn = this.#turn
    const worker = this.#worker
    this.#worker = null
    this.#turn = null
    if (turn) clearTimeout(turn.watch)
    turn?.order.reject(failure(reason))
    await worker?.terminate()
    if (!this.#isClosed) this.#next()
  }

  #rest(): void {
    // Neither thread nor timer keeps a process up that has nothing else to do.
    this.#worker?.unref()
    if (this.#worker === null || this.#idle !== null) return
    this.#idle = setTimeout(() => void this.#end(null), this.#idleMs).unref()
  }

  async #end(reason: Error | null): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = null
    for (const order of [...this.#urgent.splice(0), ...this.#others.splice(0)]) order.reject(reason)
    await this.#fail(reason)
  }
}

/** At least one text, then as many as make about a fifth of a second. */
function takeTurn(order: Order): number[] {
  let characters = 0
  let count = 0
  for (const place of order.places.slice(0, textsATurn)) {
    characters += order.texts[place]?.length ?? 0
    if (count > 0 && characters > charactersATurn) break
    count += 1
  }
  return order.places.splice(0, count)
}

function failure(reason: unknown): Error {
  if (reason instanceof UnavailableError) return reason
  return new UnavailableError('The built-in embedder failed; it starts anew with the next text.', { cause: reason })
}
