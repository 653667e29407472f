import type { EventGap, WorkspaceEvent } from '@svc/plugin'
import type { LoggedEvent, LogPlace } from './event-store.ts'
import type { FeedReader, WorkspaceFeed } from './workspace-feed.ts'

const nothing: readonly LoggedEvent[] = []
const ended: IteratorReturnResult<undefined> = { done: true, value: undefined }

interface EventReaderOptions<T> {
  feed: WorkspaceFeed
  /** Whether the reader gets the event. */
  fits(event: WorkspaceEvent): boolean
  place: LogPlace
  /** What the reader is given for an event. */
  show(event: WorkspaceEvent | EventGap): T
}

/**
 * One reader of a workspace's events: from the file until it has caught up, then from the newest events, which all readers share.
 * One that falls behind goes back to the file, so that nothing is kept for it. Written out rather than as a generator: it ends
 * at once while it waits, and ten thousand of them are small.
 */
export class EventReader<T> implements AsyncIterableIterator<T, undefined>, FeedReader {
  readonly #feed: WorkspaceFeed
  readonly #fits: EventReaderOptions<T>['fits']
  readonly #show: EventReaderOptions<T>['show']
  readonly #place: LogPlace
  #page: readonly LoggedEvent[] = nothing
  #pageAt = 0
  /** Its place among the newest events; null while it reads from the file. */
  #recentAt: number | null = null
  #waiting: PromiseWithResolvers<IteratorResult<T, undefined>> | null = null
  #isEnded = false

  constructor(options: EventReaderOptions<T>) {
    this.#feed = options.feed
    this.#fits = options.fits
    this.#show = options.show
    this.#place = options.place
    options.feed.add(this)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The event behind which it goes on; null while the log has never held one. */
  get after(): string | null {
    return this.#place.id
  }

  next(): Promise<IteratorResult<T, undefined>> {
    if (this.#isEnded) return Promise.resolve(ended)
    if (this.#recentAt === null) return this.#nextFromFile()
    const event = this.#nextRecent()
    if (event !== null) return Promise.resolve({ done: false, value: this.#show(event) })
    if (this.#recentAt === null) return this.#nextFromFile()
    this.#waiting = Promise.withResolvers()
    return this.#waiting.promise
  }

  return(): Promise<IteratorResult<T, undefined>> {
    this.end()
    return Promise.resolve(ended)
  }

  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#page = nothing
    this.#feed.remove(this)
    this.#waiting?.resolve(ended)
    this.#waiting = null
  }

  /** The reader reads on elsewhere, or later: what it has had is known by its ids. */
  fail(error: unknown): void {
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.reject(error)
    this.end()
  }

  wake(): void {
    const waiting = this.#waiting
    if (waiting === null) return
    const event = this.#nextRecent()
    if (event !== null) {
      this.#waiting = null
      waiting.resolve({ done: false, value: this.#show(event) })
    } else if (this.#recentAt === null) {
      this.#waiting = null
      waiting.resolve(this.#nextFromFile())
    }
  }

  /** Null at the end of the newest events, or when the reader is too far behind for them. */
  #nextRecent(): WorkspaceEvent | null {
    while (this.#recentAt !== null) {
      const found = this.#feed.recent(this.#recentAt)
      if (found === 'none') return null
      if (found === 'gone') {
        this.#recentAt = null
        return null
      }
      this.#recentAt += 1
      // Read from the file already, before this reader came here.
      if (found.seq <= this.#place.seq) continue
      this.#moveTo(found)
      if (this.#fits(found.event)) return found.event
    }
    return null
  }

  async #nextFromFile(): Promise<IteratorResult<T, undefined>> {
    while (!this.#isEnded) {
      for (let logged = this.#page[this.#pageAt]; logged !== undefined; logged = this.#page[this.#pageAt]) {
        this.#pageAt += 1
        this.#moveTo(logged)
        if (this.#fits(logged.event)) return { done: false, value: this.#show(logged.event) }
      }
      // Between two pages others have their turn, however little of them fits the filter.
      if (this.#page.length > 0) await new Promise(setImmediate)
      if (this.#isEnded) break
      const page = this.#feed.pageAfter(this.#place)
      this.#page = page.events
      this.#pageAt = 0
      this.#place.isTorn = false
      this.#place.seq = page.from
      // Nothing is left in the file, so nothing that is new can have been overlooked.
      if (page.events.length === 0) this.#recentAt = this.#feed.end
      if (page.gap !== null) return { done: false, value: this.#show(page.gap) }
      if (page.events.length === 0) return this.next()
    }
    return ended
  }

  #moveTo({ seq, event }: LoggedEvent): void {
    this.#place.seq = seq
    this.#place.id = event.id
  }
}
