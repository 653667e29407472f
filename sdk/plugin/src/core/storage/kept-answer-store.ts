import { UnprocessableError } from '../../errors.ts'
import type { IdempotentRequest } from '../../http.ts'
import type { WorkspaceDatabase } from './data-plane.ts'

/** What a request with an `Idempotency-Key` was answered. */
export interface KeptAnswer<Answer = unknown> {
  status: number
  answer: Answer
}

interface AnswerRow {
  body_hash: string
  status: number
  answer: string
}

/**
 * The answers to requests with an `Idempotency-Key` on routes that keep them themselves (`idempotent: 'handler'`): the body of an upload is
 * known only once it has come, so the kernel cannot. The plugin's table has the columns `key_hash` (its primary key), `body_hash`,
 * `status`, `answer` and `expires_at`.
 */
export class KeptAnswerStore<Answer = unknown> {
  readonly #what: string
  readonly #select: string
  readonly #insert: string
  readonly #deleteExpired: string

  /** `what`: what such a request sends, "upload". */
  constructor(table: string, what: string) {
    this.#what = what
    this.#select = `SELECT body_hash, status, answer FROM ${table} WHERE key_hash = ? AND expires_at > ?`
    this.#insert = `INSERT INTO ${table} (key_hash, body_hash, status, answer, expires_at)
      VALUES (@key_hash, @body_hash, @status, @answer, @expires_at)
      ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer,
        expires_at = excluded.expires_at`
    this.#deleteExpired = `DELETE FROM ${table} WHERE key_hash IN
      (SELECT key_hash FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT 50)`
  }

  /** @throws UnprocessableError `idempotency_mismatch` when the key was used for something else */
  find(db: WorkspaceDatabase, request: IdempotentRequest, now: number): KeptAnswer<Answer> | null {
    const row = db.get<AnswerRow>(this.#select, request.key_hash, now)
    if (!row) return null
    if (row.body_hash === request.body_hash) return { status: row.status, answer: JSON.parse(row.answer) as Answer }
    throw new UnprocessableError(
      'idempotency_mismatch',
      `This Idempotency-Key was used for another ${this.#what}. Use a new key.`,
    )
  }

  /** In the transaction of what the request does. */
  keep(db: WorkspaceDatabase, request: IdempotentRequest, { status, answer }: KeptAnswer<Answer>, now: number): void {
    db.run(this.#deleteExpired, now)
    db.run(this.#insert, { ...request, status, answer: JSON.stringify(answer) })
  }
}
