import type { Database, Statement } from 'better-sqlite3'
import type { HostTable } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import { engineFailure } from '../../engine-failure.ts'
import { isAllowedFunction, programOf, volatileFunctions } from './allowed-functions.ts'
import { defineFunctions } from './define-functions.ts'
import { namedTables } from './named-tables.ts'
import { connectionTo } from './table-connection.ts'
import { offsetOfName, statementError } from './statement-errors.ts'
import { bareStatement, placeOf, tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

const maxStatementBytes = 32 * 1024

export type Parameter = string | number | boolean | null

export interface OpenStatement {
  db: Database
  statement: Statement
  /** For `iterate`, in order. */
  values: unknown[]
  tables: HostTable[]
  volatile: string[]
  /** Without comments around it and without semicolon. */
  bare: string
  close(): void
}

/**
 * Checks a SELECT and makes it ready, over a connection that has nothing but the tables it names and ends with it. SQLite says itself which tables
 * those are: see {@link namedTables}. What the statement may do is read from the program that SQLite would run.
 */
export async function openStatement(
  sql: string,
  params: readonly Parameter[],
  tablesOf: EngineParent['tables'],
): Promise<OpenStatement> {
  const tokens = checkText(sql)
  // Without what comes after it: a comment would be part of a column's name.
  const text = sql.slice(0, tokens.at(-1)?.end)
  const tables = await namedTables(text, tablesOf)
  const values = params.map(boundValue)
  checkParameters(tokens, values.length)
  const db = connectionTo(tables)
  try {
    const ours = defineFunctions(db)
    db.pragma('query_only = ON')
    const statement = prepared(db, text)
    const volatile = checkProgram(db, sql, tokens, ours)
    statement.raw(true).safeIntegers(true)
    return { db, statement, values, tables, volatile, bare: bareStatement(sql, tokens), close: () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Length, and that it is a SELECT by its first word: whether it writes is SQLite's to say. */
export function checkText(sql: string): Token[] {
  const bytes = Buffer.byteLength(sql)
  if (bytes > maxStatementBytes)
    throw engineFailure(
      'payload_too_large',
      `The statement has ${bytes} bytes; at most ${maxStatementBytes} are taken.`,
    )
  if (sql.includes('\0')) throw engineFailure('sql_error', 'The statement has a NUL character in it.')
  const tokens = tokensOf(sql)
  const [first] = tokens
  if (!first) throw engineFailure('sql_error', 'The statement is empty.')
  if (!/^(select|with|values)$/i.test(first.text)) {
    const place = placeOf(sql, first.start)
    throw engineFailure(
      'sql_forbidden',
      `A statement that begins with ${first.text.slice(0, 40)} is not allowed (${place}): one SELECT, WITH … SELECT, VALUES, DESCRIBE or SUMMARIZE is.`,
    )
  }
  return tokens
}

function prepared(db: Database, sql: string): Statement {
  try {
    return db.prepare(sql)
  } catch (error) {
    throw statementError(db, sql, error)
  }
}

function checkProgram(db: Database, sql: string, tokens: readonly Token[], ours: ReadonlySet<string>): string[] {
  const program = programOf(db, sql)
  if (program.readsCatalogue)
    throw engineFailure(
      'sql_forbidden',
      'The catalogue (sqlite_schema) is not allowed: the datasets are, by their names.',
    )
  if (program.readsSpecialTable)
    throw engineFailure(
      'sql_forbidden',
      'Table functions other than json_each and json_tree are not allowed: the datasets are, by their names.',
    )
  const refused = program.functions.find(name => !isAllowedFunction(name, ours))
  if (refused !== undefined) {
    const offset = offsetOfName(sql, refused)
    const where = offset === null ? '' : ` (${placeOf(sql, offset)})`
    throw engineFailure('sql_forbidden', `The function ${refused} is not allowed${where}.`)
  }
  return volatileFunctions(program.functions, mentionsNow(tokens))
}

// `date()` is today, as `date('now')` is, and `date(?)` may be.
function mentionsNow(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ kind, value, text }, at) =>
      (kind === 'string' && /now|local|utc/i.test(value)) ||
      kind === 'parameter' ||
      (text === '(' && tokens[at + 1]?.text === ')' && tokens[at - 1]?.kind === 'word'),
  )
}

function checkParameters(tokens: readonly Token[], given: number): void {
  const parameters = tokens.filter(({ kind }) => kind === 'parameter')
  const named = parameters.find(({ text }) => text !== '?')
  if (named)
    throw engineFailure(
      'sql_error',
      `The statement has the parameter ${named.text.slice(0, 40)}. Write ? for each value, in the order of \`params\`.`,
    )
  if (parameters.length === given) return
  throw engineFailure(
    'sql_error',
    `The statement has ${parameters.length} ${parameters.length === 1 ? 'parameter' : 'parameters'} (?), and ${given} ${given === 1 ? 'value was' : 'values were'} given.`,
  )
}

function boundValue(value: Parameter): unknown {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return value
}
