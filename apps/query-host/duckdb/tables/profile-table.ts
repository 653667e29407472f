import type { DuckDBConnection } from '@duckdb/node-api'
import type { TableColumn, ColumnProfile, TableProfile } from '@svc/plugin'
import { quotedName } from '../../quoting.ts'
import type { HostProfileRequest } from '../../../../kernel/index.ts'
import { histogramOf, histograms } from './histograms.ts'
import { valueRows } from './json-rows.ts'
import type { Json } from './json-rows.ts'
import { fileSource, kindOf, storedColumns, storedRows } from './stored-columns.ts'
import type { TypeKind } from './stored-columns.ts'
import { fewValues, topOf, topOfMany, valueCounts } from './top-values.ts'

export interface ProfiledColumn extends TableColumn {
  kind: TypeKind
  /** As SQL writes its name. */
  value: string
}

const maxExactRows = 1_000_000
const quantiles = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
/** What is held at once while exact quantiles and distinct values are found. */
const maxCellsAtOnce = 4_000_000
const maxColumnsAtOnce = 100
const smallRows = 2000

/** What is in each column. Up to a million rows all is exact; beyond, distinct values and quantiles are estimates. */
export async function profileTable(connection: DuckDBConnection, { file }: HostProfileRequest): Promise<TableProfile> {
  const source = fileSource(file)
  const rows = await storedRows(connection, file)
  const stored = await storedColumns(connection, file)
  const all = stored.map(column => ({ ...column, kind: kindOf(column.type), value: quotedName(column.name) }))
  const atOnce = Math.max(1, Math.min(maxColumnsAtOnce, Math.floor(maxCellsAtOnce / Math.max(rows, 1))))
  const columns: ColumnProfile[] = []
  for (let first = 0; first < all.length; first += atOnce)
    columns.push(...(await profileColumns(connection, source, all.slice(first, first + atOnce), rows)))
  return { rows, columns }
}

async function profileColumns(
  connection: DuckDBConnection,
  source: string,
  columns: readonly ProfiledColumn[],
  rows: number,
): Promise<ColumnProfile[]> {
  const isExact = rows <= maxExactRows
  const isSmall = rows <= smallRows
  const facts = columns.flatMap(column => factsOf(column, isExact, isSmall))
  const [found = []] = await valueRows<Json | Json[]>(connection, `select ${facts.join(', ')} from ${source}`)
  const perColumn = facts.length / columns.length
  const profiles = columns.map((column, index) =>
    profileOf(column, found.slice(index * perColumn, (index + 1) * perColumn), rows, isExact),
  )
  const indices = columns.map((_, index) => index)
  const few = indices.filter(index => isSmall || profiles[index]!.distinct <= fewValues)
  const counts = await valueCounts(
    connection,
    source,
    few.map(index => columns[index]!),
  )
  for (const [place, index] of few.entries()) {
    const values = counts[place]!
    const histogram = histogramOf(columns[index]!, values)
    profiles[index] = { ...profiles[index]!, distinct: values.length, histogram, top: topOf(values) }
  }
  const many = indices.filter(index => !few.includes(index))
  const bins = await histograms(
    connection,
    source,
    many.map(index => columns[index]!),
    many.map(index => profiles[index]!),
  )
  for (const [place, index] of many.entries()) {
    const top = await topOfMany(connection, source, columns[index]!, profiles[index]!.distinct)
    profiles[index] = { ...profiles[index]!, histogram: bins[place]!, top }
  }
  return profiles
}

/** As many for every column, so that the answer can be cut evenly. */
function factsOf({ kind, value, type }: ProfiledColumn, isExact: boolean, isSmall: boolean): string[] {
  const isNumber = kind === 'integer' || kind === 'number'
  const isFloat = type === 'DOUBLE' || type === 'FLOAT'
  const finite = isFloat ? `case when isfinite(${value}) then cast(${value} as double) end` : value
  const isAllFinite = isFloat ? `coalesce(bool_and(isfinite(${value})), true)` : 'true'
  const list = `[${quantiles.join(', ')}]`
  // Infinite values have no quantiles that can be drawn.
  const ordered = kind === 'date' || kind === 'timestamp' ? `cast(${value} as timestamp)` : `cast(${value} as double)`
  const drawn = isNumber && !isFloat ? ordered : `case when isfinite(${ordered}) then ${ordered} end`
  const isOrdered = isNumber || kind === 'date' || kind === 'timestamp'
  const quantile = isExact || !isNumber ? 'quantile_cont' : 'approx_quantile'
  return [
    `count(${value})`,
    distinctOf(value, isExact, isSmall),
    kind === 'nested' ? 'null' : `min(${value})`,
    kind === 'nested' ? 'null' : `max(${value})`,
    isNumber ? `case when ${isAllFinite} then ${isFloat ? 'favg' : 'avg'}(${finite}) end` : 'null',
    isNumber ? `case when ${isAllFinite} then stddev_samp(cast(${finite} as double)) end` : 'null',
    isOrdered ? `${quantile}(${drawn}, ${list})` : 'null',
  ]
}

/** Of few rows all values are counted anyway. */
function distinctOf(value: string, isExact: boolean, isSmall: boolean): string {
  if (isSmall) return 'null'
  return isExact ? `count(distinct ${value})` : `approx_count_distinct(${value})`
}

function profileOf(
  column: ProfiledColumn,
  facts: readonly (Json | Json[])[],
  rows: number,
  isExact: boolean,
): ColumnProfile {
  const [count, distinct, min, max, mean, sd] = facts as readonly Json[]
  const values = facts[6] as Json[] | null
  const missing = rows - Number(count ?? 0)
  return {
    name: column.name,
    type: column.type,
    missing,
    distinct: Math.min(Number(distinct ?? 0), rows - missing),
    distinct_is_exact: isExact,
    min: min ?? null,
    max: max ?? null,
    mean: numberOrNull(mean),
    sd: numberOrNull(sd),
    quantiles: (values ?? []).map((value, index) => ({ q: quantiles[index]!, value: quantileValue(column, value) })),
    histogram: [],
    top: [],
  }
}

function numberOrNull(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null
}

/** Between two days may lie half a day. */
function quantileValue({ kind }: ProfiledColumn, value: Json): string | number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  return kind === 'date' ? value.replace(/T00:00:00\.000$/, '') : value
}
