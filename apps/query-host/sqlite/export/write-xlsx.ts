import type { TableColumn } from '@svc/plugin'
import type { HostExport } from '../../../../kernel/index.ts'
import { XlsxFile } from '../../spreadsheet/xlsx-file.ts'
import type { XlsxValue } from '../../spreadsheet/xlsx-file.ts'
import { plainCell } from '../sql/cells.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import type { OpenAnswer } from '../sql/open-answer.ts'
import { msOf } from '../tables/times.ts'

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
