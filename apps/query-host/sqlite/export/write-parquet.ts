import { stat } from 'node:fs/promises'
import { ParquetWriter, fileWriter } from 'hyparquet-writer'
import type { SchemaElement } from 'hyparquet'
import type { TableColumn } from '@svc/plugin'
import type { HostExport } from '../../../../kernel/index.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import type { OpenAnswer } from '../sql/open-answer.ts'
import { msOf } from '../tables/stored-values.ts'
import { exportTooLarge } from './text-file.ts'

const rowsInGroup = 50_000
const dayMs = 86_400_000

interface ParquetColumn {
  element: SchemaElement
  /** The value as the writer wants it, or null. */
  value(cell: SqlValue): unknown
}

/** Row group by row group: one is in memory at a time. */
export async function writeParquet(
  { columns, rows }: OpenAnswer,
  { output, max_bytes }: HostExport,
): Promise<{ rows: number; bytes: number }> {
  const made = columns.map(parquetColumn)
  const root: SchemaElement = { name: 'root', num_children: columns.length }
  const writer = fileWriter(output)
  const file = new ParquetWriter({ writer, schema: [root, ...made.map(({ element }) => element)], createdBy: 'svc' })
  let count = 0
  let group = made.map((): unknown[] => [])
  const flush = async (): Promise<void> => {
    const columnData = columns.map(({ name }, index) => ({ name, data: group[index] ?? [] }))
    await file.write({ columnData, rowGroupSize: rowsInGroup })
    group = made.map(() => [])
    if (writer.offset > max_bytes) throw exportTooLarge(max_bytes)
  }
  for (let next = rows.next(); next.done !== true; next = rows.next()) {
    for (const [index, column] of made.entries()) group[index]?.push(column.value(next.value[index] ?? null))
    count += 1
    if (count % rowsInGroup === 0) await flush()
  }
  if (count % rowsInGroup !== 0) await flush()
  await file.finish()
  const { size } = await stat(output)
  return { rows: count, bytes: size }
}

function parquetColumn({ name, type }: TableColumn): ParquetColumn {
  const element = (rest: Partial<SchemaElement>): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...rest })
  const present =
    (value: (cell: NonNullable<SqlValue>) => unknown) =>
    (cell: SqlValue): unknown =>
      cell === null ? null : value(cell)
  switch (type) {
    case 'BOOLEAN':
      return { element: element({ type: 'BOOLEAN' }), value: present(cell => Boolean(cell)) }
    case 'BIGINT':
    case 'INTEGER':
      return { element: element({ type: 'INT64' }), value: present(wholeNumber) }
    case 'DOUBLE':
      return { element: element({ type: 'DOUBLE' }), value: present(Number) }
    case 'DATE':
      return {
        element: element({ type: 'INT32', converted_type: 'DATE' }),
        value: present(cell => new Date(Math.round(msOf(String(cell)) / dayMs) * dayMs)),
      }
    case 'TIMESTAMP':
      return {
        element: element({
          type: 'INT64',
          logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' },
        }),
        value: present(cell => microsOf(String(cell))),
      }
    case 'BLOB':
      return { element: element({ type: 'BYTE_ARRAY' }), value: present(bytesOf) }
    case 'JSON':
      return { element: element({ type: 'BYTE_ARRAY', converted_type: 'UTF8' }), value: present(String) }
    default:
      return { element: element({ type: 'BYTE_ARRAY', converted_type: 'UTF8' }), value: present(String) }
  }
}

// A column that is reckoned may hold a fraction among its whole numbers.
function wholeNumber(cell: NonNullable<SqlValue>): bigint {
  return typeof cell === 'bigint' ? cell : BigInt(Math.round(Number(cell)))
}

function bytesOf(cell: NonNullable<SqlValue>): Uint8Array {
  return Buffer.isBuffer(cell) ? cell : Buffer.from(String(cell))
}

function microsOf(text: string): bigint {
  const [seconds = '', fraction = ''] = text.split('.')
  return BigInt(msOf(seconds)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}
