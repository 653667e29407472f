import type { WorkspaceDatabase } from '@svc/plugin'

/** What was summed up of a conversation's beginning, so that it need not be read again. */
export interface Summary {
  /** The last message that it covers; it holds while that one is on the active branch. */
  message_id: string
  position: number
  text: string
}

export interface Continued {
  session_id: string
  user_id: string
  key_id: string | null
}

const selectSummary = 'SELECT summary FROM conversations_sessions WHERE session_id = ?'
const updateSummary = 'UPDATE conversations_sessions SET summary = ? WHERE session_id = ?'
const updateTitle = `UPDATE conversations_sessions SET title = ?, title_by = 'model'
  WHERE session_id = ? AND title IS NULL AND title_by = 'nobody'`
const updateHistory = 'UPDATE conversations_sessions SET history_hash = ?, streamed_hash = ? WHERE session_id = ?'
// The hash holds who asked; several conversations may have gone alike so far.
const selectContinued = `SELECT session_id, user_id, key_id FROM conversations_sessions AS s WHERE (history_hash = @hash OR streamed_hash = @hash)
  AND NOT EXISTS (SELECT 1 FROM conversations_turns AS t WHERE t.session_id = s.session_id AND t.status <> 'done')
  ORDER BY updated_at DESC LIMIT 1`

/** The SQL of what a conversation remembers of itself beside its messages. */
export const memoryStore = {
  summary(db: WorkspaceDatabase, sessionId: string): Summary | null {
    const text = db.get<{ summary: string | null }>(selectSummary, sessionId)?.summary
    return typeof text === 'string' ? (JSON.parse(text) as Summary) : null
  },
  setSummary(db: WorkspaceDatabase, sessionId: string, summary: Summary): void {
    db.run(updateSummary, JSON.stringify(summary), sessionId)
  },
  /** False when it has a title by now. */
  setTitle(db: WorkspaceDatabase, sessionId: string, title: string): boolean {
    return db.run(updateTitle, title, sessionId).changes > 0
  },
  /** What a client would tell of the history: with the last text of the answer, and with all that was streamed of it. */
  setHistory(db: WorkspaceDatabase, sessionId: string, hash: string | null, streamedHash = hash): void {
    db.run(updateHistory, hash, streamedHash === hash ? null : streamedHash, sessionId)
  },
  /** The conversation without a turn under way whose history has this hash. */
  continued(db: WorkspaceDatabase, hash: string): Continued | null {
    return db.get<Continued>(selectContinued, { hash }) ?? null
  },
}
