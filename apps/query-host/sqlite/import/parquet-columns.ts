import type { SchemaElement, SchemaTree } from 'hyparquet'
import type { SqlValue } from '../sql/define-functions.ts'
import { jsonText } from './json-columns.ts'

export interface ParquetColumn {
  name: string
  type: string
  value(found: unknown): SqlValue
}

const maxInt64 = 2n ** 63n - 1n

/** Dates and times come as texts, so that no digit of them is lost in a `Date`. */
export const parquetParsers = {
  dateFromDays: (days: number): string => new Date(days * 86_400_000).toISOString().slice(0, 10),
  timestampFromMilliseconds: (ms: bigint): string => timestampText(ms * 1_000_000n),
  timestampFromMicroseconds: (micros: bigint): string => timestampText(micros * 1000n),
  timestampFromNanoseconds: timestampText,
  jsonFromBytes: (bytes: Uint8Array): string => new TextDecoder().decode(bytes),
}

/** The columns of a file, and what their values are here. */
export function parquetColumns({ children }: SchemaTree): ParquetColumn[] {
  return children.map(({ element, children: parts }) => {
    const { name } = element
    if (parts.length > 0 || element.repetition_type === 'REPEATED')
      return { name, type: 'JSON', value: present(jsonText) }
    return { name, ...primitive(element) }
  })
}

function primitive(element: SchemaElement): Omit<ParquetColumn, 'name'> {
  const { type, converted_type: converted, logical_type: logical, scale = 0 } = element
  const meaning = logical?.type ?? converted
  if (type === 'BOOLEAN') return { type: 'BOOLEAN', value: present(found => (found === true ? 1n : 0n)) }
  if (converted === 'DECIMAL' || meaning === 'DECIMAL')
    return { type: 'DOUBLE', value: present(found => Number(Number(found).toFixed(Math.min(scale, 20)))) }
  if (meaning === 'DATE') return { type: 'DATE', value: present(String) }
  if (meaning === 'TIMESTAMP' || converted?.startsWith('TIMESTAMP') === true || type === 'INT96')
    return { type: 'TIMESTAMP', value: present(String) }
  if (meaning === 'TIME' || converted?.startsWith('TIME_') === true)
    return { type: 'TIME', value: present(timeOf(element)) }
  if (meaning === 'JSON') return { type: 'JSON', value: present(String) }
  if (type === 'INT32' || type === 'INT64') return { type: 'BIGINT', value: present(whole) }
  if (type === 'FLOAT' || type === 'DOUBLE' || meaning === 'FLOAT16') return { type: 'DOUBLE', value: present(Number) }
  const isText = meaning === 'STRING' || meaning === 'ENUM' || meaning === 'UUID' || converted === 'UTF8'
  return isText ? { type: 'VARCHAR', value: present(textOf) } : { type: 'BLOB', value: present(bytesOf) }
}

function present(value: (found: NonNullable<unknown>) => SqlValue): (found: unknown) => SqlValue {
  return found => (found === null || found === undefined ? null : value(found))
}

// Unsigned ones may be too large: SQLite then keeps a number of about the size.
function whole(found: NonNullable<unknown>): SqlValue {
  const integer = typeof found === 'bigint' ? found : BigInt(Number(found))
  return integer > maxInt64 ? Number(integer) : integer
}

function textOf(found: NonNullable<unknown>): string {
  return found instanceof Uint8Array ? Buffer.from(found).toString('utf8') : String(found)
}

function bytesOf(found: NonNullable<unknown>): Buffer {
  return found instanceof Uint8Array ? Buffer.from(found) : Buffer.from(String(found), 'latin1')
}

function timeOf({
  logical_type: logical,
  converted_type: converted,
}: SchemaElement): (found: NonNullable<unknown>) => string {
  const ofConverted = converted === 'TIME_MILLIS' ? 'MILLIS' : 'MICROS'
  const unit = logical?.type === 'TIME' ? logical.unit : ofConverted
  const nanos = { MILLIS: 1_000_000n, MICROS: 1000n, NANOS: 1n }[unit]
  return found => timestampText(BigInt(Number(found)) * nanos).slice(11)
}

function timestampText(nanos: bigint): string {
  const second = 1_000_000_000n
  const rest = ((nanos % second) + second) % second
  const text = new Date(Number((nanos - rest) / 1_000_000n)).toISOString().slice(0, 19).replace('T', ' ')
  const micros = String(rest / 1000n)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return micros === '' ? text : `${text}.${micros}`
}
