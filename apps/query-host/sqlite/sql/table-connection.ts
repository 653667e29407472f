import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { quotedName } from '../../quoting.ts'
import type { HostTable } from '../../../../kernel/index.ts'
import { byteSize, engineFailure } from '../../engine-failure.ts'
import { columnsOf, declaredColumns, openEmpty, openVersion } from '../tables/version-file.ts'
import type { SqlValue } from './define-functions.ts'

/** Of the smaller tables of a statement together: they are taken into memory. */
const maxCopiedBytes = 256 * 1024 * 1024

/**
 * A connection in which the tables have their names. It is one to the largest of their files; as a connection can be given one open file and no
 * more, rows of the others are copied into it.
 */
export function connectionTo(tables: readonly HostTable[]): Database {
  const files = [...new Set(tables.map(({ file }) => file))]
  const sizes = new Map(files.map(file => [file, statSync(file).size]))
  const [largest, ...others] = files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))
  if (largest === undefined) return openEmpty()
  checkCopies(others.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0))
  const db = openVersion(largest)
  try {
    const sources = new Map([[largest, 'main.data']])
    for (const [index, file] of others.entries()) sources.set(file, copied(db, file, `temp.copy_${index}`))
    for (const { name, file } of tables)
      db.exec(`CREATE TEMP VIEW ${quotedName(name)} AS SELECT * FROM ${sources.get(file)}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function checkCopies(bytes: number): void {
  if (bytes <= maxCopiedBytes) return
  throw engineFailure(
    'query_limit',
    `This engine joins a table with others of ${byteSize(maxCopiedBytes)} together; these have ${byteSize(bytes)}. Make smaller datasets of what you need of them first.`,
  )
}

function copied(db: Database, file: string, table: string): string {
  const from = openVersion(file)
  try {
    const columns = columnsOf(from)
    db.exec(`CREATE TABLE ${table} (${declaredColumns(columns)})`)
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
    const rows = from.prepare<[], SqlValue[]>('SELECT * FROM data ORDER BY rowid').raw(true).safeIntegers(true)
    db.exec('BEGIN')
    for (const row of rows.iterate()) insert.run(...row)
    db.exec('COMMIT')
    return table
  } finally {
    from.close()
  }
}
