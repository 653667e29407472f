import { ValidationError } from '@svc/plugin'
import type { EventGap, WorkspaceDatabase } from '@svc/plugin'
import { eventStore } from './event-store.ts'
import type { LoggedEvent } from './event-store.ts'

/** A place in a workspace's log: what stands up to `seq` has been read. */
export interface LogPlace {
  seq: number
  /** The event there, as the reader named it; null when the log has never held one. */
  id: string | null
  /** Set when the reader must be told that something is missing, wherever it reads on. */
  isTorn: boolean
}

export interface LogPage {
  gap: EventGap | null
  events: LoggedEvent[]
  /** Behind what was pruned, when something was that `place` had not read; else `place` itself. */
  from: number
}

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
  if (next !== undefined) return { seq: next.seq - 1, id: after, isTorn: true }
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
