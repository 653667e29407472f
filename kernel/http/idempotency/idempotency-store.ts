import { countBytes, defineMigration } from '@svc/plugin'
import type { DataPlane, Migration, WorkspaceDatabase } from '@svc/plugin'

/** What this room keeps in each workspace's file. */
export const httpMigrations: readonly Migration[] = [
  defineMigration({
    id: '0001-idempotency',
    statements: [
      `CREATE TABLE kernel_idempotency (
         key_hash   TEXT PRIMARY KEY,
         body_hash  TEXT NOT NULL,
         owner      TEXT,
         status     INTEGER,
         headers    TEXT,
         body       BLOB,
         expires_at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
      'CREATE INDEX kernel_idempotency_expiry ON kernel_idempotency (expires_at)',
    ],
  }),
  defineMigration({
    id: '0002-idempotency-bytes',
    statements: countBytes('kernel_idempotency', ['key_hash', 'body_hash'], ['headers', 'body']),
  }),
]

/** `owner` is set while the first request runs: it names this run. */
export interface IdempotencyRow {
  key_hash: string
  body_hash: string
  owner: string | null
  status: number | null
  headers: string | null
  body: Uint8Array | null
  expires_at: number
}

const selectRow = 'SELECT * FROM kernel_idempotency WHERE key_hash = ? AND expires_at > ?'
const claimRow = `INSERT INTO kernel_idempotency (key_hash, body_hash, owner, expires_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (key_hash) DO UPDATE SET body_hash = excluded.body_hash, owner = excluded.owner, expires_at = excluded.expires_at,
    status = NULL, headers = NULL, body = NULL`
const completeRow = `UPDATE kernel_idempotency SET owner = NULL, status = @status, headers = @headers, body = @body
  WHERE key_hash = @key_hash AND owner = @owner`
const releaseRow = 'DELETE FROM kernel_idempotency WHERE key_hash = ? AND owner = ?'
// More than a request adds, and few: each may hold an answer of megabytes, whose pages are freed one by one.
const dropExpired = `DELETE FROM kernel_idempotency WHERE key_hash IN
  (SELECT key_hash FROM kernel_idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT 4)`
// Asked beside the deletion: as a part of it SQLite looks at each row before it knows that none goes.
const selectBytes = 'SELECT bytes FROM kernel_idempotency_bytes'
const dropOldest = `DELETE FROM kernel_idempotency WHERE key_hash IN
  (SELECT key_hash FROM kernel_idempotency WHERE owner IS NULL ORDER BY expires_at LIMIT 4)`

/** The stored answers of one workspace's idempotent requests. */
export class IdempotencyStore {
  readonly #data: DataPlane
  readonly #mostBytes: number

  constructor(data: DataPlane, mostBytes: number) {
    this.#data = data
    this.#mostBytes = mostBytes
  }

  /**
   * The row that stands for the key, or what `work` returned: it is called in the transaction that claims the key for `claim.owner`.
   * `isAlive` says whether the owner of a row in progress still runs; a row whose owner is gone is claimed.
   */
  claim<T>(
    workspaceId: string,
    claim: { key_hash: string; body_hash: string; owner: string; expires_at: number; now: number },
    isAlive: (owner: string) => boolean,
    work: () => T,
  ): { row: IdempotencyRow } | { result: T } {
    return this.#data.use(workspaceId, db =>
      db.transaction(() => {
        const row = db.get<IdempotencyRow>(selectRow, claim.key_hash, claim.now)
        if (row && (row.owner === null || isAlive(row.owner))) return { row }
        db.run(dropExpired, claim.now)
        // A caller with many keys or long answers must not fill the disk.
        while (this.#keepsTooMuch(db) && db.run(dropOldest).changes > 0);
        db.run(claimRow, claim.key_hash, claim.body_hash, claim.owner, claim.expires_at)
        return { result: work() }
      }),
    )
  }

  #keepsTooMuch(db: WorkspaceDatabase): boolean {
    return (db.get<{ bytes: number }>(selectBytes)?.bytes ?? 0) > this.#mostBytes
  }

  complete(workspaceId: string, answer: Omit<IdempotencyRow, 'body_hash' | 'expires_at'>): void {
    this.#data.use(workspaceId, db => db.run(completeRow, { ...answer }))
  }

  release(workspaceId: string, { key_hash, owner }: { key_hash: string; owner: string }): void {
    this.#data.use(workspaceId, db => db.run(releaseRow, key_hash, owner))
  }
}
