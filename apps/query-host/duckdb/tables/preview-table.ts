import type { DuckDBConnection } from '@duckdb/node-api'
import type { TablePreview } from '@svc/plugin'
import { quotedName, quotedText } from '../../quoting.ts'
import type { HostPreview } from '../../../../kernel/index.ts'
import { jsonTable } from './json-rows.ts'
import { fileSource, storedColumns } from './stored-columns.ts'

const rowNumber = 'file_row_number'

/** Rows of a version from a place on, at the same cost wherever that is. */
export async function previewTable(
  connection: DuckDBConnection,
  { file, limit, offset }: HostPreview,
): Promise<TablePreview> {
  const columns = await storedColumns(connection, file)
  const list = columns.map(({ name }) => quotedName(name)).join(', ')
  // The engine's own column hides one of the same name.
  const isTaken = columns.some(({ name }) => name.toLowerCase() === rowNumber)
  const page = isTaken
    ? `from ${fileSource(file)} limit ${limit} offset ${offset}`
    : `from read_parquet(${quotedText(file)}, ${rowNumber} = true) where ${rowNumber} between ${offset} and ${offset + limit - 1} order by ${rowNumber}`
  const { rows } = await jsonTable(connection, `select ${list} ${page}`)
  return { columns, rows: `[${rows.map(row => `[${row.join(',')}]`).join(',')}]` }
}
