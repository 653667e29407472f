import type { JsonObject, WorkspaceDatabase } from '@svc/plugin'
import type { RunEvent } from '../interpreter/ports.ts'

/** An event as it is read. */
export interface StoredEvent extends RunEvent {
  run_id: string
  seq: number
  at: number
}

interface EventsRow {
  run_id: string
  seq: number
  at: number
  events: string
}

const insertEvents = 'INSERT INTO playbooks_run_events (run_id, seq, at, events) VALUES (@run_id, @seq, @at, @events)'
const selectEvents =
  'SELECT run_id, seq, at, events FROM playbooks_run_events WHERE run_id = @run_id AND seq > @after ORDER BY seq LIMIT @commits'
const countEvent = 'UPDATE playbooks_runs SET events = events + 1 WHERE id = ? RETURNING events'

/** What happened in runs, numbered from 1. Those of one commit are one row, under the number of the last. */
export const runEventStore = {
  add(
    db: WorkspaceDatabase,
    { run_id, last, at }: { run_id: string; last: number; at: number },
    events: readonly RunEvent[],
  ): void {
    if (events.length === 0) return
    const texts = JSON.stringify(events.map(({ type, data }) => [type, data]))
    db.run(insertEvents, { run_id, seq: last, at, events: texts })
  },
  /** One that no advance of the run writes. */
  note(db: WorkspaceDatabase, { run_id, at, ...event }: RunEvent & { run_id: string; at: number }): void {
    const last = db.get<{ events: number }>(countEvent, run_id)?.events
    if (last !== undefined) runEventStore.add(db, { run_id, last, at }, [event])
  },
  /** Those behind `after`, of so many commits. */
  list(db: WorkspaceDatabase, range: { run_id: string; after: number; commits: number }): StoredEvent[] {
    return db
      .all<EventsRow>(selectEvents, range)
      .flatMap(eventsOf)
      .filter(({ seq }) => seq > range.after)
  },
}

function eventsOf({ run_id, seq: last, at, events }: EventsRow): StoredEvent[] {
  const all = JSON.parse(events) as [string, JsonObject][]
  return all.map(([type, data], index) => ({ run_id, seq: last - all.length + 1 + index, at, type, data }))
}
