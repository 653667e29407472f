import { open, stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedText } from '../../quoting.ts'
import type { HostExport, HostExported } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { noParams } from '../engine-params.ts'
import { engineError } from '../sql/engine-error.ts'
import { jsonWriterOf, typeNameOf } from '../sql/json-values.ts'
import { SqlGate } from '../sql/sql-gate.ts'
import type { TableSource } from '../sql/sql-gate.ts'
import { csvSelect, heldRows, jsonSelect, parquetSelect } from './exported-select.ts'
import { writeSpreadsheet } from './spreadsheet.ts'

/** Writes a version or a statement's rows as a file people take away. */
export async function exportTable(
  connection: DuckDBConnection,
  request: HostExport,
  parent: EngineParent,
): Promise<HostExported> {
  if (request.format === 'arrow')
    throw engineFailure('sql_error', 'Arrow files cannot be written here. Ask for parquet, which Arrow reads.')
  const source = await sourceOf(connection, request.source, parent)
  try {
    const rows = await write(connection, source, request)
    const { size: bytes } = await stat(request.output)
    if (bytes > request.max_bytes) throw tooLarge(request.max_bytes)
    const columns = source.columns.map(({ name, type }) => ({ name, type: typeNameOf(type) }))
    return { rows, bytes, columns, tables: source.tables }
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(request.max_bytes)
    throw engineError(error, source)
  }
}

async function sourceOf(
  connection: DuckDBConnection,
  source: HostExport['source'],
  parent: EngineParent,
): Promise<TableSource> {
  if ('sql' in source) return new SqlGate(connection, parent).asTable(source.sql, source.params)
  const from = `from read_parquet(${quotedText(source.file)})`
  try {
    const statement = await connection.prepare(from)
    const columns = Array.from({ length: statement.columnCount }, (_, index) => {
      return { name: statement.columnName(index), type: statement.columnType(index) }
    })
    statement.destroySync()
    return { from, params: noParams, columns, tables: [] }
  } catch (error) {
    throw engineError(error, {})
  }
}

async function write(connection: DuckDBConnection, source: TableSource, request: HostExport): Promise<number> {
  const { format, output } = request
  const copy = async (select: string, options: string, { values, types } = source.params): Promise<number> => {
    const result = await connection.runAndReadAll(
      `copy (${select}) to ${quotedText(output)} (${options})`,
      values,
      types,
    )
    return Number(result.getRowsJS()[0]?.[0] ?? 0)
  }
  if (format === 'csv') return copy(csvSelect(source), 'format csv, header true')
  if (format === 'parquet') return copy(parquetSelect(source), 'format parquet, compression zstd')
  if (format === 'xlsx') return writeSpreadsheet(connection, source, request)
  if (jsonSelect(source, new Set()) === null) return writeJsonFile(connection, source, request)
  const rows = await heldRows(connection, source)
  const select = jsonSelect(rows.source, rows.plain)!
  return copy(select, `format json, array ${format === 'json'}`, rows.source.params)
}

function tooLarge(maxBytes: number): Error {
  return engineFailure('query_limit', `The file has more than ${maxBytes} bytes. Export fewer rows or columns.`)
}

/** The file's own limit was met while it was written. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /File too large|EFBIG/i.test(error.message)
}

/**
 * Rows as objects, for columns whose values the engine's own writer would not write as `query` does: lists, structs and
 * the like.
 */
export async function writeJsonFile(
  connection: DuckDBConnection,
  { from, params, columns }: TableSource,
  { format, output }: HostExport,
): Promise<number> {
  const members = columns.map(({ name, type }) => ({ key: JSON.stringify(name), write: jsonWriterOf(type) }))
  const [before, between, after] = format === 'json' ? ['[\n', ',\n', '\n]\n'] : ['', '\n', '\n']
  const result = await connection.stream(from, params.values, params.types)
  await using file = await open(output, 'w')
  let rows = 0
  await file.write(before)
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) break
    const cells = members.map(({ key, write }, index) =>
      chunk.getColumnValues(index).map(value => `${key}:${write(value)}`),
    )
    let text = ''
    for (let row = 0; row < chunk.rowCount; row += 1) {
      text += `${rows === 0 ? '' : between}{${cells.map(column => column[row]!).join(',')}}`
      rows += 1
    }
    await file.write(text)
  }
  if (rows > 0 || format === 'json') await file.write(after)
  return rows
}
