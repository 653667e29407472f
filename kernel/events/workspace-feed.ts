import { messageOf } from '@svc/plugin'
import type { Logger, WorkspaceDatabase } from '@svc/plugin'
import { placeAfter, readPage } from './event-store.ts'
import type { LoggedEvent, LogPage, LogPlace } from './event-store.ts'

const pageEvents = 256
const pageForReaders = 100
const sharedPages = 16
const recentEvents = 1024
const readersATurn = 64

interface WorkspaceFeedOptions {
  workspaceId: string
  log: Logger
  read<R>(work: (db: WorkspaceDatabase) => R): R
  /** The last reader has left. */
  onEmpty(): void
}

/** A reader as its feed knows it. */
export interface FeedReader {
  /** There may be something new. */
  wake(): void
  end(): void
  fail(error: unknown): void
}

/** The newest events of a workspace that has readers: each is read once from the file, for all of them. */
export class WorkspaceFeed {
  readonly #options: WorkspaceFeedOptions
  readonly #readers = new Set<FeedReader>()
  readonly #place: LogPlace
  readonly #pages = new Map<number, LogPage>()
  #recent: LoggedEvent[] = []
  /** How many events stood before the first of `recent`. */
  #start = 0
  #isRunning = false
  #isWanted = false

  constructor(options: WorkspaceFeedOptions) {
    this.#options = options
    this.#place = options.read(db => placeAfter(db, null))
  }

  /** The place behind the newest event. */
  get end(): number {
    return this.#start + this.#recent.length
  }

  recent(at: number): LoggedEvent | 'none' | 'gone' {
    if (at < this.#start) return 'gone'
    return this.#recent[at - this.#start] ?? 'none'
  }

  /**
   * What follows a place in the file. Pages are shared: after a restart all readers come back at once, most of them to one place. An
   * old page lacks what came later, which the next one has; that there is nothing more is always read anew.
   */
  pageAfter(place: LogPlace): LogPage {
    const known = place.isTorn ? undefined : this.#pages.get(place.seq)
    if (known !== undefined) return known
    const page = this.#options.read(db => readPage(db, place, pageForReaders))
    if (page.gap !== null || page.events.length === 0) return page
    const [oldest] = this.#pages.keys()
    if (this.#pages.size >= sharedPages && oldest !== undefined) this.#pages.delete(oldest)
    this.#pages.set(place.seq, page)
    return page
  }

  add(reader: FeedReader): void {
    this.#readers.add(reader)
  }

  remove(reader: FeedReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size === 0) this.#options.onEmpty()
  }

  close(): void {
    for (const reader of this.#readers) reader.end()
  }

  /** Events may have been committed. */
  async wake(): Promise<void> {
    this.#isWanted = true
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#isWanted && this.#readers.size > 0) {
        this.#isWanted = this.#readOn()
        await this.#wakeReaders()
      }
    } catch (error) {
      const { log, workspaceId } = this.#options
      log.warn(
        { workspace_id: workspaceId, reason: messageOf(error) },
        'the event log cannot be read; its readers were sent away',
      )
      for (const reader of this.#readers) reader.fail(error)
    } finally {
      this.#isRunning = false
    }
  }

  /** True when there may be more. */
  #readOn(): boolean {
    const page = this.#options.read(db => readPage(db, this.#place, pageEvents))
    // Each reader finds out from the file what was pruned before it was read.
    if (page.gap !== null) {
      this.#start = this.end + 1
      this.#recent = []
    }
    const last = page.events.at(-1)
    this.#place.seq = last?.seq ?? page.from
    if (last === undefined) return false
    this.#pages.clear()
    this.#place.id = last.event.id
    this.#recent.push(...page.events)
    const tooMany = this.#recent.length - recentEvents
    if (tooMany > 0) {
      this.#recent.splice(0, tooMany)
      this.#start += tooMany
    }
    return page.events.length === pageEvents
  }

  /** A few at a time, so that ten thousand readers do not hold up everybody else. */
  async #wakeReaders(): Promise<void> {
    let count = 0
    for (const reader of this.#readers) {
      reader.wake()
      count += 1
      if (count % readersATurn === 0) await new Promise(setImmediate)
    }
  }
}
