import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { JsonObject, JsonValue, TableColumn } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { textTable } from '@svc/plugin/library/terminal/text-table'

interface Answer {
  columns: TableColumn[]
  rows: JsonValue[][]
  row_count: number
  truncated: boolean
}

/** `svc data query`. */
export async function queryTables(context: CommandContext<Commands['data query']>): Promise<number> {
  const { format = 'table', limit, param, timeout } = context.options
  const question: JsonObject = {
    sql: context.arguments.sql,
    params: param.map(valueOf),
    ...(limit !== undefined && { limit }),
    ...(timeout !== undefined && { timeout_ms: Math.round(timeout * 1000) }),
  }
  if (format === 'csv' && !context.io.json) {
    const rows = await context.client.download('/api/data/query', { ...question, format: 'csv' })
    await pipeline(rows, process.stdout, { end: false, signal: context.signal })
    return 0
  }
  const body = await text(await context.client.download('/api/data/query', question))
  const answer = JSON.parse(body) as Answer & JsonObject
  const { columns, rows, row_count, truncated } = answer
  if (format === 'json') {
    context.io.result(answer, JSON.stringify(answer, null, 2))
    return 0
  }
  context.io.result(
    answer,
    textTable(
      columns.map(({ name }) => name),
      rows,
    ),
  )
  context.io.note(`${counted(row_count, 'row')}${truncated ? '; there are more: raise --limit' : ''}`)
  return 0
}

/** As it would stand in JSON; else as text. */
function valueOf(given: string): JsonValue {
  if (given === 'null') return null
  if (given === 'true' || given === 'false') return given === 'true'
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(given) ? Number(given) : given
}
