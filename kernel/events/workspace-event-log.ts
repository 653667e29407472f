import { messageOf, UnavailableError } from '@svc/plugin'
import type {
  EventGap,
  EventLog,
  EventOutbox,
  EventPage,
  EventQuery,
  EventType,
  Ids,
  NewEvent,
  WorkspaceDatabase,
  WorkspaceEvent,
} from '@svc/plugin'
import { EventCatalogue } from './event-catalogue.ts'
import { EventReader } from './event-reader.ts'
import { EventRetention } from './event-retention.ts'
import type { EventRetentionOptions } from './event-retention.ts'
import { eventStore, placeAfter, readPage } from './event-store.ts'
import { kernelEventTypes } from './event-types.ts'
import { WorkspaceFeed } from './workspace-feed.ts'

interface EventLogOptions extends EventRetentionOptions {
  ids: Ids
  /** What the plugins declare; the kernel's own are known here. */
  types: readonly EventType[]
  /** Has another server publish the event; absent where all workspaces are here. */
  post?(workspaceId: string, event: NewEvent): Promise<void>
}

/** The log in each workspace's file, so that it is copied and restored with the changes that it records. */
export class WorkspaceEventLog implements EventLog {
  readonly catalogue: EventCatalogue
  readonly #options: EventLogOptions
  readonly #retention: EventRetention
  readonly #outboxes: EventOutbox[] = []
  readonly #listeners: Parameters<EventLog['onCommitted']>[0][] = []
  readonly #feeds = new Map<string, WorkspaceFeed>()
  /** Workspaces to look at in the next turn, how many events were written there, and whether another process may have written. */
  readonly #touched = new Map<string, { added: number; isForeign: boolean }>()
  #isClosed = false

  constructor(options: EventLogOptions) {
    this.#options = options
    this.catalogue = new EventCatalogue([...kernelEventTypes, ...options.types])
    this.#retention = new EventRetention(options)
  }

  append(db: WorkspaceDatabase, workspaceId: string, events: readonly NewEvent[]): WorkspaceEvent[] {
    const { clock, ids } = this.#options
    for (const { type } of events) this.catalogue.require(type)
    const at = clock.timestamp()
    const made = events.map(({ type, data }) => ({ id: ids.create('evt'), type, at, data }))
    eventStore.insert(db, made)
    this.#fillOutboxes(db, workspaceId, made)
    return made
  }

  async publish(workspaceId: string, event: NewEvent): Promise<void> {
    const { data, post } = this.#options
    this.catalogue.require(event.type)
    try {
      if (data.enter) await data.enter(workspaceId)
      data.use(workspaceId, db => db.transaction(() => this.append(db, workspaceId, [event])))
    } catch (error) {
      if (!post || !(error instanceof UnavailableError)) throw error
      await post(workspaceId, event)
    }
  }

  /** Stores events that were committed elsewhere (PostgreSQL's outbox), each once however often it is brought. */
  relay(workspaceId: string, events: readonly WorkspaceEvent[]): void {
    this.#options.data.use(workspaceId, db =>
      db.transaction(() => {
        const fresh = events.filter(event => eventStore.insertOnce(db, event))
        this.#fillOutboxes(db, workspaceId, fresh)
      }),
    )
  }

  follow(workspaceId: string, query: EventQuery, signal: AbortSignal): AsyncIterable<WorkspaceEvent | EventGap> {
    const reader = this.read(workspaceId, query, event => event)
    if (signal.aborted) reader.end()
    else signal.addEventListener('abort', () => reader.end(), { once: true })
    return reader
  }

  /** As {@link follow}, each event as `show` makes it; ends by `return()`. */
  read<T>(workspaceId: string, query: EventQuery, show: (event: WorkspaceEvent | EventGap) => T): EventReader<T> {
    const place = this.#options.data.use(workspaceId, db => placeAfter(db, query.after))
    this.#retention.used(workspaceId, 0)
    const feed = this.#feeds.get(workspaceId) ?? this.#open(workspaceId)
    return new EventReader({ feed, fits: this.catalogue.filter(query), place, show })
  }

  page(db: WorkspaceDatabase, place: number | null, limit: number): EventPage {
    const end = placeAfter(db, null).seq
    if (place === null) return { events: [], place: end, isTorn: false }
    const { events, from } = readPage(db, { seq: place, id: null, isTorn: false }, limit)
    // A restored backup may end before the place.
    const isTorn = from > place || end < place
    return { events: events.map(({ event }) => event), place: events.at(-1)?.seq ?? Math.min(from, end), isTorn }
  }

  types(): readonly EventType[] {
    return this.catalogue.all
  }

  addOutbox(outbox: EventOutbox): void {
    this.#outboxes.push(outbox)
  }

  onCommitted(listener: (workspaceId: string, isForeign: boolean) => void): void {
    this.#listeners.push(listener)
  }

  /** Another process on this home may have appended events. */
  noticed(workspaceId: string): void {
    this.#touch(workspaceId, { added: 0, isForeign: true })
  }

  close(): void {
    this.#isClosed = true
    for (const feed of this.#feeds.values()) feed.close()
  }

  #fillOutboxes(db: WorkspaceDatabase, workspaceId: string, events: readonly WorkspaceEvent[]): void {
    if (events.length === 0) return
    for (const outbox of this.#outboxes) outbox(db, workspaceId, events)
    this.#touch(workspaceId, { added: events.length, isForeign: false })
  }

  /** `added` events may have been committed by the time of the next turn. */
  #touch(workspaceId: string, { added, isForeign }: { added: number; isForeign: boolean }): void {
    if (this.#touched.size === 0) setImmediate(() => this.#lookAtTouched())
    const before = this.#touched.get(workspaceId) ?? { added: 0, isForeign: false }
    this.#touched.set(workspaceId, { added: before.added + added, isForeign: before.isForeign || isForeign })
  }

  #open(workspaceId: string): WorkspaceFeed {
    const { data, log } = this.#options
    const feed = new WorkspaceFeed({
      workspaceId,
      log,
      read: work => data.use(workspaceId, work),
      onEmpty: () => this.#feeds.delete(workspaceId),
    })
    this.#feeds.set(workspaceId, feed)
    return feed
  }

  /** The transactions have ended by now, well or not: readers get only what the file holds. */
  #lookAtTouched(): void {
    const touched = [...this.#touched]
    this.#touched.clear()
    if (this.#isClosed) return
    for (const [workspaceId, { added, isForeign }] of touched) {
      void this.#feeds.get(workspaceId)?.wake()
      for (const listener of this.#listeners) {
        try {
          listener(workspaceId, isForeign)
        } catch (error) {
          const fields = { workspace_id: workspaceId, reason: messageOf(error), err: error }
          this.#options.log.error(fields, 'a listener to committed events failed')
        }
      }
      if (added > 0) this.#retention.used(workspaceId, added)
    }
  }
}
