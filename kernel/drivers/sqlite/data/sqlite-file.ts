import { chmodSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { InternalError } from '@svc/plugin'
import type { RunResult, SqlValue, WorkspaceDatabase } from '@svc/plugin'

type Parameters = SqlValue[] | [Record<string, SqlValue>]
type Statement = Database.Statement<unknown[]>

const oldestSqlite = [3, 51, 3] as const
const cachedStatements = 1000
// Only a program from outside can hold a lock, and waiting for it stops the whole server.
const busyTimeoutMs = 1000
/** From here on a thread moves the log into the file, which takes the time of some hundred commits. */
export const longLogBytes = 4 * 1024 * 1024
/** Where the thread does not keep up, SQLite does it with a commit: on a disk with little room early, since both need their room. */
const longestLogPages = 16_384
const longestLogPagesWithLittleRoom = 1000
const littleRoomBytes = 512 * 1024 * 1024
const pageBytes = 4096
// Set at every opening, and so is `synchronous`: better-sqlite3 opens an existing WAL file with NORMAL, which loses acknowledged work at a power cut.
const pragmas = ['journal_mode = WAL', 'foreign_keys = ON', 'trusted_schema = OFF', 'cell_size_check = ON']

function pragmasOfLog(path: string): string[] {
  const { bavail, bsize } = statfsSync(dirname(path))
  const pages = bavail * bsize < littleRoomBytes ? longestLogPagesWithLittleRoom : longestLogPages
  // A log that is begun anew keeps its length: a commit that makes its file longer waits for the disk twice as long.
  return [`wal_autocheckpoint = ${pages}`, `journal_size_limit = ${pages * pageBytes}`]
}

/** Of a file that is a cache: what its log has is taken from it by its length. */
const pragmasOfCache = ['wal_autocheckpoint = 0', `journal_size_limit = ${longLogBytes}`]

/** One open SQLite file with its prepared statements. */
export class SqliteFile implements WorkspaceDatabase {
  readonly path: string
  readonly #database: Database.Database
  readonly #statements = new Map<string, Statement>()
  readonly #inTransaction: Database.Transaction<(work: () => unknown) => unknown>
  readonly #onWritten: (() => void) | null
  #users = 0
  #hasWritten = false
  #lastUsed = performance.now()

  /** With `onWritten` the file is a cache: it is called after work that may have written, and moves the log itself. */
  constructor(path: string, onWritten: (() => void) | null = null) {
    this.path = path
    this.#onWritten = onWritten
    this.#database = new Database(path, { timeout: busyTimeoutMs, fileMustExist: onWritten !== null })
    try {
      // Before the log is made, which takes over the file's mode. A chmod opens no descriptor.
      const isInMemory = path === ':memory:'
      if (!isInMemory) chmodSync(path, 0o600)
      // The first of them: a cache waits for no disk, not even when its log is made.
      this.#database.pragma(`synchronous = ${onWritten === null ? 'FULL' : 'OFF'}`)
      for (const pragma of pragmas) this.#database.pragma(pragma)
      const ofLog = onWritten === null && !isInMemory ? pragmasOfLog(path) : pragmasOfCache
      for (const pragma of ofLog) this.#database.pragma(pragma)
    } catch (error) {
      this.#database.close()
      throw error
    }
    this.#inTransaction = this.#database.transaction((work: () => unknown) => work())
  }

  /** Runs `work` with this file; outside of it the file refuses, so that no handle outlives its time. */
  use<T>(work: (db: WorkspaceDatabase) => T): T {
    this.#users += 1
    try {
      const result = work(this)
      if (result instanceof Promise) throw new InternalError('Work on a data plane file must not be asynchronous.')
      return result
    } finally {
      this.#users -= 1
      this.#lastUsed = performance.now()
      if (this.#hasWritten && this.#users === 0) {
        this.#hasWritten = false
        this.#onWritten?.()
      }
    }
  }

  /** Much of the log has not been moved into the file yet. */
  get hasLongLog(): boolean {
    const [log] = this.#database.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
    return log !== undefined && (log.log - log.checkpointed) * pageBytes > longLogBytes
  }

  get isInUse(): boolean {
    return this.#users > 0
  }

  /** When it was last used, on the clock of `performance.now()`, which nobody sets back. */
  get lastUsed(): number {
    return this.#lastUsed
  }

  get<Row>(sql: string, ...params: Parameters): Row | undefined {
    return this.#statement(sql).get(...params) as Row | undefined
  }

  all<Row>(sql: string, ...params: Parameters): Row[] {
    return this.#statement(sql).all(...params) as Row[]
  }

  run(sql: string, ...params: Parameters): RunResult {
    return { changes: this.#statement(sql).run(...params).changes }
  }

  transaction<T>(work: () => T): T {
    this.#assertUsed()
    return this.#inTransaction.immediate(work) as T
  }

  /** Runs a statement once, without keeping it prepared: for migrations. */
  execute(sql: string): void {
    this.#hasWritten = true
    this.#database.exec(sql)
  }

  /** Moves everything from the write-ahead log into the file. False while another process still reads the log. */
  checkpoint(): boolean {
    // Not waiting: there will be another try.
    this.#database.pragma('busy_timeout = 0')
    try {
      const [outcome] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
      return outcome?.busy === 0
    } finally {
      this.#database.pragma(`busy_timeout = ${busyTimeoutMs}`)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #statement(sql: string): Statement {
    this.#assertUsed()
    const known = this.#statements.get(sql)
    if (known !== undefined) return this.#noted(known)
    if (this.#statements.size >= cachedStatements) this.#statements.clear()
    const statement = this.#database.prepare<unknown[]>(plannedOnce(sql))
    this.#statements.set(sql, statement)
    return this.#noted(statement)
  }

  #noted(statement: Statement): Statement {
    if (!statement.readonly) this.#hasWritten = true
    return statement
  }

  #assertUsed(): void {
    if (this.#users === 0) throw new InternalError('A data plane handle was used after the work it was given for.')
  }
}

const literalOrComparison = /'[^']*'|"[^"]*"|([=<>]\s*|\bLIMIT\s+)(?=[?@])/g

/**
 * Where the planner looks at the value of a parameter, SQLite plans a statement anew each time one is bound, which costs many times
 * what the statement does. It does not look behind a plus, which changes nothing else.
 */
export function plannedOnce(sql: string): string {
  return sql.replace(literalOrComparison, (text, comparison?: string) => (comparison === undefined ? text : `${text}+`))
}

let checkedVersion: string | null = null

/** The version of the SQLite inside better-sqlite3. @throws InternalError below 3.51.3, which can corrupt a file in WAL mode */
export function sqliteVersion(): string {
  checkedVersion ??= readVersion()
  return checkedVersion
}

function readVersion(): string {
  const database = new Database(':memory:')
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get())
  database.close()
  const parts = version.split('.').map(Number)
  const differing = oldestSqlite.findIndex((oldest, index) => oldest !== parts[index])
  const isTooOld = differing !== -1 && (parts[differing] ?? 0) < (oldestSqlite[differing] ?? 0)
  if (!isTooOld) return version
  throw new InternalError(`SQLite ${version} is too old: ${oldestSqlite.join('.')} is the least. Run npm ci again.`)
}
