import { messageOf } from '@svc/plugin'
import type {
  Clock,
  DataPlane,
  EventGap,
  EventLog,
  EventOutbox,
  EventQuery,
  EventType,
  Ids,
  Logger,
  NewEvent,
  WorkspaceDatabase,
  WorkspaceEvent,
} from '@svc/plugin'
import type { EventCatalogue } from './event-catalogue.ts'
import { EventFilter } from './event-filter.ts'
import { EventReader } from './event-reader.ts'
import type { EventRetention } from './event-retention.ts'
import { eventStore } from './event-store.ts'
import { placeAfter } from './log-reading.ts'
import { WorkspaceFeed } from './workspace-feed.ts'

export interface EventLogParts {
  data: DataPlane
  clock: Clock
  ids: Ids
  log: Logger
  catalogue: EventCatalogue
  retention: EventRetention
}

/** The log in each workspace's file: it is copied and restored with the changes that it tells of. */
export class WorkspaceEventLog implements EventLog {
  readonly #parts: EventLogParts
  readonly #outboxes: EventOutbox[] = []
  readonly #listeners: ((workspaceId: string) => void)[] = []
  readonly #feeds = new Map<string, WorkspaceFeed>()
  /** Workspaces to look at in the next turn, and how many events were written there. */
  readonly #touched = new Map<string, number>()
  #isClosed = false

  constructor(parts: EventLogParts) {
    this.#parts = parts
  }

  append(db: WorkspaceDatabase, workspaceId: string, events: readonly NewEvent[]): WorkspaceEvent[] {
    const { catalogue, clock, ids } = this.#parts
    for (const { type } of events) catalogue.require(type)
    const at = clock.timestamp()
    const made = events.map(({ type, data }) => ({ id: ids.create('evt'), type, at, data }))
    eventStore.insert(db, made)
    this.#fillOutboxes(db, workspaceId, made)
    return made
  }

  async publish(workspaceId: string, event: NewEvent): Promise<void> {
    this.#parts.data.use(workspaceId, db => db.transaction(() => this.append(db, workspaceId, [event])))
  }

  relay(workspaceId: string, events: readonly WorkspaceEvent[]): void {
    this.#parts.data.use(workspaceId, db =>
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
    const place = this.#parts.data.use(workspaceId, db => placeAfter(db, query.after))
    this.#parts.retention.used(workspaceId, 0)
    const feed = this.#feeds.get(workspaceId) ?? this.#open(workspaceId)
    return new EventReader({ feed, filter: new EventFilter(this.#parts.catalogue, query), place, show })
  }

  types(): readonly EventType[] {
    return this.#parts.catalogue.all
  }

  addOutbox(outbox: EventOutbox): void {
    this.#outboxes.push(outbox)
  }

  onCommitted(listener: (workspaceId: string) => void): void {
    this.#listeners.push(listener)
  }

  /** `added` events may have been committed by the time of the next turn. */
  touch(workspaceId: string, added: number): void {
    if (this.#touched.size === 0) setImmediate(() => this.#lookAtTouched())
    this.#touched.set(workspaceId, (this.#touched.get(workspaceId) ?? 0) + added)
  }

  close(): void {
    this.#isClosed = true
    for (const feed of this.#feeds.values()) feed.close()
  }

  #fillOutboxes(db: WorkspaceDatabase, workspaceId: string, events: readonly WorkspaceEvent[]): void {
    if (events.length === 0) return
    for (const outbox of this.#outboxes) outbox(db, workspaceId, events)
    this.touch(workspaceId, events.length)
  }

  #open(workspaceId: string): WorkspaceFeed {
    const { data, log } = this.#parts
    const feed = new WorkspaceFeed({
      workspaceId,
      log,
      read: work => data.use(workspaceId, work),
      onEmpty: () => this.#feeds.delete(workspaceId),
    })
    this.#feeds.set(workspaceId, feed)
    return feed
  }

  /** The transactions have ended by now, well or not: only what the file holds is told. */
  #lookAtTouched(): void {
    const touched = [...this.#touched]
    this.#touched.clear()
    if (this.#isClosed) return
    for (const [workspaceId, added] of touched) {
      void this.#feeds.get(workspaceId)?.wake()
      for (const listener of this.#listeners) this.#tell(listener, workspaceId)
      if (added > 0) this.#parts.retention.used(workspaceId, added)
    }
  }

  #tell(listener: (workspaceId: string) => void, workspaceId: string): void {
    try {
      listener(workspaceId)
    } catch (error) {
      this.#parts.log.error(
        { workspace_id: workspaceId, reason: messageOf(error), err: error },
        'a listener to committed events failed',
      )
    }
  }
}
