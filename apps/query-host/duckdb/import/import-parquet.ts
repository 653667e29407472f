import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedText } from '../../quoting.ts'
import { byteSize, engineFailure } from '../../engine-failure.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { overridden } from '../../reading/csv/csv-plan.ts'
import { RejectedRows } from '../../reading/rejected-rows.ts'
import { tooManyRows } from '../../reading/csv/tidy-csv.ts'
import type { ImportTask, ReadTable } from './import-csv.ts'
import { selectTyped } from './select-typed.ts'
import { describe, writeParquet } from './write-parquet.ts'

/** Parquet is read whole and written anew, so that every version's file is one of our own. */
export async function importParquet(connection: DuckDBConnection, path: string, task: ImportTask): Promise<ReadTable> {
  const { options, limits, output, progress } = task
  const file = quotedText(path)
  // Some writers leave the footer's own count at zero.
  const facts = await connection.runAndReadAll(
    `with groups as (select distinct row_group_id, row_group_num_rows from parquet_metadata(${file}))
     select greatest(max(num_rows), (select sum(row_group_num_rows) from groups))::double,
       (select sum(total_uncompressed_size)::double from parquet_metadata(${file}))
     from parquet_file_metadata(${file})`,
  )
  const [rows, bytes] = facts.getRowsJS()[0] as [number | null, number | null]
  if ((rows ?? 0) > limits.max_rows) throw tooManyRows(limits)
  if ((bytes ?? 0) > limits.max_bytes)
    throw engineFailure(
      'payload_too_large',
      `The file unpacks to ${byteSize(bytes ?? 0)}; at most ${byteSize(limits.max_bytes)} are read. Import it in parts.`,
    )
  const found = await describe(connection, `from read_parquet(${file})`)
  const { names, warnings } = cleanColumnNames(found.map(({ name }) => name))
  const named = overridden(names, options.columns)
  progress(0.3, 'Reading the rows')
  const select = selectTyped(`read_parquet(${file})`, named)
  const written = await writeParquet(connection, select, output)
  if (rows !== null && written.rows !== rows)
    throw engineFailure('import_failed', 'The Parquet file is damaged: it has not as many rows as it says.')
  return {
    written,
    rejected: new RejectedRows(),
    warnings: [...warnings, ...written.warnings],
    reading: {
      format: 'parquet',
      delimiter: null,
      header: null,
      decimal_separator: null,
      sheet: null,
      columns: written.columns.map((column, index) => ({
        ...column,
        source: (named[index]?.given ?? null) === null ? 'stored' : 'given',
      })),
    },
  }
}
