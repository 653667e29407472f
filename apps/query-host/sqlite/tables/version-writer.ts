import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Database, Statement } from 'better-sqlite3'
import type { TableColumn } from '@svc/plugin'
import { filePieces } from '../../reading/file-pieces.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { declaredColumns, openDescriptor } from './version-file.ts'

export interface WrittenVersion {
  rows: number
  bytes: number
  sha256: string
}

/** Makes a version's file: one table, its rows in the order they came. It is nobody's until it is finished, so it needs no journal. */
export class VersionWriter {
  readonly #file: string
  readonly #db: Database
  readonly #insert: Statement
  #rows = 0

  constructor(file: string, columns: readonly TableColumn[]) {
    this.#file = file
    this.#db = openNew(file)
    this.#db.pragma('journal_mode = OFF')
    this.#db.pragma('synchronous = OFF')
    this.#db.pragma('locking_mode = EXCLUSIVE')
    this.#db.pragma('temp_store = MEMORY')
    this.#db.exec(`CREATE TABLE data (${declaredColumns(columns)})`)
    this.#db.exec('BEGIN')
    const places = columns.map(() => '?').join(', ')
    this.#insert = this.#db.prepare(`INSERT INTO data VALUES (${places})`)
  }

  get rows(): number {
    return this.#rows
  }

  add(row: readonly SqlValue[]): void {
    this.#insert.run(...row)
    this.#rows += 1
  }

  /** The file is whole and on disk. */
  async finish(): Promise<WrittenVersion> {
    this.#db.exec('COMMIT')
    this.#db.close()
    await using file = await open(this.#file, 'r+')
    await file.sync()
    const hash = createHash('sha256')
    for await (const piece of filePieces(this.#file)) hash.update(piece)
    const { size } = await file.stat()
    return { rows: this.#rows, bytes: size, sha256: hash.digest('hex') }
  }

  abandon(): void {
    this.#db.close()
  }
}

// By open files, for the reason that openVersion has. The journal stays empty, and goes with the folder.
function openNew(file: string): Database {
  const descriptor = openSync(file, 'w+')
  const journalFd = openSync(`${file}-journal`, 'w+')
  try {
    return openDescriptor(descriptor, { journalFd })
  } finally {
    closeSync(descriptor)
    closeSync(journalFd)
  }
}
