import type { DuckDBConnection } from '@duckdb/node-api'
import { lineNumbers } from '../../reading/line-numbers.ts'
import { RejectedRows } from '../../reading/rejected-rows.ts'
import { wrongCells } from '../../reading/tidy-csv.ts'

/** Rows with the wrong number of values, as the engine told them; null for anything else it told, which needs more care than its word. */
export async function readRejects(
  connection: DuckDBConnection,
  { errors, limit }: { errors: string; limit: number },
  path: string,
): Promise<RejectedRows | null> {
  const found = await connection.runAndReadAll(
    `select error_type::varchar, csv_line, error_message, line_byte_position::double from ${errors} order by byte_position`,
  )
  const rows = found.getRowsJS() as [string, string | null, string, number | null][]
  const isPlain = rows.every(([type]) => type === 'MISSING COLUMNS' || type === 'TOO MANY COLUMNS')
  if (!isPlain || rows.length >= limit) return null
  const rejected = new RejectedRows()
  const lines = await lineNumbers(
    path,
    rows.slice(0, 20).map(([, , , place]) => place ?? 0),
  )
  for (const [index, [, text, message]] of rows.entries()) {
    const [, expected = '?', cells = '?'] = /Columns: (\d+) Found: (\d+)/.exec(message) ?? []
    rejected.add({
      line: lines[index] ?? 0,
      column: null,
      reason: wrongCells(Number(cells), Number(expected)),
      text: (text ?? '').trimEnd(),
    })
  }
  return rejected
}
