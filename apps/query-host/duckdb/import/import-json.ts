import type { DuckDBConnection } from '@duckdb/node-api'
import { quotedText } from '../../quoting.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { overridden } from '../../reading/csv/csv-plan.ts'
import { tidyJson } from '../../reading/tidy-json.ts'
import type { OpenedText } from '../../reading/open-upload.ts'
import { RejectedRows } from '../../reading/rejected-rows.ts'
import { RepeatedKeys } from '../../reading/repeated-keys.ts'
import type { ImportTask, ReadTable } from './import-csv.ts'
import { selectTyped } from './select-typed.ts'
import { describe, writeParquet } from './write-parquet.ts'
import type { WrittenParquet } from './write-parquet.ts'

/** Deeper than this, values are kept as JSON. */
const maxDepth = 8

/**
 * The engine reads regular JSON by itself. What it cannot, such as an object with a key twice, is put in order line by line, or refused with the
 * place.
 */
export async function importJson(connection: DuckDBConnection, text: OpenedText, task: ImportTask): Promise<ReadTable> {
  task.progress(0.2, 'Reading the rows')
  const isRegular = !/^\s*\{/.test(text.head) || text.format === 'ndjson'
  const rejected = new RejectedRows()
  const repeated = new RepeatedKeys()
  const tidied = async (): Promise<ReadJson> => {
    const path = await tidyJson(text, `${task.staging}/tidy`, task.limits, rejected, repeated)
    return read(connection, path, false, task)
  }
  const table = isRegular
    ? await read(connection, text.path, text.format === 'json', task).catch(tidied)
    : await tidied()
  rejected.check(table.written.rows)
  return {
    written: table.written,
    rejected,
    warnings: [...text.warnings, ...repeated.warnings(), ...table.warnings],
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

interface ReadJson {
  written: WrittenParquet
  warnings: string[]
  given: boolean[]
}

async function read(
  connection: DuckDBConnection,
  path: string,
  isArray: boolean,
  { options, limits, output }: ImportTask,
): Promise<ReadJson> {
  const file =
    `${quotedText(path)}, format = '${isArray ? 'array' : 'newline_delimited'}', compression = 'uncompressed', ` +
    `maximum_object_size = ${Math.max(limits.max_line_bytes, 1024) + 16}`
  // All rows are looked at for keys and types: a key that is missing in the first of them would else be dropped silently.
  const source = `read_json(${file}, records = true, sample_size = -1, maximum_depth = ${maxDepth}, map_inference_threshold = -1)`
  const found = await describe(connection, `from ${source}`)
  const cleaned = cleanColumnNames(found.map(({ name }) => name))
  const { names } = cleaned
  const warnings = [...(await renamedKeys(connection, file, names)), ...cleaned.warnings]
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

/** The engine calls a key that differs from an earlier one in case alone `A_1`, without a warning. */
async function renamedKeys(connection: DuckDBConnection, file: string, names: readonly string[]): Promise<string[]> {
  const lower = new Set(names.map(name => name.toLowerCase()))
  const isOfAnother = (name: string): boolean =>
    lower.has(withoutNumber(name).toLowerCase()) && name !== withoutNumber(name)
  if (!names.some(isOfAnother)) return []
  const keys = await connection.runAndReadAll(`select distinct unnest(json_keys(json)) from read_json_objects(${file})`)
  const known = new Set(keys.getRowsJS().map(([key]) => String(key)))
  const keyOf = (name: string): string => {
    const key = withoutNumber(name)
    return key === name || (known.has(key) && !names.includes(key)) ? key : keyOf(key)
  }
  return names
    .flatMap((name, index) => (known.has(name) ? [] : [`Column ${index + 1}, "${keyOf(name)}", is called "${name}".`]))
    .slice(0, 10)
}

function withoutNumber(name: string): string {
  return name.replace(/(.)_\d+$/s, '$1')
}
