import type { FeedReader, SharedEvent, TranscriptFeed } from './transcript-feed.ts'

const ended: IteratorReturnResult<undefined> = { done: true, value: undefined }
const nothing: readonly SharedEvent[] = []

export interface TranscriptReaderOptions<T> {
  feed: TranscriptFeed
  /** The number of the last event that was read. */
  after: number
  /** Only this turn's events, up to its `done`. */
  turnId: string | null
  /** False: ends with what is stored. */
  isLive: boolean
  /** The next events in the file behind a number. */
  readFile(after: number): SharedEvent[]
  /** Whether the turn is still going on. */
  isTurnLive(): boolean
  show(event: SharedEvent): T
}

/**
 * One reader of a conversation's log: what its feed still has comes from there, the rest from the file. One that falls behind goes
 * back to the file, so that nothing is kept for it.
 */
export class TranscriptReader<T> implements AsyncIterableIterator<T, undefined>, FeedReader {
  readonly #options: TranscriptReaderOptions<T>
  #after: number
  #page = nothing
  #pageAt = 0
  #hasWaited = false
  #waiting: PromiseWithResolvers<IteratorResult<T, undefined>> | null = null
  #isEnded = false

  constructor(options: TranscriptReaderOptions<T>) {
    this.#options = options
    this.#after = options.after
    options.feed.add(this)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (!this.#isEnded) {
      const event = this.#take()
      if (event === null) return this.#wait()
      if (event !== 'other') return { done: false, value: this.#options.show(event) }
      // Between two pages others have their turn, however little of them is this turn's.
      if (this.#pageAt >= this.#page.length) await new Promise(setImmediate)
    }
    return ended
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.end()
    return Promise.resolve(ended)
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#page = nothing
    this.#options.feed.remove(this)
    this.#waiting?.resolve(ended)
    this.#waiting = null
  }

  wake(): void {
    const waiting = this.#waiting
    if (waiting === null) return
    this.#waiting = null
    waiting.resolve(this.next())
  }

  /** The next event, `other` for one that is not of the turn, null when there is none yet. */
  #take(): SharedEvent | 'other' | null {
    const event = this.#nextEvent()
    if (event === null) return null
    this.#after = event.seq
    const { turnId } = this.#options
    if (turnId === null) return event
    if (event.event.turn_id !== turnId) return 'other'
    // Nothing follows this event; the reader gets it and then the end.
    if (event.event.type === 'done') this.end()
    return event
  }

  #nextEvent(): SharedEvent | null {
    const recent = this.#options.feed.at(this.#after + 1)
    if (recent === 'none') return null
    if (recent !== 'gone') {
      this.#page = nothing
      return recent
    }
    if (this.#pageAt >= this.#page.length) {
      this.#page = this.#options.readFile(this.#after)
      this.#pageAt = 0
    }
    this.#pageAt += 1
    return this.#page[this.#pageAt - 1] ?? null
  }

  #wait(): Promise<IteratorResult<T, undefined>> | IteratorResult<T, undefined> {
    const { isLive, turnId, isTurnLive } = this.#options
    // A turn that was over before this reader came has had its `done`.
    const isOver = !isLive || (turnId !== null && !this.#hasWaited && !isTurnLive())
    if (isOver) this.end()
    if (this.#isEnded) return ended
    this.#hasWaited = true
    this.#waiting = Promise.withResolvers()
    return this.#waiting.promise
  }
}
