import { open, stat } from 'node:fs/promises'
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { csvHeader, quotedText } from '../../quoting.ts'
import type { HostExport, HostExported } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { noParams } from '../engine-params.ts'
import { engineError } from '../sql/engine-error.ts'
import { jsonWriterOf, typeNameOf } from '../results/json-values.ts'
import { SqlGate } from '../sql/sql-gate.ts'
import type { TableSource } from '../sql/sql-gate.ts'
import { csvWriterOf } from './csv-values.ts'
import { csvSelect, jsonOptions, jsonSelect, parquetSelect } from './exported-select.ts'
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
  const { values, types } = source.params
  const copy = async (select: string, options: string): Promise<number> => {
    const result = await connection.runAndReadAll(
      `copy (${select}) to ${quotedText(output)} (${options})`,
      values,
      types,
    )
    return Number(result.getRowsJS()[0]?.[0] ?? 0)
  }
  if (format === 'csv') {
    const select = csvSelect(source)
    return select === null ? writeCsvFile(connection, source, output) : copy(select, 'format csv, header true')
  }
  if (format === 'parquet') return copy(parquetSelect(source), 'format parquet, compression zstd')
  if (format === 'xlsx') return writeSpreadsheet(connection, source, request)
  const select = jsonSelect(source)
  return select === null ? writeJsonFile(connection, source, request) : copy(select, jsonOptions(format === 'json'))
}

function tooLarge(maxBytes: number): Error {
  return engineFailure('query_limit', `The file has more than ${maxBytes} bytes. Export fewer rows or columns.`)
}

/** The file's own limit was met while it was written. */
function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /File too large|EFBIG/i.test(error.message)
}

/** For columns whose values the engine's own writer would not write as `query` does: lists, structs and the like. */
async function writeCsvFile(connection: DuckDBConnection, source: TableSource, output: string): Promise<number> {
  const writers = source.columns.map(({ type }) => csvWriterOf(type))
  await using file = await open(output, 'w')
  await file.write(csvHeader(source.columns))
  const rows = await eachChunk(connection, source, async chunk => {
    const cells = writers.map((write, index) => chunk.getColumnValues(index).map(write))
    let text = ''
    for (let row = 0; row < chunk.rowCount; row += 1) text += `${cells.map(column => column[row]!).join(',')}\n`
    await file.write(text)
  })
  return rows
}

/** Rows as objects, for the same. */
async function writeJsonFile(
  connection: DuckDBConnection,
  source: TableSource,
  { format, output }: HostExport,
): Promise<number> {
  const members = source.columns.map(({ name, type }) => ({ key: JSON.stringify(name), write: jsonWriterOf(type) }))
  const [before, between, after] = format === 'json' ? ['[\n', ',\n', '\n]\n'] : ['', '\n', '\n']
  await using file = await open(output, 'w')
  await file.write(before)
  const rows = await eachChunk(connection, source, async (chunk, rowsBefore) => {
    const cells = members.map(({ key, write }, index) =>
      chunk.getColumnValues(index).map(value => `${key}:${write(value)}`),
    )
    let text = ''
    for (let row = 0; row < chunk.rowCount; row += 1)
      text += `${rowsBefore + row === 0 ? '' : between}{${cells.map(column => column[row]!).join(',')}}`
    await file.write(text)
  })
  if (rows > 0 || format === 'json') await file.write(after)
  return rows
}

/** The number of all rows. */
async function eachChunk(
  connection: DuckDBConnection,
  { from, params }: TableSource,
  take: (chunk: DuckDBDataChunk, rowsBefore: number) => Promise<void>,
): Promise<number> {
  const result = await connection.stream(from, params.values, params.types)
  for (let rows = 0; ;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return rows
    await take(chunk, rows)
    rows += chunk.rowCount
  }
}
