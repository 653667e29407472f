import type { DuckDBConnection } from '@duckdb/node-api'
import type { TableColumn } from '@svc/plugin'
import { quotedText } from '../../quoting.ts'

export function fileSource(file: string): string {
  return `read_parquet(${quotedText(file)})`
}

export async function storedColumns(connection: DuckDBConnection, file: string): Promise<TableColumn[]> {
  const described = await connection.runAndReadAll(`describe from ${fileSource(file)}`)
  return described.getRowsJS().map(([name, type]) => ({ name: String(name), type: String(type) }))
}

export async function storedRows(connection: DuckDBConnection, file: string): Promise<number> {
  const counted = await connection.runAndReadAll(`select count(*) from ${fileSource(file)}`)
  return Number(counted.getRowsJS()[0]?.[0] ?? 0)
}

const numbers = /^(?:U?(?:TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|DOUBLE|FLOAT|DECIMAL\(\d+,\s?\d+\))$/

export type TypeKind = 'integer' | 'number' | 'text' | 'boolean' | 'date' | 'timestamp' | 'other' | 'nested'

export function kindOf(type: string): TypeKind {
  if (numbers.test(type)) return /INT|INTEGER/.test(type) ? 'integer' : 'number'
  if (type === 'VARCHAR' || type.startsWith('ENUM') || type === 'UUID') return 'text'
  if (type === 'BOOLEAN') return 'boolean'
  if (type === 'DATE') return 'date'
  if (type.startsWith('TIMESTAMP')) return 'timestamp'
  return /\[\d*\]$|^(?:STRUCT|MAP|UNION)\b|^(?:JSON|BLOB)$/.test(type) ? 'nested' : 'other'
}
