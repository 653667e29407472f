import type { TableColumn } from '@svc/plugin'
import { csvText } from '../../quoting.ts'
import { uniquelyNamedJson } from '../../json-names.ts'
import { isFloatType } from '../../digest-builder.ts'
import type { SqlValue } from './define-functions.ts'

const timestamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/
const biggestExact = BigInt(Number.MAX_SAFE_INTEGER)

/** A value as it stands in JSON. */
export function jsonCell(value: SqlValue, type: string): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `"${value}"`
  if (typeof value === 'bigint') return integerCell(value, type)
  if (typeof value === 'string') return textCell(value, type)
  return JSON.stringify(value.toString('base64'))
}

/** A value as plain data: for previews, samples and spreadsheets. */
export function plainCell(value: SqlValue, type: string): string | number | boolean | null {
  return JSON.parse(jsonCell(value, type)) as string | number | boolean | null
}

function integerCell(value: bigint, type: string): string {
  if (type === 'BOOLEAN' && (value === 0n || value === 1n)) return value === 0n ? 'false' : 'true'
  return value > biggestExact || value < -biggestExact ? `"${value}"` : String(value)
}

function textCell(value: string, type: string): string {
  if (type === 'TIMESTAMP' && timestamp.test(value)) return JSON.stringify(isoTimestamp(value))
  // A UNION may put any text into a column of JSON.
  return type === 'JSON' && isJson(value) ? uniquelyNamedJson(value) : JSON.stringify(value)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** `2020-01-31 12:00:00.5` as `2020-01-31T12:00:00.500`, with microseconds when there are. */
export function isoTimestamp(text: string): string {
  const [seconds = '', fraction = ''] = text.split('.')
  const digits = fraction.replace(/0+$/, '')
  return `${seconds.replace(' ', 'T')}.${digits.length > 3 ? fraction.padEnd(6, '0') : digits.padEnd(3, '0')}`
}

export function csvCell(value: SqlValue, type: string): string {
  if (value === null) return ''
  if (typeof value === 'bigint') return type === 'BOOLEAN' ? integerCell(value, type) : String(value)
  if (typeof value === 'number') return String(value)
  return csvText(typeof value === 'string' ? value : value.toString('base64'))
}

/** What {@link DigestBuilder.add} wants of a row. */
export function digestParts(
  row: readonly SqlValue[],
  columns: readonly TableColumn[],
): { exact: string; floats: (number | null)[] } {
  const exact: string[] = []
  const floats: (number | null)[] = []
  for (const [index, { type }] of columns.entries()) {
    const value = row[index] ?? null
    if (!isFloatType(type)) {
      exact.push(jsonCell(value, type))
      continue
    }
    const number = value === null ? null : Number(value)
    const finite = number !== null && Number.isFinite(number)
    exact.push(finite ? '' : String(number))
    floats.push(finite ? number : null)
  }
  return { exact: JSON.stringify(exact), floats }
}
