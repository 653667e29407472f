import Database from 'better-sqlite3'

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
