import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBType } from '@duckdb/node-api'
import { StatementType } from '@duckdb/node-api'
import { fitsIntoFrom, insideFrom, parseStatement } from './statement-tree.ts'
import type { HostQuery, HostTable } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { engineParams } from '../engine-params.ts'
import type { EngineParams } from '../engine-params.ts'
import { checkStatement } from './check-statement.ts'
import { engineError } from './engine-error.ts'
import { SqlText } from './sql-text.ts'
import { TableViews } from './table-views.ts'
import { hasSharedNames, uniquelyNamed } from './unique-names.ts'

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
}

/**
 * The one way of people's SQL to the engine: parsed, looked at node by node, its tables found, and only then prepared.
 */
export class SqlGate {
  readonly #connection: DuckDBConnection
  readonly #views: TableViews
  #functions: Promise<ReadonlySet<string>> | undefined

  constructor(connection: DuckDBConnection, parent: EngineParent) {
    this.#connection = connection
    this.#views = new TableViews(connection, parent)
  }

  /** Ready to run, with its parameters. */
  async prepare(sql: string, params: HostQuery['params']): Promise<PassedStatement> {
    const text = new SqlText(sql)
    const { tables, volatile, ordered } = await this.#check(text)
    const context = { sql: text, tables }
    try {
      const extracted = await this.#connection.extractStatements(sql)
      const statement = await extracted.prepare(0)
      if (extracted.count !== 1 || statement.statementType !== StatementType.SELECT)
        throw engineFailure('sql_forbidden', 'The SQL text is not one SELECT.')
      checkParameters(statement.parameterCount, params)
      const { values, types } = engineParams(params)
      statement.bind(values, types)
      return { statement, tables, volatile, ordered }
    } catch (error) {
      throw engineError(error, context)
    }
  }

  /** The statement as a table, to be made part of a larger one of ours. */
  async asTable(sql: string, params: HostQuery['params']): Promise<TableSource> {
    const { statement, tables } = await this.prepare(sql, params)
    statement.destroySync()
    const from = insideFrom(await this.#withoutEnd(sql))
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

  async #check(sql: SqlText): Promise<{ tables: HostTable[]; volatile: string[]; ordered: boolean }> {
    const tree = await parseStatement(this.#connection, sql)
    const functions = await (this.#functions ??= this.#allFunctions())
    const { tables, volatile, ordered, namedParameters } = checkStatement(sql, tree, name => functions.has(name))
    if (namedParameters.length > 0)
      throw engineFailure(
        'sql_error',
        `The statement has the parameters ${namedParameters.join(', ')}. Write ? for each value, in the order of \`params\`.`,
      )
    return { tables: await this.#views.show(sql, tables), volatile, ordered }
  }

  async #allFunctions(): Promise<ReadonlySet<string>> {
    const result = await this.#connection.runAndReadAll('select distinct lower(function_name) from duckdb_functions()')
    return new Set(result.getRowsJS().map(([name]) => String(name)))
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

function checkParameters(wanted: number, params: HostQuery['params']): void {
  if (wanted === params.length) return
  throw engineFailure(
    'sql_error',
    `The statement has ${wanted} ${wanted === 1 ? 'parameter' : 'parameters'} (?), and ${params.length} ${params.length === 1 ? 'value was' : 'values were'} given.`,
  )
}
