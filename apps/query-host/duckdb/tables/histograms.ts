import type { DuckDBConnection } from '@duckdb/node-api'
import type { ColumnProfile } from '@svc/plugin'
import { valueRows } from './json-rows.ts'
import type { Json } from './json-rows.ts'
import type { ProfiledColumn } from './profile-table.ts'
import type { ValueCounts } from './top-values.ts'

type Histogram = ColumnProfile['histogram']

const maxBins = 20

interface Bins {
  index: number
  value: string
  min: number
  width: number
  count: number
}

/** How the numbers of each column spread, in bins of equal width; empty for what is no number. One pass for all columns. */
export async function histograms(
  connection: DuckDBConnection,
  source: string,
  columns: readonly ProfiledColumn[],
  profiles: readonly ColumnProfile[],
): Promise<Histogram[]> {
  const extremes = await finiteExtremes(connection, source, columns, profiles)
  const bins = columns.flatMap((column, index) => binsOf(column, index, extremes[index] ?? null))
  const all: Histogram[] = columns.map(() => [])
  if (bins.length === 0) return all
  const counts = bins.map(({ value, min, width, count }) => {
    const number = `cast(${value} as double)`
    const bin = width === 0 ? '0' : `least(greatest(floor((${number} - (${min})) / ${width}), 0), ${count - 1})`
    return `histogram(case when isfinite(${number}) then cast(${bin} as integer) end)`
  })
  const [found = []] = await valueRows<Record<string, number> | null>(
    connection,
    `select ${counts.join(', ')} from ${source}`,
  )
  for (const [place, { index, min, width, count }] of bins.entries()) {
    const filled = found[place]
    all[index] = filledBins({ min, width, count }, bin => filled?.[String(bin)] ?? 0)
  }
  return all
}

/** The same from counted values. */
export function histogramOf(column: ProfiledColumn, counts: ValueCounts): Histogram {
  if (column.kind !== 'integer' && column.kind !== 'number') return []
  const numbers = counts
    .map(({ value, count }) => ({ number: Number(value), count }))
    .filter(({ number }) => Number.isFinite(number))
  if (numbers.length === 0) return []
  const sorted = numbers.map(({ number }) => number).toSorted((one, other) => one - other)
  const [bins] = binsOf(column, 0, [sorted[0]!, sorted.at(-1)!])
  if (!bins) return []
  const filled = new Map<number, number>()
  for (const { number, count } of numbers) {
    const bin = bins.width === 0 ? 0 : Math.min(Math.floor((number - bins.min) / bins.width), bins.count - 1)
    filled.set(bin, (filled.get(bin) ?? 0) + count)
  }
  return filledBins(bins, bin => filled.get(bin) ?? 0)
}

function filledBins(
  { min, width, count }: Pick<Bins, 'min' | 'width' | 'count'>,
  filled: (bin: number) => number,
): Histogram {
  return Array.from({ length: count }, (_, bin) => ({
    from: min + bin * width,
    to: min + (bin + 1) * width,
    count: filled(bin),
  }))
}

/** Of columns that may hold infinite numbers, the extremes among the others. */
async function finiteExtremes(
  connection: DuckDBConnection,
  source: string,
  columns: readonly ProfiledColumn[],
  profiles: readonly ColumnProfile[],
): Promise<([number, number] | null)[]> {
  const numeric = columns.flatMap(({ kind, value }, index) =>
    (kind === 'integer' || kind === 'number') && profiles[index]!.min !== null ? [{ index, value }] : [],
  )
  const extremes: ([number, number] | null)[] = columns.map(() => null)
  if (numeric.length === 0) return extremes
  const facts = numeric.flatMap(({ value }) => {
    const number = `cast(${value} as double)`
    return ['min', 'max'].map(side => `${side}(case when isfinite(${number}) then ${number} end)`)
  })
  const [found = []] = await valueRows(connection, `select ${facts.join(', ')} from ${source}`)
  for (const [place, { index }] of numeric.entries()) {
    const [min, max] = found.slice(2 * place) as Json[]
    if (typeof min === 'number' && typeof max === 'number') extremes[index] = [min, max]
  }
  return extremes
}

function binsOf({ kind, value }: ProfiledColumn, index: number, extremes: [number, number] | null): Bins[] {
  if (extremes === null) return []
  const [min, max] = extremes
  const range = max - min
  // Too far apart for a double to hold the distance.
  if (!Number.isFinite(range)) return []
  if (range === 0) return [{ index, value, min, width: 0, count: 1 }]
  const count = kind === 'integer' ? Math.min(maxBins, range + 1) : maxBins
  return [{ index, value, min, width: range / count, count }]
}
