import { defineMigration, ValidationError } from '@svc/plugin'
import type { EventGap, JsonObject, Migration, WorkspaceDatabase, WorkspaceEvent } from '@svc/plugin'

/** The event log of a workspace, and how far it was pruned. Owner: the kernel. */
export const eventMigrations: readonly Migration[] = [
  defineMigration({
    id: '0003-events',
    statements: [
      `CREATE TABLE kernel_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        event_id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL,
        at TEXT NOT NULL,
        data TEXT NOT NULL
      ) STRICT`,
      `CREATE TABLE kernel_events_pruned (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        seq INTEGER NOT NULL,
        event_id TEXT NOT NULL,
        newest_id TEXT NOT NULL
      ) STRICT`,
    ],
  }),
]

/** An event with its place in the log. */
export interface LoggedEvent {
  seq: number
  event: WorkspaceEvent
}

/** The last event that was pruned, and the greatest id among all that were. */
interface Pruned extends Place {
  newest_id: string
}

interface Place {
  seq: number
  event_id: string
}

interface EventRow extends Place {
  type: string
  at: string
  data: string
}

/** So many rows go into one statement, the most first: to run a statement costs more than to write a row. */
const insertSizes = [32, 8, 1].map(rows => ({
  rows,
  sql: `INSERT INTO kernel_events (event_id, type, at, data) VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}`,
}))
const insertOnce = `INSERT INTO kernel_events (event_id, type, at, data) VALUES (?, ?, ?, ?) ON CONFLICT (event_id) DO NOTHING`
const selectAfter = `SELECT seq, event_id, type, at, data FROM kernel_events WHERE seq > ? ORDER BY seq LIMIT ?`
const selectPlace = `SELECT seq, event_id FROM kernel_events WHERE event_id = ?`
const selectNewest = `SELECT seq, event_id FROM kernel_events ORDER BY seq DESC LIMIT 1`
const selectNextId = `SELECT seq, event_id FROM kernel_events WHERE event_id > ? ORDER BY event_id LIMIT 1`
const selectPruned = `SELECT seq, event_id, newest_id FROM kernel_events_pruned`
// One bound for `seq`: beside a second one, SQLite reads the whole log where nothing is old. Where none of the first `limit` is young, those go.
const selectOld = `SELECT seq, event_id FROM kernel_events WHERE seq < min(@upTo + 1, coalesce((SELECT seq FROM (SELECT seq, at
  FROM kernel_events WHERE seq > (SELECT max(seq) FROM kernel_events) - @keep ORDER BY seq LIMIT @limit)
  WHERE at >= @before ORDER BY seq LIMIT 1), @upTo + 1)) ORDER BY seq LIMIT @limit`
const deleteUpTo = `DELETE FROM kernel_events WHERE seq <= ?`
const savePruned = `INSERT INTO kernel_events_pruned (one, seq, event_id, newest_id) VALUES (1, @seq, @event_id, @newest_id)
  ON CONFLICT (one) DO UPDATE SET seq = @seq, event_id = @event_id, newest_id = max(newest_id, @newest_id)`

