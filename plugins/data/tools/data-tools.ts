import type { JsonObject, JsonValue, PluginEnv, QueryParam, TableProfile } from '@svc/plugin'
import type { Catalog } from '../catalog/catalog.ts'
import type { Queries } from '../queries/queries.ts'
import type { Reader } from '../reading/reader.ts'
import type { WorkspaceDatasets } from '../workspace-datasets.ts'

/** `schemas/data-query.input.json`. */
interface QueryInput {
  sql: string
  params?: QueryParam[]
  max_rows?: number
}
/** `schemas/data-describe.input.json`. */
interface DescribeInput {
  dataset?: string
  search?: string
}
/** `schemas/data-import.input.json`. */
interface ImportInput {
  name?: string
  dataset_id?: string
  content: string
  format?: 'csv' | 'tsv' | 'json' | 'ndjson'
}

export interface DataToolsOptions {
  catalog: Catalog
  queries: Queries
  reader: Reader
  service: WorkspaceDatasets
}

const queryMs = 30_000
const profileMs = 60_000
const fewRows = 50
/** What a model reads of an answer: characters of its rows. */
const mostText = 24_000
/** The limit of all rows before they are cut, because they are read in one piece. */
const mostBytes = 4 * 1024 * 1024
const mostColumns = 200
const mostListed = 50
const sampleRows = 5

/** What an agent does with the workspace's datasets. */
export function bindDataTools(env: PluginEnv<unknown>, { catalog, queries, reader, service }: DataToolsOptions): void {
  env.tool<QueryInput>('data_query', async ({ sql, params = [], max_rows = fewRows }, { principal, signal }) => {
    const question = { sql, params, limit: max_rows, format: 'json' as const, maxBytes: mostBytes }
    const run = { signal, timeoutMs: queryMs, person: principal.user_id }
    const { result } = await queries.ask(principal.workspace_id, question, run)
    let text = ''
    for await (const piece of result.pieces) text += piece
    const rows = JSON.parse(`[${text}]`) as JsonValue[]
    const { truncated: isLonger } = result.end()
    const shown = fitting(rows)
    const notice = noticeOf(rows.length, shown.length, isLonger)
    const columns = result.columns.map(({ name, type }) => ({ name, type }))
    return { columns, rows: shown, row_count: shown.length, truncated: notice !== null, ...(notice && { notice }) }
  })

  env.tool<DescribeInput>('data_describe', async ({ dataset, search }, { principal, signal }): Promise<JsonObject> => {
    const { workspace_id } = principal
    if (dataset === undefined) {
      const page = catalog.list(workspace_id, { limit: mostListed, ...(search !== undefined && { search }) })
      const datasets = page.items.map(
        ({ name, table, description, tags, rows, columns, latest_version, dataset_id }) => {
          return { dataset_id, name, table, description, tags, rows, columns, version: latest_version }
        },
      )
      return { datasets, more: page.next_cursor !== null }
    }
    const { dataset_id, name, table, version, rows } = service.get(workspace_id, dataset)
    const row = reader.version(workspace_id, dataset_id, version)
    const profile = await reader.profile(workspace_id, row, { signal, timeoutMs: profileMs })
    const wanted = { dataset_id, version, limit: sampleRows, offset: 0 }
    const preview = await reader.preview(workspace_id, wanted, { signal, timeoutMs: queryMs })
    const columns = profile.columns.slice(0, mostColumns).map(columnForModel)
    const left = profile.columns.length - columns.length
    return {
      dataset_id,
      name,
      table,
      version,
      rows,
      columns,
      sample: fitting(JSON.parse(preview.rows) as JsonValue[]),
      ...(left > 0 && { notice: `${left} more columns are not shown; DESCRIBE ${table} lists them all.` }),
    }
  })

  env.tool<ImportInput>('data_import', async ({ name, dataset_id, content, format }, { principal, signal }) => {
    const options = format === undefined ? {} : { format }
    const target = { name: name ?? null, ...(dataset_id !== undefined && { dataset_id }) }
    const made = await service.import({ ...target, content, options }, { principal, signal })
    const { table, version, rows, columns, warnings, rejected } = made
    const known = columns.slice(0, mostColumns).map(column => ({ name: column.name, type: column.type }))
    return {
      dataset_id: made.dataset_id,
      name: made.name,
      table,
      version,
      rows,
      columns: known,
      warnings,
      rejected: { count: rejected.count, sample: rejected.sample.slice(0, 5) },
    }
  })
}

function columnForModel(column: TableProfile['columns'][number]): JsonObject {
  const { name, type, missing, distinct, min, max, mean, top } = column
  return {
    name,
    type,
    missing,
    distinct,
    min: shortened(min),
    max: shortened(max),
    ...(mean !== null && { mean }),
    top: top.slice(0, 3).map(({ value }) => shortened(value)),
  }
}

function shortened(value: string | number | boolean | null): string | number | boolean | null {
  return typeof value === 'string' && value.length > 100 ? `${value.slice(0, 99).toWellFormed()}…` : value
}

/** As many rows as a model should read. */
function fitting(rows: readonly JsonValue[]): JsonValue[] {
  let length = 0
  const end = rows.findIndex(row => (length += JSON.stringify(row).length) > mostText)
  return end < 0 ? [...rows] : rows.slice(0, end)
}

function noticeOf(rows: number, shown: number, isLonger: boolean): string | null {
  if (shown < rows)
    return `Only ${shown} rows are shown: the others would be too much text. Ask for fewer columns, or aggregate.`
  if (isLonger) return `There are more rows than these ${rows}. Aggregate, filter, or ask for more with max_rows.`
  return null
}
