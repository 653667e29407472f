import Database from 'better-sqlite3'
import type { SqliteFacts } from '@svc/plugin'

const pagesPerStep = 4096
const busyTimeoutMs = 5000
const begin = 'BEGIN'
const end = 'COMMIT'
const checkpoint = 'PRAGMA wal_checkpoint(PASSIVE)'
const readSchema = 'SELECT count(*) FROM sqlite_schema'
const selectTables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
const selectFingerprint = 'SELECT fingerprint FROM svc_schema'

/**
 * Copies a database as it is at one moment, even while it is written to, into one complete file, and checks the copy.
 * Tables in `drop` are left out: what they hold is found again from the rest.
 */
export async function copySqlite(from: string, to: string, drop: readonly string[] = []): Promise<SqliteFacts> {
  const source = new Database(from, { fileMustExist: true, timeout: busyTimeoutMs })
  try {
    // An open read transaction holds the moment: without one, every commit from elsewhere would begin the copy anew.
    source.exec(begin)
    source.prepare(readSchema).get()
    await source.backup(to, { progress: () => pagesPerStep })
    source.exec(end)
    // The log grew while its pages could not go into the file. Left to the next commit, that would be its to do, on the server's thread.
    source.exec(checkpoint)
  } finally {
    source.close()
  }
  const copy = new Database(to, { fileMustExist: true })
  try {
    // Without a log beside it, the copy is one file.
    copy.pragma('journal_mode = DELETE')
    for (const table of drop) copy.exec(`DROP TABLE IF EXISTS ${quoted(table)}`)
    return checked(copy)
  } finally {
    copy.close()
  }
}

/** Opens a copy, has SQLite check all of it, and counts its rows. @throws Error that says what is wrong */
export function inspectSqlite(path: string): SqliteFacts {
  const database = new Database(path, { fileMustExist: true, readonly: true })
  try {
    return checked(database)
  } finally {
    database.close()
  }
}

function checked(database: Database.Database): SqliteFacts {
  // The file may come from anywhere.
  for (const pragma of ['trusted_schema = OFF', 'cell_size_check = ON']) database.pragma(pragma)
  const faults = (database.pragma('integrity_check(3)') as { integrity_check: string }[]).map(
    row => row.integrity_check,
  )
  if (faults.join() !== 'ok') {
    const message = `the integrity check of SQLite found: ${faults.join('; ').replaceAll(/\s+/g, ' ')}`
    throw Object.assign(new Error(message), { code: 'SQLITE_CORRUPT' })
  }
  const names = database.prepare<[], string>(selectTables).pluck().all()
  const counts = names.map(name => [name, countOf(database, name)] as const)
  const hasSchema = names.includes('svc_schema')
  return {
    tables: Object.fromEntries(counts),
    fingerprint: hasSchema ? (database.prepare<[], string>(selectFingerprint).pluck().get() ?? null) : null,
  }
}

function countOf(database: Database.Database, table: string): number {
  return (
    database
      .prepare<[], number>(`SELECT count(*) FROM ${quoted(table)}`)
      .pluck()
      .get() ?? 0
  )
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const mostFaults = 3

/**
 * Asks SQLite whether a file is whole, for another process than the server's. It is opened for writing and not written to: a
 * reader would leave its log behind.
 * @returns what is wrong with it; nothing when it is whole
 */
export function quickCheck(path: string): string[] {
  const database = new Database(path, { fileMustExist: true, timeout: 1_000 })
  try {
    database.pragma('query_only = ON')
    const rows = database.pragma(`quick_check(${mostFaults})`) as { quick_check: string }[]
    return rows.map(row => row.quick_check).filter(text => text !== 'ok')
  } finally {
    database.close()
  }
}
