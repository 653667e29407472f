import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBType } from '@duckdb/node-api'
import { StatementType } from '@duckdb/node-api'
import {
  checkLength,
  fitsIntoFrom,
  insideFrom,
  isWithoutTree,
  maxPlannedBytes,
  parseStatement,
} from './statement-tree.ts'
import type { HostQuery, HostTable } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { engineParams } from '../engine-params.ts'
import type { EngineParams } from '../engine-params.ts'
import { checkStatement } from './check-statement.ts'
import { engineError } from './engine-error.ts'
import { openPivot } from './open-pivots.ts'
import { SqlText } from './sql-text.ts'
import { TableViews } from './table-views.ts'
import { hasSharedNames, uniquelyNamed } from '../results/unique-names.ts'

/** Rows that a larger statement takes: `from (…)`. */
export interface TableSource {
  from: string
  params: EngineParams
  columns: { name: string; type: DuckDBType }[]
  tables: HostTable[]
}

export interface PassedStatement {
  statement: DuckDBPreparedStatement
  tables: HostTable[]
  volatile: string[]
  /** Whether its first rows are the same ones on every run. */
  ordered: boolean
  /** As it runs: with the columns of a PIVOT that come from the data. */
  text: string
}

/** The engine's own, the same in every database of a process; listing them takes longer than most statements. */
let engineFunctions: ReadonlySet<string> | undefined

/** In one statement. */
const maxPivots = 20
const maxPivotValues = 1000

/**
 * The one way of people's SQL to the engine: parsed, looked at node by node, its tables found, and only then prepared.
 */
export class SqlGate {
  readonly #connection: DuckDBConnection
  readonly #views: TableViews

  constructor(connection: DuckDBConnection, parent: EngineParent) {
    this.#connection = connection
    this.#views = new TableViews(connection, parent)
  }

  /** Ready to run, with its parameters. */
  async prepare(sql: string, params: HostQuery['params']): Promise<PassedStatement> {
    const { text, read } = await this.#planned(sql)
    const { tables, volatile, ordered } = await this.#check(text)
    if (read.some(({ name, file }) => tables.some(table => table.name === name && table.file !== file)))
      throw engineFailure(
        'sql_error',
        'A table was changed while the columns of its PIVOT were read. Run the query again.',
      )
    const context = { sql: text, tables }
    try {
      const extracted = await this.#connection.extractStatements(text.text)
      const statement = await extracted.prepare(0)
      if (extracted.count !== 1 || statement.statementType !== StatementType.SELECT)
        throw engineFailure('sql_forbidden', 'The SQL text is not one SELECT.')
      checkParameters(statement.parameterCount, params)
      const { values, types } = engineParams(params)
      statement.bind(values, types)
      return { statement, tables, volatile, ordered, text: text.text }
    } catch (error) {
      throw engineError(error, context)
    }
  }

  /** The statement as a table, to be made part of a larger one of ours. */
  async asTable(sql: string, params: HostQuery['params']): Promise<TableSource> {
    const { statement, tables, text } = await this.prepare(sql, params)
    statement.destroySync()
    const from = insideFrom(await this.#withoutEnd(text))
    const source = { from, params: engineParams(params), tables }
    try {
      // A prepared statement does not know yet which type a parameter gives to a column.
      const result = await this.#connection.stream(`${from} limit 0`, source.params.values, source.params.types)
      const columns = result.columnTypes().map((type, index) => ({ name: result.columnName(index), type }))
      if (!columns.some(({ type }) => hasSharedNames(type))) return { ...source, columns }
      const named = insideFrom(uniquelyNamed(from, columns))
      const { values, types } = source.params
      const again = await this.#connection.stream(`${named} limit 0`, values, types)
      return {
        ...source,
        from: named,
        columns: columns.map(({ name }, index) => ({ name, type: again.columnType(index) })),
      }
    } catch (error) {
      throw engineError(error, source)
    }
  }

  /** Where the columns of a PIVOT come from the data, the text with their values; `read`: what they were read from. */
  async #planned(sql: string): Promise<{ text: SqlText; read: HostTable[] }> {
    checkLength(sql)
    if (!/\bpivot\b/i.test(sql) || !(await isWithoutTree(this.#connection, sql)))
      return { text: new SqlText(sql), read: [] }
    const read: HostTable[] = []
    let planned = sql
    for (let pivots = 0; pivots < maxPivots; pivots += 1) {
      const pivot = openPivot(planned)
      if (pivot === null) break
      const values = []
      for (const question of pivot.questions) values.push(await this.#pivotValues(question, read))
      planned = pivot.withValues(values)
      checkLength(planned, maxPlannedBytes)
    }
    return { text: new SqlText(planned, { hasPlaces: false }), read }
  }

  async #pivotValues(question: string, read: HostTable[]): Promise<string[]> {
    const { tables } = await this.#check(new SqlText(question, { hasPlaces: false }))
    read.push(...tables)
    try {
      const answer = await this.#connection.runAndReadAll(`from (\n${question}\n) limit ${maxPivotValues + 1}`)
      const values = new Set(answer.getRowsJS().flatMap(([value]) => (value === null ? [] : [String(value)])))
      if (values.size > maxPivotValues)
        throw engineFailure(
          'query_limit',
          `The PIVOT gives more than ${maxPivotValues} columns. Name those you need: ON column IN ('a', 'b').`,
        )
      if (values.size === 0)
        throw engineFailure('sql_error', 'The PIVOT has no columns: there is no value to make one of.')
      return [...values]
    } catch (error) {
      throw engineError(error, { tables })
    }
  }

  async #check(sql: SqlText): Promise<{ tables: HostTable[]; volatile: string[]; ordered: boolean }> {
    const tree = await parseStatement(this.#connection, sql)
    const functions = (engineFunctions ??= await namesOfFunctions(this.#connection))
    const { tables, volatile, ordered, namedParameters } = checkStatement(sql, tree, name => functions.has(name))
    if (namedParameters.length > 0)
      throw engineFailure(
        'sql_error',
        `The statement has the parameters ${namedParameters.join(', ')}. Write ? for each value, in the order of \`params\`.`,
      )
    return { tables: await this.#views.show(sql, tables), volatile, ordered }
  }

  /** Without the semicolon, which may stand before comments. */
  async #withoutEnd(sql: string): Promise<string> {
    let end = sql.length
    // As many as a comment behind the statement may hold; each try is a parse.
    for (let tries = 0; tries < 32; tries += 1) {
      const text = sql.slice(0, end)
      if (await fitsIntoFrom(this.#connection, text)) return text
      end = sql.lastIndexOf(';', end - 1)
      if (end <= 0) break
    }
    throw engineFailure('sql_error', 'The statement cannot be used as a table. Leave out what stands behind its end.')
  }
}

async function namesOfFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const result = await connection.runAndReadAll('select distinct lower(function_name) from duckdb_functions()')
  return new Set(result.getRowsJS().map(([name]) => String(name)))
}

function checkParameters(wanted: number, params: HostQuery['params']): void {
  if (wanted === params.length) return
  throw engineFailure(
    'sql_error',
    `The statement has ${wanted} ${wanted === 1 ? 'parameter' : 'parameters'} (?), and ${params.length} ${params.length === 1 ? 'value was' : 'values were'} given.`,
  )
}
