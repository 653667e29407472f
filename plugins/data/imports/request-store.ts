import { UnprocessableError } from '@svc/plugin'
import type { IdempotentRequest, WorkspaceDatabase } from '@svc/plugin'

interface RequestRow {
  body_hash: string
  status: number
  answer: string
}

/** What a request with an `Idempotency-Key` was answered. */
export interface KeptAnswer {
  status: number
  answer: unknown
}

const selectRequest = `SELECT body_hash, status, answer FROM data_requests WHERE key_hash = ? AND expires_at > ?`
const insertRequest = `INSERT INTO data_requests (key_hash, body_hash, status, answer, expires_at)
  VALUES (@key_hash, @body_hash, @status, @answer, @expires_at)
  ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer,
    expires_at = excluded.expires_at`
const deleteExpired = `DELETE FROM data_requests WHERE key_hash IN
  (SELECT key_hash FROM data_requests WHERE expires_at <= ? ORDER BY expires_at LIMIT 50)`

/** Imports that were sent with an `Idempotency-Key`: the body of a form is known only once it has come, so the kernel cannot keep them. */
export const requestStore = {
  /** @throws UnprocessableError `idempotency_mismatch` when the key was used for something else */
  find(db: WorkspaceDatabase, request: IdempotentRequest, now: number): KeptAnswer | null {
    const row = db.get<RequestRow>(selectRequest, request.key_hash, now)
    if (!row) return null
    if (row.body_hash === request.body_hash) return { status: row.status, answer: JSON.parse(row.answer) as unknown }
    throw new UnprocessableError(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another import. Use a new key.',
    )
  },
  keep(db: WorkspaceDatabase, request: IdempotentRequest, { status, answer }: KeptAnswer, now: number): void {
    db.run(deleteExpired, now)
    db.run(insertRequest, { ...request, status, answer: JSON.stringify(answer) })
  },
}