/** All of the room's SQL, on a workspace's file. */
export const eventStore = {
  insert(db: WorkspaceDatabase, events: readonly WorkspaceEvent[]): void {
    let done = 0
    for (const { rows, sql } of insertSizes) {
      for (; events.length - done >= rows; done += rows) {
        db.run(sql, ...events.slice(done, done + rows).flatMap(valuesOf))
      }
    }
  },
  /** False when the log has the event already. */
  insertOnce(db: WorkspaceDatabase, event: WorkspaceEvent): boolean {
    return db.run(insertOnce, ...valuesOf(event)).changes === 1
  },
  after(db: WorkspaceDatabase, seq: number, limit: number): LoggedEvent[] {
    return db.all<EventRow>(selectAfter, seq, limit).map(row => ({ seq: row.seq, event: eventOf(row) }))
  },
  place(db: WorkspaceDatabase, eventId: string): Place | undefined {
    return db.get<Place>(selectPlace, eventId)
  },
  newest(db: WorkspaceDatabase): Place | undefined {
    return db.get<Place>(selectNewest)
  },
  /** The event with the least id that is greater than `eventId`. */
  nextId(db: WorkspaceDatabase, eventId: string): Place | undefined {
    return db.get<Place>(selectNextId, eventId)
  },
  pruned(db: WorkspaceDatabase): Pruned | undefined {
    return db.get<Pruned>(selectPruned)
  },
  /** Deletes the oldest events up to `upTo` that came before `before` or are not among the newest `keep`, at most `limit`. How many went. */
  prune(db: WorkspaceDatabase, limits: { before: string; keep: number; upTo: number; limit: number }): number {
    const old = db.all<Place>(selectOld, limits)
    const last = old.at(-1)
    if (last === undefined) return 0
    const newest_id = old.reduce((greatest, { event_id: id }) => (id > greatest ? id : greatest), '')
    db.transaction(() => {
      db.run(deleteUpTo, last.seq)
      db.run(savePruned, { ...last, newest_id })
    })
    return old.length
  },
}

function valuesOf({ id, type, at, data }: WorkspaceEvent): [id: string, type: string, at: string, data: string] {
  return [id, type, at, JSON.stringify(data)]
}

function eventOf({ event_id, type, at, data }: EventRow): WorkspaceEvent {
  return { id: event_id, type, at, data: JSON.parse(data) as JsonObject }
}

/** A place in a workspace's log: what stands up to `seq` has been read. */
export interface LogPlace {
  seq: number
  /** The event there, as the reader named it; null when the log has never held one. */
  id: string | null
  /** Set when events are missing here: the reader gets a gap before what follows. */
  isTorn: boolean
}

export interface LogPage {
  gap: EventGap | null
  events: LoggedEvent[]
  /** Behind what was pruned, when something was that `place` had not read; else `place` itself. */
  from: number
}

/** An id before all others. */
export const beforeAllEvents = `evt_${'0'.repeat(26)}`

/** Where a reader starts: behind the event `after`, or at the end. @throws ValidationError for an event that never was */
export function placeAfter(db: WorkspaceDatabase, after: string | null): LogPlace {
  const pruned = eventStore.pruned(db)
  if (after === null) {
    const newest = eventStore.newest(db) ?? pruned
    return { seq: newest?.seq ?? 0, id: newest?.event_id ?? null, isTorn: false }
  }
  const known = eventStore.place(db, after) ?? (pruned?.event_id === after ? pruned : undefined)
  if (known !== undefined) return { seq: known.seq, id: after, isTorn: false }
  // Ids are ordered by time: what is not newer than all others was pruned, or lost with a restored backup.
  if (pruned !== undefined && after <= pruned.newest_id) return { seq: pruned.seq, id: after, isTorn: true }
  const next = eventStore.nextId(db, after)
  if (next !== undefined || after === beforeAllEvents) return { seq: (next?.seq ?? 1) - 1, id: after, isTorn: true }
  const message = `names no event of this workspace: ${after}. Send the id of the last event that was read, or leave it out to start now`
  throw new ValidationError(`last_event_id ${message}.`, [{ path: '/last_event_id', message }])
}

/** The events after `place`, at most `limit`, and whether some before them are gone. */
export function readPage(db: WorkspaceDatabase, place: LogPlace, limit: number): LogPage {
  const pruned = eventStore.pruned(db)
  const from = Math.max(place.seq, pruned?.seq ?? 0)
  const events = eventStore.after(db, from, limit)
  const isMissing = place.isTorn || from > place.seq
  const gap: EventGap | null =
    isMissing && place.id !== null ? { type: 'gap', after: place.id, resumes_at: events[0]?.event.id ?? null } : null
  return { gap, events, from }
}
