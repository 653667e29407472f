import { UnavailableError } from '@svc/plugin'
import type { ChildProcesses, ChildThread } from '@svc/plugin'
import { cutText } from './cut-text.ts'

interface Order {
  texts: readonly string[]
  signal: AbortSignal
  /** Finished vectors, by the place of their text. */
  vectors: Float32Array[]
  /** Places that are still to do, the shortest first: texts of one length are cheaper together. */
  places: number[]
  resolve(vectors: Float32Array[]): void
  reject(reason: unknown): void
}

export interface EmbedQueueOptions {
  children: ChildProcesses
  /** The model's memory is given back after so long without work. */
  idleMs?: number
}

// About a fifth of a second, which is what a question waits for at most.
const charactersATurn = 1000
const textsATurn = 16
/** A turn that takes longer has gone wrong; the first one loads the model. */
const timeoutMs = 60_000
// A turn goes on when its caller leaves: loading the model anew would cost everybody more.
const signal = new AbortController().signal

/**
 * The thread in which the built-in model lives: started at the first text, ended when idle. One turn at a time; questions come before
 * documents, and documents of several callers take turns.
 */
export class EmbedQueue {
  readonly #thread: ChildThread<string[], Float32Array[]>
  readonly #urgent: Order[] = []
  readonly #others: Order[] = []
  #isWorking = false
  #isClosed = false

  constructor({ children, idleMs = 5 * 60_000 }: EmbedQueueOptions) {
    this.#thread = children.thread({ entry: new URL('./use-lite-thread.ts', import.meta.url), idleMs })
  }

  get isRunning(): boolean {
    return this.#thread.isRunning
  }

  /** Vectors in the order of the texts. @throws the signal's reason, UnavailableError when the thread fails */
  async embed(
    texts: readonly string[],
    { isUrgent, signal }: { isUrgent: boolean; signal: AbortSignal },
  ): Promise<Float32Array[]> {
    signal.throwIfAborted()
    if (this.#isClosed) throw stopping()
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
    void this.#work()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const order of [...this.#urgent.splice(0), ...this.#others.splice(0)]) order.reject(stopping())
    await this.#thread.close()
  }

  /** Takes turns for as long as anybody waits. */
  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    for (let order = this.#next(); order; order = this.#next()) await this.#turn(order)
    this.#isWorking = false
  }

  #next(): Order | undefined {
    return this.#urgent.shift() ?? this.#others.shift()
  }

  async #turn(order: Order): Promise<void> {
    const places = takeTurn(order)
    const texts = places.map(place => order.texts[place] ?? '')
    try {
      const vectors = await this.#thread.run(texts, { workspaceId: '', signal, timeoutMs })
      for (const [index, place] of places.entries()) order.vectors[place] = vectors[index] ?? new Float32Array()
      if (order.places.length === 0) order.resolve(order.vectors)
      else if (this.#isClosed) order.reject(stopping())
      else if (!order.signal.aborted) this.#others.push(order)
    } catch (error) {
      order.reject(this.#isClosed ? stopping() : failure(error))
    }
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

function stopping(): UnavailableError {
  return new UnavailableError('The built-in embedder is stopping.')
}

function failure(cause: unknown): UnavailableError {
  return new UnavailableError('The built-in embedder failed; it starts anew with the next text.', { cause })
}
