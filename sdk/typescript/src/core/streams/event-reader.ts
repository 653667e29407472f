import type { RawEvent } from './sse.ts'

export interface EventReaderOptions<E> {
  /** Batches of events as they come. What is thrown into it is what was wrong with one of them. */
  batches: AsyncGenerator<readonly RawEvent[], void, undefined>
  /** Null: an event that was read before. */
  accept(raw: RawEvent): E | null
  isLast(event: E): boolean
}

const nothing: readonly RawEvent[] = []

/** Hands out events one by one, each as it is asked for. A generator would make several promises of each at every level; this makes one. */
export class EventReader<E> implements AsyncGenerator<E, void, undefined> {
  readonly #options: EventReaderOptions<E>
  #batch = nothing
  #place = 0
  #wrong: { error: unknown } | null = null
  #isComplete = false
  #isEnded = false
  /** Calls of `next` that wait for another batch come one after the other. */
  #filling: Promise<unknown> | null = null

  constructor(options: EventReaderOptions<E>) {
    this.#options = options
  }

  next(): Promise<IteratorResult<E, void>> {
    const event = this.#filling === null ? this.#ready() : null
    if (event !== null) return Promise.resolve({ done: false, value: event })
    const fill = (): Promise<IteratorResult<E, void>> => this.#fill()
    const filling = this.#filling === null ? fill() : this.#filling.then(fill, fill)
    const clear = (): void => {
      if (this.#filling === filling) this.#filling = null
    }
    this.#filling = filling
    filling.then(clear, clear)
    return filling
  }

  async return(): Promise<IteratorResult<E, void>> {
    this.#isEnded = true
    this.#use(nothing)
    await this.#options.batches.return()
    return { done: true, value: undefined }
  }

  async throw(error: unknown): Promise<IteratorResult<E, void>> {
    await this.return()
    throw error
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #use(batch: readonly RawEvent[]): void {
    this.#batch = batch
    this.#place = 0
  }

  /** The next event of the batch; null where none is left, or one was wrong. */
  #ready(): E | null {
    while (!this.#isComplete && this.#wrong === null && this.#place < this.#batch.length) {
      try {
        const event = this.#options.accept(this.#batch[this.#place++] as RawEvent)
        if (event === null) continue
        this.#isComplete = this.#options.isLast(event)
        return event
      } catch (error) {
        this.#wrong = { error }
      }
    }
    return null
  }

  async #fill(): Promise<IteratorResult<E, void>> {
    for (;;) {
      const event = this.#ready()
      if (event !== null) return { done: false, value: event }
      if (this.#isEnded) return { done: true, value: undefined }
      if (this.#isComplete) return this.return()
      const wrong = this.#wrong
      this.#wrong = null
      this.#use(nothing)
      const { batches } = this.#options
      try {
        const next = await (wrong === null ? batches.next() : batches.throw(wrong.error))
        if (next.done === true) this.#isEnded = true
        else this.#use(next.value)
      } catch (error) {
        this.#isEnded = true
        throw error
      }
    }
  }
}
