import { statSync } from 'node:fs'
import Database from 'better-sqlite3'

type Parameters = unknown[]

const busyTimeoutMs = 1000
// The vocabularies are of this connection alone, and must be there before it may only read.
const prepareConnection = [
  'PRAGMA synchronous = FULL',
  'PRAGMA temp_store = MEMORY',
  'PRAGMA trusted_schema = OFF',
  'PRAGMA cell_size_check = ON',
  `CREATE VIRTUAL TABLE temp.word_counts USING fts5vocab('main', 'kernel_passage_words', 'row')`,
  `CREATE VIRTUAL TABLE temp.trigram_counts USING fts5vocab('main', 'kernel_passage_trigrams', 'row')`,
  'PRAGMA query_only = ON',
]
const begin = 'BEGIN'
const commit = 'COMMIT'

/** A reader's own connection to a workspace's file. Not opened read-only: such a one, closed last, would leave the log beside the file. */
export class SearchFile {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement<Parameters>>()
  readonly #values = new Map<string, Database.Statement<Parameters>>()
  readonly #inode: number

  constructor(path: string) {
    // Names the file without opening it by another way than SQLite's.
    this.#inode = statSync(path).ino
    this.#database = new Database(path, { fileMustExist: true, timeout: busyTimeoutMs })
    try {
      for (const statement of prepareConnection) this.#database.exec(statement)
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  /** Which file it is, should another have been put in its place. */
  get inode(): number {
    return this.#inode
  }

  /** Everything that `work` reads is of one moment. */
  reading<T>(work: () => T): T {
    this.#statement(begin).run()
    try {
      return work()
    } finally {
      this.#statement(commit).run()
    }
  }

  get<Row>(sql: string, ...params: Parameters): Row | undefined {
    return this.#statement(sql).get(...params) as Row | undefined
  }

  all<Row>(sql: string, ...params: Parameters): Row[] {
    return this.#statement(sql).all(...params) as Row[]
  }

  /** The first column alone: several times faster for many rows. */
  values<Value>(sql: string, ...params: Parameters): Value[] {
    const known = this.#values.get(sql) ?? this.#database.prepare<Parameters>(sql).pluck()
    this.#values.set(sql, known)
    return known.all(...params) as Value[]
  }

  close(): void {
    this.#statements.clear()
    this.#values.clear()
    this.#database.close()
  }

  #statement(sql: string): Database.Statement<Parameters> {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare<Parameters>(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
