import type { EventOutbox, WorkspaceDatabase } from '@svc/plugin'

/** `echo`, `input` and `final` are JSON; `created_at` is in milliseconds since the epoch. */
export interface ResponseRow {
  response_id: string
  previous_id: string | null
  session_id: string
  turn_id: string
  message_id: string
  key_id: string | null
  model: string
  /** What the request asked for, as the response repeats it. */
  echo: string
  /** The items of the request. */
  input: string
  /** What came of it, once the turn has ended and somebody has looked. */
  final: string | null
  created_at: number
}

/** One link of the chain of answers that a request continues. */
type ChainRow = Pick<ResponseRow, 'response_id' | 'previous_id' | 'input' | 'final'>

const columns =
  'response_id, previous_id, session_id, turn_id, message_id, key_id, model, echo, input, final, created_at'
const insertResponse = `INSERT INTO openai_responses (${columns}) VALUES (@response_id, @previous_id, @session_id, @turn_id, @message_id,
  @key_id, @model, @echo, @input, @final, @created_at)`
const selectResponse = `SELECT ${columns} FROM openai_responses WHERE response_id = ?`
const selectChain = `WITH RECURSIVE chain (response_id, previous_id, input, final, depth) AS (
    SELECT response_id, previous_id, input, final, 0 FROM openai_responses WHERE response_id = @id
    UNION ALL
    SELECT r.response_id, r.previous_id, r.input, r.final, depth + 1
      FROM chain JOIN openai_responses r ON r.response_id = chain.previous_id WHERE depth < @most
  )
  SELECT response_id, previous_id, input, final FROM chain ORDER BY depth DESC`
const updateFinal = `UPDATE openai_responses SET final = ? WHERE response_id = ? AND final IS NULL`
const deleteResponse = `DELETE FROM openai_responses WHERE response_id = ?`
const selectBytes = 'SELECT bytes FROM openai_responses_bytes'
const deleteOfSession = `DELETE FROM openai_responses WHERE session_id = ?`

/** The responses of one workspace. */
export const responseStore = {
  insert(db: WorkspaceDatabase, row: ResponseRow): void {
    db.run(insertResponse, { ...row })
  },
  /** What all responses of the workspace hold. */
  bytes(db: WorkspaceDatabase): number {
    return db.get<{ bytes: number }>(selectBytes)?.bytes ?? 0
  },
  get(db: WorkspaceDatabase, id: string): ResponseRow | undefined {
    return db.get<ResponseRow>(selectResponse, id)
  },
  /** The response and those it continues, oldest first, `most` before it at the most. */
  chain(db: WorkspaceDatabase, id: string, most: number): ChainRow[] {
    return db.all<ChainRow>(selectChain, { id, most })
  },
  keepFinal(db: WorkspaceDatabase, id: string, final: string): void {
    db.run(updateFinal, final, id)
  },
  delete(db: WorkspaceDatabase, id: string): void {
    db.run(deleteResponse, id)
  },
  deleteOfSession(db: WorkspaceDatabase, sessionId: string): void {
    db.run(deleteOfSession, sessionId)
  },
}

/** With a conversation go the responses that repeat what was said in it, in the same transaction. */
export const forgetDeleted: EventOutbox = (db, _workspaceId, events) => {
  for (const { type, data } of events) {
    const { session_id } = data
    if (type === 'conversation.deleted' && typeof session_id === 'string') responseStore.deleteOfSession(db, session_id)
  }
}
