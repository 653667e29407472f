import type { WorkspaceDatabase } from '@svc/plugin'

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
const selectBest = `SELECT f.rowid AS number, min(f.rank) AS rank FROM conversations_search AS f
  JOIN conversations_messages AS m ON m.number = f.rowid
  WHERE conversations_search MATCH @terms AND m.session_id IN (SELECT value FROM json_each(@sessions)) GROUP BY m.session_id`
const selectMessage =
  'SELECT number, session_id, message_id, role, created_at FROM conversations_messages WHERE number = ?'
const selectContent = 'SELECT content FROM conversations_messages WHERE number = ?'

/** The SQL of the search. `terms` is a query of FTS5 that {@link searchTerms} made. */
export const searchStore = {
  /** Conversations in whose title or transcript all terms occur, those last used first. */
  sessions(
    db: WorkspaceDatabase,
    query: { terms: string; updated_at: string; session_id: string; limit: number },
  ): string[] {
    return db.all<{ session_id: string }>(selectSessions, { ...query }).map(row => row.session_id)
  },
  /** For each conversation the message that fits best; none for one whose title alone fits. */
  best(db: WorkspaceDatabase, terms: string, sessions: readonly string[]): FoundMessage[] {
    const best = db.all<{ number: number }>(selectBest, { terms, sessions: JSON.stringify(sessions) })
    return best.flatMap(({ number }) => db.all<FoundMessage>(selectMessage, number))
  },
  content(db: WorkspaceDatabase, { number }: FoundMessage): string {
    return db.get<{ content: string }>(selectContent, number)?.content ?? ''
  },
}
