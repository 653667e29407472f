import type { ReadStatement, WorkspaceDatabase } from '@svc/plugin'

export interface RankedMessage {
  number: number
  session_id: string
  rank: number
}

/** A message that fits, best of its conversation. */
export interface FoundMessage {
  number: number
  session_id: string
  message_id: string
  role: string
  created_at: string
}

const selectSessions = `WITH found (number) AS (
    SELECT s.number FROM conversations_titles AS t JOIN conversations_sessions AS s ON s.number = t.rowid
      WHERE conversations_titles MATCH @terms
    UNION
    SELECT s.number FROM conversations_search AS f JOIN conversations_messages AS m ON m.number = f.rowid
      JOIN conversations_sessions AS s ON s.session_id = m.session_id WHERE conversations_search MATCH @terms
  ) SELECT session_id, updated_at FROM conversations_sessions WHERE number IN (SELECT number FROM found)
    AND (updated_at, session_id) < (@updated_at, @session_id) ORDER BY updated_at DESC, session_id DESC LIMIT @limit`
const isInSessions = 'm.session_id IN (SELECT value FROM json_each(@sessions))'
const selectBest = `SELECT f.rowid AS number, m.session_id, min(f.rank) AS rank FROM conversations_search AS f
  JOIN conversations_messages AS m ON m.number = f.rowid
  WHERE conversations_search MATCH @terms AND ${isInSessions} GROUP BY m.session_id`
const selectMessage =
  'SELECT number, session_id, message_id, role, created_at FROM conversations_messages WHERE number = ?'
const selectContent = 'SELECT content FROM conversations_messages WHERE number = ?'

/** The SQL of the search. `terms` is a query of FTS5 that {@link searchTerms} made. */
export const searchStore = {
  /** Reads the conversations in whose title or transcript all terms occur, those last used first. */
  sessions(query: { terms: string; updated_at: string; session_id: string; limit: number }): ReadStatement {
    return { sql: selectSessions, params: { ...query } }
  },
  /** Reads for each of these conversations the message that fits best. */
  best(query: { terms: string; sessions: string }): ReadStatement {
    return { sql: selectBest, params: { ...query } }
  },
  message(db: WorkspaceDatabase, { number }: RankedMessage): FoundMessage | undefined {
    return db.get<FoundMessage>(selectMessage, number)
  },
  content(db: WorkspaceDatabase, { number }: FoundMessage): string {
    return db.get<{ content: string }>(selectContent, number)?.content ?? ''
  },
}
