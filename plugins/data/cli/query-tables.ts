import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { JsonObject, JsonValue, TableColumn } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { numberOption, textsOption, wordOption } from './options.ts'
import { textTable } from './text-table.ts'

interface Answer {
  columns: TableColumn[]
  rows: JsonValue[][]
  row_count: number
  truncated: boolean
}

/** `svc data query`. */
export async function queryTables(context: CliContext): Promise<number> {
  const format = wordOption(context, 'format', ['table', 'csv', 'json']) ?? 'table'
  const limit = numberOption(context, 'limit')
  const seconds = numberOption(context, 'timeout')
  const question: JsonObject = {
    sql: context.arguments['sql'] ?? '',
    params: textsOption(context, 'param').map(valueOf),
    ...(limit !== undefined && { limit }),
    ...(seconds !== undefined && { timeout_ms: seconds * 1000 }),
  }
  if (format === 'csv' && !context.json) {
    const rows = await context.download('/api/data/query', { ...question, format: 'csv' })
    await pipeline(rows, process.stdout, { end: false, signal: context.signal })
    return 0
  }
  const body = await text(await context.download('/api/data/query', question))
  const answer = JSON.parse(body) as Answer & JsonObject
  const { columns, rows, row_count, truncated } = answer
  if (format === 'json') {
    context.result(answer, JSON.stringify(answer, null, 2))
    return 0
  }
  context.result(
    answer,
    textTable(
      columns.map(({ name }) => name),
      rows,
    ),
  )
  context.note(`${row_count} rows${truncated ? '; there are more: raise --limit' : ''}`)
  return 0
}

/** As it would stand in JSON; else as text. */
function valueOf(given: string): JsonValue {
  if (given === 'null') return null
  if (given === 'true' || given === 'false') return given === 'true'
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(given) ? Number(given) : given
}
