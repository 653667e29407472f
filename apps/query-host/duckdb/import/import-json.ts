import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedText } from '../../quoting.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { overridden } from '../../reading/csv/csv-plan.ts'
import { tidyJson } from '../../reading/tidy-json.ts'
import type { OpenedText } from '../../reading/open-upload.ts'
import { RejectedRows } from '../../reading/rejected-rows.ts'
import type { ImportTask, ReadTable } from './import-csv.ts'
import { selectTyped } from './select-typed.ts'
import { describe, writeParquet } from './write-parquet.ts'
import type { WrittenParquet } from './write-parquet.ts'

/** Deeper than this, values are kept as JSON. */
const maxDepth = 8

/** The engine reads regular JSON by itself; what it cannot is put in order line by line, or refused with the place. */
export async function importJson(connection: DuckDBConnection, text: OpenedText, task: ImportTask): Promise<ReadTable> {
  task.progress(0.2, 'Reading the rows')
  const isRegular = !/^\s*\{/.test(text.head) || text.format === 'ndjson'
  const plain = isRegular ? await read(connection, text.path, text.format === 'json', task).catch(() => null) : null
  const rejected = plain === null ? new RejectedRows() : null
  let table = plain
  if (table === null) {
    const tidied = await tidyJson(text, `${task.staging}/tidy`, task.limits, rejected!)
    table = await read(connection, tidied, false, task)
  }
  rejected?.check(table.written.rows)
  return {
    written: table.written,
    rejected: rejected ?? new RejectedRows(),
    warnings: [...text.warnings, ...table.warnings],
    reading: {
      format: text.format!,
      delimiter: null,
      header: null,
      decimal_separator: null,
      sheet: null,
      columns: table.written.columns.map((column, index) => ({
        ...column,
        source: table.given[index] === true ? 'given' : 'inferred',
      })),
    },
  }
}

async function read(
  connection: DuckDBConnection,
  path: string,
  isArray: boolean,
  { options, limits, output }: ImportTask,
): Promise<{ written: WrittenParquet; warnings: string[]; given: boolean[] }> {
  // All rows are looked at for keys and types: a key that is missing in the first of them would else be dropped silently.
  const source =
    `read_json(${quotedText(path)}, format = '${isArray ? 'array' : 'newline_delimited'}', records = true, sample_size = -1, ` +
    `maximum_depth = ${maxDepth}, map_inference_threshold = -1, maximum_object_size = ${Math.max(limits.max_line_bytes, 1024) + 16}, compression = 'uncompressed')`
  const found = await describe(connection, `from ${source}`)
  const { names, warnings } = cleanColumnNames(found.map(({ name }) => name))
  const named = overridden(names, options.columns)
  const written = await writeParquet(connection, selectTyped(source, named), output)
  const mixed = written.columns.filter(({ type }) => type === 'JSON').slice(0, 10)
  const notes = mixed.map(({ name }) => `"${name}" holds values of different kinds; they are kept as JSON.`)
  return {
    written,
    warnings: [...warnings, ...written.warnings, ...notes],
    given: named.map(({ given }) => given !== null),
  }
}
