import type { Database } from 'better-sqlite3'
import { messageOf } from '@svc/plugin/child'
import { quotedName } from '../../quoting.ts'
import type { HostTable } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { columnsOf, declaredColumns, openEmpty, openVersion } from '../tables/version-file.ts'
import { defineFunctions } from './define-functions.ts'
import { offsetOfName, statementError } from './statement-errors.ts'
import { placeOf } from './tokens.ts'

const maxTables = 500

/**
 * The tables that a statement names. SQLite says itself which: it prepares the statement over an empty database, and each table that it misses is looked up
 * and put there without rows, until it misses none. So a statement reaches what was looked up and nothing else.
 */
export async function namedTables(sql: string, tablesOf: EngineParent['tables']): Promise<HostTable[]> {
  const db = openEmpty()
  try {
    defineFunctions(db)
    const tables = new Map<string, HostTable>()
    for (let name = missingTable(db, sql); name !== null; name = missingTable(db, sql)) {
      if (tables.size === maxTables)
        throw engineFailure('query_limit', `The statement names more than ${maxTables} tables.`)
      const table = tables.has(name.toLowerCase()) ? null : ((await tablesOf([name]))[0] ?? null)
      if (!table) throw unknownTable(sql, name)
      db.exec(`CREATE TEMP TABLE ${quotedName(name)} (${declaredColumns(columnsOfFile(table.file))})`)
      tables.set(name.toLowerCase(), table)
    }
    return [...tables.values()]
  } finally {
    db.close()
  }
}

function columnsOfFile(file: string): ReturnType<typeof columnsOf> {
  const db = openVersion(file)
  try {
    return columnsOf(db)
  } finally {
    db.close()
  }
}

function missingTable(db: Database, sql: string): string | null {
  try {
    const statement = db.prepare(sql)
    if (statement.reader && statement.readonly) return null
  } catch (error) {
    const message = messageOf(error)
    const name = /^no such table: ([^]+)$/.exec(message)?.[1]
    if (name !== undefined) return name
    if (/more than one statement/.test(message))
      throw engineFailure('sql_forbidden', 'There is more than one statement: one is taken.')
    throw statementError(db, sql, error)
  }
  throw engineFailure('sql_forbidden', 'A statement that changes something is not allowed: one SELECT is.')
}

function unknownTable(sql: string, name: string): Error {
  const offset = offsetOfName(sql, name)
  const where = offset === null ? '' : ` (${placeOf(sql, offset)})`
  return engineFailure(
    'sql_forbidden',
    `There is no table ${JSON.stringify(name)}${where}. Datasets are named by their table name, an older version as "table@2"; files and the engine's own tables cannot be read.`,
  )
}
