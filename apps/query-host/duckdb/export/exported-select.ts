import { DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBType } from '@duckdb/node-api'
import { csvSafe, quotedName, quotedText } from '../../quoting.ts'
import type { TableSource } from '../sql/sql-gate.ts'
import { isTextType } from './csv-values.ts'

/** The engine's own writers do the work; these expressions give them cells that they write as `query` does. Null when it cannot. */
export function csvSelect(source: TableSource): string | null {
  // Values inside of others are JSON, which the engine writes in its own way.
  if (source.columns.some(({ type }) => isNested(type))) return null
  return selectOf(source, ({ name, type }, column) => `${csvCell(type, column)} as ${quotedName(csvSafe(name))}`)
}

/**
 * Each row as one text of JSON; null when a column's values cannot be written so by the engine. Numbers that JSON has as they are need no care, which costs
 * several times as much: rows with others are looked for first, and written apart.
 */
export function jsonSelect(source: TableSource): string | null {
  const { columns } = source
  const careful: string[] = []
  const plain: string[] = []
  const conditions: string[] = []
  for (const [index, { name, type }] of columns.entries()) {
    const column = `c${index}`
    const cell = jsonCell(type, column)
    if (cell === null) return null
    const condition = plainCondition(type, column)
    const key = quotedText(name)
    careful.push(`${key}: ${cell}`)
    plain.push(`${key}: ${condition === null ? cell : column}`)
    if (condition !== null) conditions.push(`(${column} is null or ${condition})`)
  }
  const row = (cells: readonly string[]): string => `to_json({${cells.join(', ')}})`
  const text =
    conditions.length === 0
      ? row(careful)
      : `case when ${conditions.join(' and ')} then ${row(plain)} else ${row(careful)} end`
  const aliases = columns.map((_, index) => `c${index}`)
  return `select ${text} ${source.from} as source(${aliases.join(', ')})`
}

/** How the engine writes rows of {@link jsonSelect}: its own writer of JSON sets the same options. */
export function jsonOptions(isArray: boolean): string {
  const lines = `format csv, header false, quote '', escape '', delimiter '\n'`
  return isArray ? `${lines}, prefix '[\n\t', suffix '\n]\n', new_line ',\n\t'` : lines
}

/** Of a column of such numbers: whether one is exact as a number of JSON; null for other types. */
function plainCondition(type: DuckDBType, column: string): string | null {
  if (type.typeId === DuckDBTypeId.BIGINT) return `${column} between -9007199254740991 and 9007199254740991`
  return type.typeId === DuckDBTypeId.DOUBLE ? `isfinite(${column})` : null
}

/** The types that Parquet has not become the nearest one that loses nothing. */
export function parquetSelect(source: TableSource): string {
  return selectOf(source, ({ name, type }, column) => {
    const stored = storedAs.get(type.typeId)
    return `${stored === undefined ? column : `cast(${column} as ${stored})`} as ${quotedName(name)}`
  })
}

const storedAs: ReadonlyMap<DuckDBTypeId, string> = new Map([
  [DuckDBTypeId.HUGEINT, 'decimal(38, 0)'],
  [DuckDBTypeId.UHUGEINT, 'decimal(38, 0)'],
  [DuckDBTypeId.BIGNUM, 'varchar'],
  [DuckDBTypeId.BIT, 'varchar'],
  [DuckDBTypeId.UNION, 'varchar'],
  [DuckDBTypeId.VARIANT, 'varchar'],
])

function selectOf(
  { from, columns }: TableSource,
  cell: (column: TableSource['columns'][number], alias: string) => string,
): string {
  // Whatever the names are, and however often: each column is known by its place.
  const aliases = columns.map((_, index) => `c${index}`)
  return `select ${columns.map((column, index) => cell(column, aliases[index]!)).join(', ')} ${from} as source(${aliases.join(', ')})`
}

function csvCell(type: DuckDBType, column: string): string {
  if (type.typeId === DuckDBTypeId.DOUBLE || type.typeId === DuckDBTypeId.FLOAT)
    return `if(isfinite(${column}), cast(${column} as varchar), ${nonFinite(column)} ->> '$')`
  if (!isTextType(type)) return column
  const text = textOf(type, column)
  return `if(left(${text}, 1) in ('=', '+', '-', '@', chr(9), chr(13)), '''' || ${text}, ${text})`
}

function textOf(type: DuckDBType, column: string): string {
  return type.typeId === DuckDBTypeId.BLOB ? `base64(${column})` : `cast(${column} as varchar)`
}

function isNested(type: DuckDBType): boolean {
  return (
    'valueType' in type || type.typeId === DuckDBTypeId.STRUCT || type.typeId === DuckDBTypeId.UNION || isJsonText(type)
  )
}

function isJsonText({ alias }: DuckDBType): boolean {
  return alias === 'JSON'
}

function jsonCell(type: DuckDBType, column: string): string | null {
  const asText = `to_json(cast(${column} as varchar))`
  const asNumber = `cast(cast(${column} as varchar) as json)`
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
      return `if(${column} between -9007199254740991 and 9007199254740991, ${asNumber}, ${asText})`
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return `if(${column} <= 9007199254740991 and ${column} >= -9007199254740991, ${asNumber}, ${asText})`
    case DuckDBTypeId.DOUBLE:
      return `if(isfinite(${column}), to_json(${column}), ${nonFinite(column)})`
    case DuckDBTypeId.FLOAT:
      return `if(isfinite(${column}), ${asNumber}, ${nonFinite(column)})`
    case DuckDBTypeId.DECIMAL: {
      const limit = `1${'0'.repeat(Math.max(0, 15 - type.scale))}`
      if (type.width <= 15) return asNumber
      return type.scale >= 15 ? null : `if(abs(${column}) < ${limit}, ${asNumber}, ${asText})`
    }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_S:
      return isoTimestamp(`cast(${column} as timestamp)`, '')
    case DuckDBTypeId.TIMESTAMP_TZ:
      return isoTimestamp(`(${column} at time zone 'UTC')`, 'Z')
    case DuckDBTypeId.BLOB:
      return `base64(${column})`
    case DuckDBTypeId.BOOLEAN:
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.ENUM:
    case DuckDBTypeId.DATE:
    case DuckDBTypeId.UUID:
      return column
    case DuckDBTypeId.VARCHAR:
      return isJsonText(type) ? null : column
    default:
      return null
  }
}

function nonFinite(column: string): string {
  return `case when isnan(${column}) then '"NaN"' when ${column} > 0 then '"Infinity"' when ${column} < 0 then '"-Infinity"' end::json`
}

function isoTimestamp(column: string, zone: string): string {
  const iso = (fraction: string): string => `strftime(${column}, '%Y-%m-%dT%H:%M:%S.${fraction}${zone}')`
  return `if(epoch_us(${column}) % 1000 = 0, ${iso('%g')}, ${iso('%f')})`
}
