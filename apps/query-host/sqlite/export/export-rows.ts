import type { TableColumn } from '@svc/plugin'
import { csvHeader } from '../../quoting.ts'
import type { HostExport, HostExported } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { cleanColumnNames } from '../../reading/column-names.ts'
import { csvCell, jsonCell, plainCell } from '../sql/cells.ts'
import type { OpenAnswer } from '../sql/open-answer.ts'
import { openAnswer } from '../sql/open-answer.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { columnsOf, openVersion } from '../tables/version-file.ts'
import { XlsxFile } from '../../spreadsheet/xlsx-file.ts'
import type { XlsxValue } from '../../spreadsheet/xlsx-file.ts'
import { msOf } from '../tables/stored-values.ts'
import { TextFile } from './text-file.ts'
import { writeParquet } from './write-parquet.ts'

interface Written {
  rows: number
  bytes: number
}

type Write = (answer: OpenAnswer, request: HostExport) => Written | Promise<Written>

const writers: Record<Exclude<HostExport['format'], 'arrow'>, Write> = {
  csv: writeCsv,
  json: (answer, request) => writeObjects(answer, request, { before: '[', between: ',\n', after: ']\n' }),
  ndjson: (answer, request) => writeObjects(answer, request, { before: '', between: '\n', after: '\n' }),
  parquet: writeParquet,
  xlsx: writeXlsx,
}

/** Formats whose readers find a value by the name of its column. */
const byName: ReadonlySet<HostExport['format']> = new Set(['json', 'ndjson', 'parquet'])

/** A statement may give several columns one name. */
function uniquelyNamed(columns: TableColumn[]): TableColumn[] {
  const given = columns.map(({ name }) => name)
  if (new Set(given.map(name => name.toLowerCase())).size === given.length) return columns
  const { names } = cleanColumnNames(given)
  return columns.map((column, index) => ({ ...column, name: names[index] ?? column.name }))
}

export async function exportRows(request: HostExport, parent: EngineParent): Promise<HostExported> {
  if (request.format === 'arrow')
    throw engineFailure('sql_error', 'This engine writes no Arrow files. Ask for parquet, which holds the same.')
  const answer = await openSource(request.source, parent)
  try {
    const named = byName.has(request.format) ? { ...answer, columns: uniquelyNamed(answer.columns) } : answer
    const { rows, bytes } = await writers[request.format](named, request)
    return { rows, bytes, columns: answer.columns, tables: answer.tables }
  } catch (error) {
    throw answer.failure(error)
  } finally {
    answer.close()
  }
}

function writeCsv({ columns, rows }: OpenAnswer, { output, max_bytes }: HostExport): Written {
  const file = new TextFile(output, max_bytes)
  let count = 0
  file.add(csvHeader(columns))
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    file.add(`${columns.map(({ type }, index) => csvCell(next.value[index] ?? null, type)).join(',')}\n`)
    count += 1
  }
  return { rows: count, bytes: file.finish() }
}

function writeObjects(
  { columns, rows }: OpenAnswer,
  { output, max_bytes }: HostExport,
  { before, between, after }: { before: string; between: string; after: string },
): Written {
  const file = new TextFile(output, max_bytes)
  const names = columns.map(({ name }) => JSON.stringify(name))
  let count = 0
  file.add(before)
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    const members = columns.map(({ type }, index) => `${names[index]}:${jsonCell(next.value[index] ?? null, type)}`)
    file.add(`${count === 0 ? '' : between}{${members.join(',')}}`)
    count += 1
  }
  file.add(count === 0 && before === '' ? '' : after)
  return { rows: count, bytes: file.finish() }
}

const allSql = 'SELECT * FROM data ORDER BY rowid'

/** The rows that are to be exported: of a statement, or a version as it is. */
export async function openSource(source: HostExport['source'], parent: EngineParent): Promise<OpenAnswer> {
  if ('sql' in source) return openAnswer(source.sql, source.params, names => parent.tables(names), 'all rows')
  const db = openVersion(source.file)
  const rows = db.prepare<[], SqlValue[]>(allSql).raw(true).safeIntegers(true).iterate()
  return {
    columns: columnsOf(db),
    tables: [],
    volatile: [],
    rows,
    failure: error => (error instanceof Error ? error : new Error('A row could not be read.', { cause: error })),
    close() {
      rows.return?.()
      db.close()
    },
  }
}

export function writeXlsx(
  { columns, rows }: OpenAnswer,
  { output, sheet, max_bytes: maxBytes }: HostExport,
): { rows: number; bytes: number } {
  const file = new XlsxFile({ path: output, sheet, columns: columns.map(({ name }) => name), maxBytes })
  try {
    for (let next = rows.next(); next.done !== true; next = rows.next())
      file.add(columns.map((column, index) => cellOf(next.value[index] ?? null, column)))
    const { rows: count } = file
    return { rows: count, bytes: file.finish() }
  } catch (error) {
    file.close()
    throw error
  }
}

function cellOf(value: SqlValue, { type }: TableColumn): XlsxValue {
  const ms = type === 'DATE' || type === 'TIMESTAMP' ? msOf(String(value)) : Number.NaN
  if (!Number.isNaN(ms)) return type === 'DATE' ? { date: ms } : { time: ms }
  const shown: unknown = plainCell(value, type)
  return typeof shown === 'object' && shown !== null ? JSON.stringify(shown) : (shown as XlsxValue)
}
