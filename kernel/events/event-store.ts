import type { JsonObject, WorkspaceDatabase, WorkspaceEvent } from '@svc/plugin'

/** An event with its place in the log. */
export interface LoggedEvent {
  seq: number
  event: WorkspaceEvent
}

/** The last event that was pruned, and the greatest id among all that were. */
export interface Pruned {
  seq: number
  event_id: string
  newest_id: string
}

interface EventRow {
  seq: number
  event_id: string
  type: string
  at: string
  data: string
}

interface Place {
  seq: number
  event_id: string
}

/** So many rows go into one statement, the most first: to run a statement costs more than to write a row. */
const insertSizes = [32, 8, 1].map(rows => ({
  rows,
  sql: `INSERT INTO kernel_events (event_id, type, at, data) VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}`,
}))
const insertOnce = `INSERT INTO kernel_events (event_id, type, at, data) VALUES (?, ?, ?, ?) ON CONFLICT (event_id) DO NOTHING`
const selectAfter = `SELECT seq, event_id, type, at, data FROM kernel_events WHERE seq > ? ORDER BY seq LIMIT ?`
const selectPlace = `SELECT seq, event_id FROM kernel_events WHERE event_id = ?`
const selectOldest = `SELECT seq, event_id FROM kernel_events ORDER BY seq LIMIT 1`
const selectNewest = `SELECT seq, event_id FROM kernel_events ORDER BY seq DESC LIMIT 1`
const selectNextId = `SELECT seq, event_id FROM kernel_events WHERE event_id > ? ORDER BY event_id LIMIT 1`
const selectPruned = `SELECT seq, event_id, newest_id FROM kernel_events_pruned`
const selectOldestRows = `SELECT seq, event_id, at FROM kernel_events ORDER BY seq LIMIT ?`
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
  oldest(db: WorkspaceDatabase): Place | undefined {
    return db.get<Place>(selectOldest)
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
  /** Whether {@link eventStore.prune} would find anything: two look-ups instead of a write. */
  mayPrune(db: WorkspaceDatabase, before: string, keep: number): boolean {
    const [oldest] = db.all<{ seq: number; at: string }>(selectOldestRows, 1)
    if (oldest === undefined) return false
    return oldest.at < before || (db.get<Place>(selectNewest)?.seq ?? 0) - keep >= oldest.seq
  },
  /** Deletes the oldest events that came before `before` or are not among the newest `keep`, at most `limit`. How many went. */
  prune(db: WorkspaceDatabase, bounds: { before: string; keep: number; limit: number }): number {
    const newest = db.get<Place>(selectNewest)
    if (newest === undefined) return 0
    const keptFrom = newest.seq - bounds.keep
    const rows = db.all<{ seq: number; event_id: string; at: string }>(selectOldestRows, bounds.limit)
    const firstKept = rows.findIndex(row => row.seq > keptFrom && row.at >= bounds.before)
    const old = firstKept === -1 ? rows : rows.slice(0, firstKept)
    const last = old.at(-1)
    if (last === undefined) return 0
    db.run(deleteUpTo, last.seq)
    const newestId = old.reduce((greatest, row) => (row.event_id > greatest ? row.event_id : greatest), last.event_id)
    db.run(savePruned, { seq: last.seq, event_id: last.event_id, newest_id: newestId })
    return old.length
  },
}

function valuesOf({ id, type, at, data }: WorkspaceEvent): [id: string, type: string, at: string, data: string] {
  return [id, type, at, JSON.stringify(data)]
}

function eventOf({ event_id, type, at, data }: EventRow): WorkspaceEvent {
  return { id: event_id, type, at, data: JSON.parse(data) as JsonObject }
}
