import { DuckDBTypeId } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api'
import { csvSafe, quotedName } from '../../quoting.ts'
import type { TableSource } from '../sql/sql-gate.ts'
import { noParams } from '../engine-params.ts'
import { isTextType } from './csv-values.ts'

/** The engine's own writers do the work; these expressions give them cells that they write as `query` does. Null when it cannot. */
export function csvSelect(source: TableSource): string | null {
  // Values inside of others are JSON, which the engine writes in its own way.
  if (source.columns.some(({ type }) => isNested(type))) return null
  return selectOf(source, ({ name, type }, column) => `${csvCell(type, column)} as ${quotedName(csvSafe(name))}`)
}

/** Null when a column's values cannot be written so by the engine. `plain`: the places of columns whose numbers are all finite and exact as JSON numbers. */
export function jsonSelect(source: TableSource, plain: ReadonlySet<number>): string | null {
  if (!source.columns.every(({ type }) => jsonCell(type, '') !== null)) return null
  let place = -1
  return selectOf(source, ({ name, type }, column) => {
    place += 1
    return `${plain.has(place) ? column : jsonCell(type, column)} as ${quotedName(name)}`
  })
}

/** Of a column of such numbers: whether all are plain; null for other types. */
export function plainCondition(type: DuckDBType, column: string): string | null {
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

const held = 'svc_exported'

/**
 * Holds the rows for a moment and looks which columns of numbers JSON can take as they are: writing the others with care costs several times as much. More
 * rows than fit into memory are left where they are, and all columns written with care.
 */
export async function heldRows(
  connection: DuckDBConnection,
  source: TableSource,
): Promise<{ source: TableSource; plain: ReadonlySet<number> }> {
  const aliases = source.columns.map((_, index) => `c${index}`)
  const conditions = source.columns.flatMap(({ type }, index) => {
    const condition = plainCondition(type, aliases[index]!)
    return condition === null ? [] : [{ index, condition }]
  })
  const untouched = { source, plain: new Set<number>() }
  if (conditions.length === 0) return untouched
  const { values, types } = source.params
  const select = `select * ${source.from} as source(${aliases.join(', ')})`
  try {
    await connection.run(`create or replace temp table ${held} as ${select}`, values, types)
  } catch (error) {
    if (!isOutOfMemory(error)) throw error
    return untouched
  }
  const wanted = conditions.map(({ condition }) => `coalesce(bool_and(${condition}), true)`).join(', ')
  const [row] = (await connection.runAndReadAll(`select ${wanted} from ${held}`)).getRowsJS()
  const plain = new Set(conditions.filter((_, at) => row?.[at] === true).map(({ index }) => index))
  return { source: { ...source, from: `from ${held}`, params: noParams }, plain }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /^Out of Memory Error/.test(error.message)
}
