import type { JsonObject, WorkspaceDatabase } from '@svc/plugin'
import type { TranscriptEvent } from '@svc/plugin/contracts/conversations'

/** An event with its number in the conversation's log. */
export interface NumberedEvent {
  seq: number
  event: TranscriptEvent
}

export type NewTranscriptEvent = Pick<TranscriptEvent, 'type' | 'turn_id' | 'data'>

interface EventRow {
  session_id: string
  seq: number
  turn_id: string | null
  type: string
  data: string
  at: string
}

interface TurnEventQuery {
  session_id: string
  turn_id: string
  after: number
  types: readonly string[]
  limit: number
}

const columns = 'session_id, seq, turn_id, type, data, at'
// The end of the log is found by its key, however long the log is.
const selectEnd = 'SELECT coalesce(max(seq), 0) AS seq FROM conversations_events WHERE session_id = ?'
const insertEvent = `INSERT INTO conversations_events (${columns}) VALUES (@session_id, @seq, @turn_id, @type, @data, @at)`
const selectAfter = `SELECT ${columns} FROM conversations_events WHERE session_id = @session_id AND seq > @after
  ORDER BY seq LIMIT @limit`
const selectOfTurn = `SELECT ${columns} FROM conversations_events WHERE session_id = @session_id AND seq > @after
  AND turn_id = @turn_id AND type IN (SELECT value FROM json_each(@types)) ORDER BY seq LIMIT @limit`
const selectText = `SELECT json_extract(data, '$.delta') AS delta, type FROM conversations_events
  WHERE session_id = @session_id AND seq >= @from AND turn_id = @turn_id AND type IN ('content', 'step') ORDER BY seq`
const counted = ['sessions', 'messages', 'contents', 'turns', 'events']
const selectBytes = `SELECT ${counted.map(each => `(SELECT bytes FROM conversations_${each}_bytes)`).join(' + ')} AS bytes`

/** The SQL of the conversations' logs. */
export const transcriptStore = {
  /** The number of the newest event, 0 when there is none. */
  end(db: WorkspaceDatabase, sessionId: string): number {
    return db.get<{ seq: number }>(selectEnd, sessionId)?.seq ?? 0
  },
  /** What all conversations of the workspace hold. */
  bytes(db: WorkspaceDatabase): number {
    return db.get<{ bytes: number }>(selectBytes)?.bytes ?? 0
  },
  /** Behind the log's `end`, which was read in the same transaction. */
  append(
    db: WorkspaceDatabase,
    sessionId: string,
    events: readonly NewTranscriptEvent[],
    { end, at }: { end: number; at: string },
  ): NumberedEvent[] {
    return events.map(({ type, turn_id, data }, index) => {
      const seq = end + 1 + index
      db.run(insertEvent, { session_id: sessionId, seq, turn_id, type, data: JSON.stringify(data), at })
      return { seq, event: { id: `${sessionId}.${seq}`, type, turn_id, at, data } }
    })
  },
  after(db: WorkspaceDatabase, sessionId: string, after: number, limit: number): NumberedEvent[] {
    return db.all<EventRow>(selectAfter, { session_id: sessionId, after, limit }).map(toEvent)
  },
  /** A turn's events of some types, behind a number. */
  ofTurn(db: WorkspaceDatabase, { session_id, turn_id, after, types, limit }: TurnEventQuery): NumberedEvent[] {
    const query = { session_id, turn_id, after, types: JSON.stringify(types), limit }
    return db.all<EventRow>(selectOfTurn, query).map(toEvent)
  },
  /** What a turn's unfinished step has said. */
  textOfLastStep(db: WorkspaceDatabase, sessionId: string, turnId: string, from: number): string {
    const rows = db.all<{ type: string; delta: string | null }>(selectText, {
      session_id: sessionId,
      turn_id: turnId,
      from,
    })
    const start = rows.findLastIndex(({ type }) => type === 'step') + 1
    return rows
      .slice(start)
      .map(({ delta }) => delta ?? '')
      .join('')
  },
}

function toEvent({ session_id, seq, type, turn_id, at, data }: EventRow): NumberedEvent {
  return { seq, event: { id: `${session_id}.${seq}`, type, turn_id, at, data: JSON.parse(data) as JsonObject } }
}
