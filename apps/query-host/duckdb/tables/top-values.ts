import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnProfile } from '@svc/plugin'
import { valueRows } from './json-rows.ts'
import type { ProfiledColumn } from './profile-table.ts'

type Top = ColumnProfile['top']
type Value = Top[number]['value']

/** How often each value of a column occurs. */
export type ValueCounts = { value: Value; count: number }[]

const most = 10
/** Up to as many different values are counted for many columns in one pass. */
export const fewValues = 1000
/** Beyond as many, only those that a sketch finds frequent are counted. */
const manyValues = 2_000_000
const candidates = 100

/** All values with their counts, for columns of few: one pass for all of them. */
export async function valueCounts(
  connection: DuckDBConnection,
  source: string,
  columns: readonly ProfiledColumn[],
): Promise<ValueCounts[]> {
  if (columns.length === 0) return []
  const counts = columns.map(column => `map_entries(histogram(${shown(column)}))`)
  const [found = []] = await valueRows<{ key: Value; value: number }[] | null>(
    connection,
    `select ${counts.join(', ')} from ${source}`,
  )
  return found.map(cell => (cell ?? []).map(({ key, value }) => ({ value: key, count: value })))
}

/** The most frequent first; among as frequent ones the smallest. */
export function topOf(counts: ValueCounts): Top {
  return counts.toSorted((one, other) => other.count - one.count || byValue(one.value, other.value)).slice(0, most)
}

function byValue(one: Value, other: Value): number {
  const [first, second] = [Number(one), Number(other)]
  if (!Number.isNaN(first) && !Number.isNaN(second)) return first - second
  return one < other ? -1 : Number(one > other)
}

/** Lists and objects as text. */
function shown({ kind, value }: ProfiledColumn): string {
  return kind === 'nested' ? `cast(${value} as varchar)` : value
}

/** The most frequent values of a column of many. */
export async function topOfMany(
  connection: DuckDBConnection,
  source: string,
  column: ProfiledColumn,
  distinct: number,
): Promise<Top> {
  const value = shown(column)
  const among =
    distinct <= manyValues
      ? `${value} is not null`
      : `${value} in (select unnest(approx_top_k(${value}, ${candidates})) from ${source})`
  const rows = await valueRows(
    connection,
    `select ${value} as v, count(*) as n from ${source} where ${among} group by v order by n desc, v limit ${most}`,
  )
  return rows.map(([found, count]) => ({ value: found as Top[number]['value'], count: Number(count) }))
}
