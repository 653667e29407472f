import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedName, quotedText } from '../../quoting.ts'
import type { HostTable } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { asciiLower } from './check-statement.ts'
import type { NamedTable } from './check-statement.ts'
import { engineError } from './engine-error.ts'
import type { SqlText } from './sql-text.ts'

/**
 * The tables that statements name, as views over the files behind them. A file never changes; which file a name stands
 * for may.
 */
export class TableViews {
  readonly #connection: DuckDBConnection
  readonly #parent: EngineParent
  readonly #files = new Map<string, string>()

  constructor(connection: DuckDBConnection, parent: EngineParent) {
    this.#connection = connection
    this.#parent = parent
  }

  /** Makes the statement's names known to the engine. */
  async show(sql: SqlText, named: readonly NamedTable[]): Promise<HostTable[]> {
    if (named.length === 0) return []
    const found = await this.#parent.tables(named.map(({ name }) => name))
    const missing = named.filter((_, index) => !found[index])
    if (missing.length > 0) throw noSuchTable(sql, missing)
    const tables = found as HostTable[]
    for (const [index, { file }] of tables.entries()) await this.#view(sql, named[index]!.name, file)
    return tables
  }

  async #view(sql: SqlText, name: string, file: string): Promise<void> {
    // One view, however a statement writes its name.
    const view = asciiLower(name)
    if (this.#files.get(view) === file) return
    try {
      await this.#connection.run(
        `create or replace temp view ${quotedName(view)} as from read_parquet(${quotedText(file)})`,
      )
    } catch (error) {
      throw engineError(error, { sql, tables: [{ name, file }] })
    }
    this.#files.set(view, file)
  }
}

function noSuchTable(sql: SqlText, missing: readonly NamedTable[]): Error {
  const names = missing.slice(0, 10).map(({ name, position }) => {
    const place = sql.placeOf(position)
    return place === null ? JSON.stringify(name) : `${JSON.stringify(name)} (${place})`
  })
  const [which, are] = missing.length === 1 ? ['table', 'is'] : ['tables', 'are']
  return engineFailure(
    'sql_forbidden',
    `There ${are} no ${which} ${names.join(', ')}. Datasets are named by their table name, an older version as "table@2"; files and the engine's own tables cannot be read.`,
  )
}
