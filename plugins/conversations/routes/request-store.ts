import type { IdempotentRequest, WorkspaceDatabase } from '@svc/plugin'

interface RequestRow {
  body_hash: string
  session_id: string
  turn_id: string
}

const selectRequest = `SELECT r.body_hash, t.session_id, r.turn_id FROM conversations_requests AS r
  JOIN conversations_turns AS t ON t.turn_id = r.turn_id WHERE r.key_hash = ? AND r.expires_at > ?`
const deleteExpired = `DELETE FROM conversations_requests WHERE key_hash IN
  (SELECT key_hash FROM conversations_requests WHERE expires_at <= ? ORDER BY expires_at LIMIT 50)`
const insertRequest = `INSERT INTO conversations_requests (key_hash, body_hash, turn_id, expires_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, turn_id = excluded.turn_id, expires_at = excluded.expires_at`

/** The SQL of requests that named themselves by an `Idempotency-Key`. */
export const requestStore = {
  find(db: WorkspaceDatabase, keyHash: string, now: number): RequestRow | null {
    return db.get<RequestRow>(selectRequest, keyHash, now) ?? null
  },
  /** In the transaction of the turn that it began. */
  keep(db: WorkspaceDatabase, request: IdempotentRequest, turnId: string, now: number): void {
    db.run(deleteExpired, now)
    db.run(insertRequest, request.key_hash, request.body_hash, turnId, request.expires_at)
  },
}
