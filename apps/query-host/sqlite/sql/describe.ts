import type { TableColumn } from '@svc/plugin'
import type { Statement } from 'better-sqlite3'
import { quotedName } from '../../quoting.ts'
import type { HostTable } from '../../../../kernel/index.ts'
import type { EngineParent } from '../../engine.ts'
import { engineFailure } from '../../engine-failure.ts'
import { columnStatistics } from '../tables/column-statistics.ts'
import { typeOfDeclaration } from '../tables/version-file.ts'
import type { SqlValue } from './define-functions.ts'
import { openStatement } from './open-statement.ts'
import type { OpenStatement, Parameter } from './open-statement.ts'
import { placeOf, tokensOf } from './tokens.ts'
import type { Token } from './tokens.ts'

export interface Described {
  columns: TableColumn[]
  tables: HostTable[]
  volatile: string[]
  rows: Iterator<SqlValue[]>
}

const rowsForTypes = 1000
const text = (name: string): TableColumn => ({ name, type: 'VARCHAR' })
const describeColumns = ['column_name', 'column_type', 'null', 'key', 'default', 'extra'].map(text)
const summarizeColumns: TableColumn[] = [
  ...['column_name', 'column_type', 'min', 'max'].map(text),
  { name: 'approx_unique', type: 'BIGINT' },
  ...['avg', 'std', 'q25', 'q50', 'q75'].map(text),
  { name: 'count', type: 'BIGINT' },
  { name: 'null_percentage', type: 'DOUBLE' },
]

/** DuckDB's DESCRIBE and SUMMARIZE of a table or a SELECT, which SQLite does not have. Null for another statement. */
export async function describedBy(
  sql: string,
  params: readonly Parameter[],
  tablesOf: EngineParent['tables'],
): Promise<Described | null> {
  const [verb, next, ...more] = tokensOf(sql)
  if (!verb || !/^(describe|desc|summarize)$/i.test(verb.text)) return null
  const open = await openStatement(selectOf(sql, verb, next, more), params, tablesOf)
  try {
    const columns = typedColumns(open)
    const summarize = verb.text.toLowerCase() === 'summarize'
    const rows = summarize ? summaryOf(open, columns) : columns.map(descriptionOf)
    const { tables, volatile } = open
    return { columns: summarize ? summarizeColumns : describeColumns, tables, volatile, rows: rows.values() }
  } finally {
    open.close()
  }
}

function selectOf(sql: string, verb: Token, next: Token | undefined, more: readonly Token[]): string {
  // Blanks where the verb was, so that places in messages stay right.
  const rest = ' '.repeat(verb.end) + sql.slice(verb.end)
  if (next && /^(select|with|values)$/i.test(next.text)) return rest
  const isName = next && (next.kind === 'word' || next.kind === 'quoted')
  if (isName && more.every(token => token.text === ';'))
    return `${' '.repeat(Math.max(0, next.start - 14))}SELECT * FROM ${quotedName(next.value)}`
  const place = placeOf(sql, (next ?? verb).start)
  throw engineFailure(
    'sql_forbidden',
    `${verb.text.toUpperCase()} takes the name of a dataset or a SELECT, and nothing else (${place}).`,
  )
}

function typedColumns(open: OpenStatement): TableColumn[] {
  const types = new ResultTypes(open.statement)
  let rows = 0
  for (const row of open.statement.iterate(...open.values) as IterableIterator<SqlValue[]>) {
    types.see(row)
    rows += 1
    if (rows === rowsForTypes || !types.depend) break
  }
  return types.columns()
}

function descriptionOf({ name, type }: TableColumn): SqlValue[] {
  return [name, type, 'YES', null, null, null]
}

function summaryOf(open: OpenStatement, columns: readonly TableColumn[]): SqlValue[][] {
  const names = columns.map((_, index) => `c${index}`)
  const prefix = `WITH summarized(${names.join(', ')}) AS (\n${open.bare}\n)`
  const rows = rowCount(open, prefix)
  return columns.map((column, index) => {
    const source = { db: open.db, prefix, values: open.values, from: 'summarized', column: `c${index}` }
    const { name, type, missing, distinct, min, max, mean, sd, quantiles } = columnStatistics(source, column)
    const spread = [mean, sd, ...[0.25, 0.5, 0.75].map(q => quantiles.find(one => one.q === q)?.value ?? null)]
    const share = rows === 0 ? 0 : Math.round((10_000 * missing) / rows) / 100
    return [name, type, asText(min), asText(max), BigInt(distinct), ...spread.map(asText), BigInt(rows), share]
  })
}

function rowCount(open: OpenStatement, prefix: string): number {
  const statement = open.db.prepare<unknown[], [number]>(`${prefix} SELECT count(*) FROM summarized`).raw(true)
  return statement.get(...open.values)?.[0] ?? 0
}

function asText(value: string | number | boolean | null): SqlValue {
  return value === null ? null : String(value).replace(/^(\d{4}-\d\d-\d\d)T(.*?)(\.0+)?$/, '$1 $2')
}

/**
 * The types of a result's columns. One that is a dataset's column has its type; one that is reckoned has none in SQLite, and is named by the
 * values it turns out to have.
 */
export class ResultTypes {
  readonly #columns: { name: string; declared: string | null; seen: string | null }[]
  /** Whether any of them depends on the rows. */
  readonly depend: boolean

  constructor(statement: Statement) {
    this.#columns = statement
      .columns()
      .map(({ name, type }) => ({ name, declared: typeOfDeclaration(type), seen: null }))
    this.depend = this.#columns.some(({ declared }) => declared === null)
  }

  see(row: readonly SqlValue[]): void {
    if (!this.depend) return
    for (const [index, column] of this.#columns.entries())
      if (column.declared === null) column.seen = joined(column.seen, typeOfValue(row[index] ?? null))
  }

  columns(): TableColumn[] {
    // As DuckDB has it for a column of which nothing is known.
    return this.#columns.map(({ name, declared, seen }) => ({ name, type: declared ?? seen ?? 'INTEGER' }))
  }
}

function joined(one: string | null, other: string | null): string | null {
  if (one === null || other === null || one === other) return one ?? other
  return isNumeric(one) && isNumeric(other) ? 'DOUBLE' : 'VARCHAR'
}

function typeOfValue(value: SqlValue): string | null {
  if (value === null) return null
  if (typeof value === 'bigint') return 'BIGINT'
  if (typeof value === 'number') return 'DOUBLE'
  return typeof value === 'string' ? 'VARCHAR' : 'BLOB'
}

function isNumeric(type: string): boolean {
  return type === 'BIGINT' || type === 'DOUBLE'
}
