import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import type { JsonRow } from '@svc/plugin'
import { jsonWriterOf } from '../results/json-values.ts'

export type Json = string | number | boolean | null

export interface JsonTable {
  names: string[]
  types: DuckDBType[]
  /** Each cell as JSON text, as a query writes it. */
  rows: string[][]
}

/** A result of few rows. */
export async function jsonTable(
  connection: DuckDBConnection,
  sql: string,
  params: DuckDBValue[] = [],
): Promise<JsonTable> {
  const result = await connection.runAndReadAll(sql, params)
  const types = result.columnTypes()
  const writers = types.map(type => jsonWriterOf(type))
  const rows = result.getRows().map(row => row.map((value, index) => writers[index]!(value)))
  return { names: result.columnNames(), types, rows }
}

/** The rows as values; nested ones are objects and arrays, as the statement says by `Cell`. */
export async function valueRows<Cell = Json>(connection: DuckDBConnection, sql: string): Promise<Cell[][]> {
  const { rows } = await jsonTable(connection, sql)
  return rows.map(row => row.map(cell => JSON.parse(cell) as Cell))
}

export function asObject(names: readonly string[], cells: readonly string[]): JsonRow {
  return Object.fromEntries(names.map((name, index) => [name, JSON.parse(cells[index]!) as unknown]))
}
