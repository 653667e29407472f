import { DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBDateValue, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import type { HostExport } from '../../../../kernel/index.ts'
import { XlsxFile } from '../../spreadsheet/xlsx-file.ts'
import type { XlsxValue } from '../../spreadsheet/xlsx-file.ts'
import { jsonWriterOf } from '../results/json-values.ts'
import type { TableSource } from '../sql/sql-gate.ts'
import { millisecondsOf } from '../results/time-texts.ts'
import type { TimestampValue } from '../results/time-texts.ts'

const msPerDay = 86_400_000

export async function writeSpreadsheet(
  connection: DuckDBConnection,
  { from, params, columns }: TableSource,
  { output, sheet, max_bytes: maxBytes }: HostExport,
): Promise<number> {
  const cells = columns.map(({ type }) => cellOf(type))
  const result = await connection.stream(from, params.values, params.types)
  const file = new XlsxFile({ path: output, sheet, columns: columns.map(({ name }) => name), maxBytes })
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) break
    const values = cells.map((cell, index) => chunk.getColumnValues(index).map(cell))
    for (let row = 0; row < chunk.rowCount; row += 1) file.add(values.map(column => column[row]!))
  }
  const { rows } = file
  file.finish()
  return rows
}

function cellOf(type: DuckDBType): (value: DuckDBValue) => XlsxValue {
  if (type.typeId === DuckDBTypeId.DATE) {
    return value => (value === null ? null : dateCell(value as DuckDBDateValue))
  }
  const json = jsonWriterOf(type)
  const asShown = (value: DuckDBValue): XlsxValue => {
    if (value === null) return null
    const shown = JSON.parse(json(value)) as unknown
    return typeof shown === 'object' ? json(value) : (shown as XlsxValue)
  }
  if (!timestamps.has(type.typeId)) return asShown
  return value => {
    const ms = value === null ? null : millisecondsOf(value as TimestampValue)
    return ms === null ? asShown(value) : { time: ms }
  }
}

const timestamps: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
])

function dateCell(value: DuckDBDateValue): XlsxValue {
  const ms = value.days * msPerDay
  return Math.abs(ms) > 8.64e15 ? String(value) : { date: ms }
}
