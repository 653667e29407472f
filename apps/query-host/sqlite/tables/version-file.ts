import { closeSync, openSync } from 'node:fs'
import { quotedName } from '../../quoting.ts'
import Sqlite from 'better-sqlite3'
import type { Database } from 'better-sqlite3'
import type { TableColumn } from '@svc/plugin'

/** Columns of text are declared so whatever they hold: SQLite would make numbers of dates and JSON that look like some. */
const textSuffix = ' TEXT'
const numericTypes = /^(BOOLEAN|BIGINT|DOUBLE)$/

/** How a column of this type is declared. */
export function declaredType(type: string): string {
  return numericTypes.test(type) || type === 'VARCHAR' || type === 'BLOB' ? type : type + textSuffix
}

/** The type that a declaration stands for; null for one that stands for none, as of an expression. */
export function typeOfDeclaration(declared: string | null): string | null {
  if (declared === null || declared === '') return null
  return declared.endsWith(textSuffix) ? declared.slice(0, -textSuffix.length) : declared
}

/** A file without anything in it, in the place of a journal: a version that was published has none. */
const nothing = process.platform === 'linux' ? openSync('/proc/self/cmdline', 'r') : null

/**
 * A version on its own: its rows are in `data`, in the file's order by `rowid`. SQLite is handed the open file, because it would make an absolute path of any name,
 * and the folders above may be shut to this process.
 */
export function openVersion(file: string): Database {
  // Elsewhere this process is the server's own user.
  if (nothing === null) return guarded(new Sqlite(file, { readonly: true }))
  const descriptor = openSync(file, 'r')
  try {
    return guarded(openDescriptor(descriptor, { readonly: true, journalFd: nothing }))
  } finally {
    closeSync(descriptor)
  }
}

/** Ours takes open files too, for the database and its journal; its published types know of names alone. */
export function openDescriptor(descriptor: number, options: Sqlite.Options & { journalFd: number }): Database {
  return new Sqlite(descriptor as unknown as string, options)
}

/** A connection without any table. */
export function openEmpty(): Database {
  return guarded(new Sqlite(':memory:'))
}

function guarded(db: Database): Database {
  db.pragma('temp_store = MEMORY')
  db.pragma('trusted_schema = OFF')
  db.pragma('cell_size_check = ON')
  return db
}

export function declaredColumns(columns: readonly TableColumn[]): string {
  return columns.map(({ name, type }) => `${quotedName(name)} ${quotedName(declaredType(type))}`).join(', ')
}

const columnsSql = `SELECT name, type FROM pragma_table_info('data') ORDER BY cid`

export function columnsOf(db: Database): TableColumn[] {
  const rows = db.prepare<[], { name: string; type: string }>(columnsSql)
  return rows.all().map(({ name, type }) => ({ name, type: typeOfDeclaration(type) ?? 'VARCHAR' }))
}
