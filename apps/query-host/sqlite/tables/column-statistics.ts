import type { Database } from 'better-sqlite3'
import type { TableColumn, ColumnProfile } from '@svc/plugin'
import { plainCell } from '../sql/cells.ts'
import type { SqlValue } from '../sql/define-functions.ts'
import { msOf, textOfMs } from './stored-values.ts'

export const quantileSteps = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
const maxBins = 20
const topCount = 10

/** Where values come from: a table's name, or a subquery in parentheses, and the column's name in it. */
export interface ColumnSource {
  db: Database
  /** What stands before the SELECT (`WITH …`), with the values for its parameters. */
  prefix: string
  values: unknown[]
  from: string
  column: string
}

interface Extent {
  rows: bigint
  present: bigint
  min: SqlValue
  max: SqlValue
}

/** Everything of one column from its distinct values in order, which is exact whatever their number. */
export function columnStatistics(source: ColumnSource, { name, type }: TableColumn): ColumnProfile {
  const kind = kindOf(type)
  const { rows, present, min, max } = extentOf(source)
  const finite = kind === 'other' ? { count: 0, min: null, max: null } : finiteExtentOf(source, kind)
  const spread = new Spread()
  const quantiles = new Quantiles(finite.count)
  const histogram = kind === 'time' ? null : Histogram.over(finite.min, finite.max, type === 'BIGINT')
  const top: { value: SqlValue; count: number }[] = []
  let distinct = 0
  for (const [value, times] of countsOf(source)) {
    const often = Number(times)
    distinct += 1
    keepTop(top, value, often)
    const number = kind === 'other' ? Number.NaN : numberOf(value, kind)
    if (!Number.isFinite(number)) continue
    spread.add(number, often)
    quantiles.add(number, often)
    histogram?.add(number, often)
  }
  const count = Number(present)
  const hasMoments = kind === 'number' && finite.count === count
  const isNested = type === 'JSON' || type === 'BLOB'
  return {
    name,
    type,
    missing: Number(rows) - count,
    distinct,
    distinct_is_exact: true,
    min: isNested ? null : plainCell(min, type),
    max: isNested ? null : plainCell(max, type),
    mean: hasMoments ? spread.mean() : null,
    sd: hasMoments ? spread.sd() : null,
    quantiles: quantiles.end().map(({ q, value }) => ({ q, value: shown(value, type) })),
    histogram: histogram?.bins() ?? [],
    top: top.map(one => ({ value: plainCell(one.value, type) ?? '', count: one.count })),
  }
}

type Kind = 'number' | 'time' | 'other'

function kindOf(type: string): Kind {
  if (type === 'BIGINT' || type === 'DOUBLE' || type === 'INTEGER') return 'number'
  return type === 'DATE' || type === 'TIMESTAMP' ? 'time' : 'other'
}

function numberOf(value: SqlValue, kind: Kind): number {
  return kind === 'number' ? Number(value) : msOf(String(value))
}

// Between two days may lie half a day.
function shown(value: number, type: string): string | number {
  if (type !== 'DATE' && type !== 'TIMESTAMP') return value
  const text = textOfMs(value)
  return type === 'DATE' ? text.replace(/T00:00:00\.000$/, '') : text
}

function extentOf({ db, prefix, values, from, column }: ColumnSource): Extent {
  const sql = `${prefix} SELECT count(*) AS "rows", count(${column}) AS present, min(${column}) AS "min", max(${column}) AS "max" FROM ${from}`
  return db
    .prepare<unknown[], Extent>(sql)
    .safeIntegers(true)
    .get(...values) as Extent
}

interface FiniteExtent {
  count: number
  min: number | null
  max: number | null
}

// Infinite values have no place in a histogram, and would leave no other quantile.
function finiteExtentOf({ db, prefix, values, from, column }: ColumnSource, kind: Kind): FiniteExtent {
  const finite = kind === 'time' ? `${column} IS NOT NULL` : `abs(CAST(${column} AS REAL)) < 9e999`
  const bounds = kind === 'time' ? 'NULL AS "min", NULL AS "max"' : `min(${column}) AS "min", max(${column}) AS "max"`
  const sql = `${prefix} SELECT count(${column}) AS "count", ${bounds} FROM ${from} WHERE ${finite}`
  return db.prepare<unknown[], FiniteExtent>(sql).get(...values) as FiniteExtent
}

function countsOf({ db, prefix, values, from, column }: ColumnSource): IterableIterator<[SqlValue, bigint]> {
  const sql = `${prefix} SELECT ${column}, count(*) FROM ${from} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY 1`
  const statement = db.prepare<unknown[], [SqlValue, bigint]>(sql).raw(true).safeIntegers(true)
  return statement.iterate(...values)
}

// Values come in order, so the first of equally frequent ones is the smallest.
function keepTop(top: { value: SqlValue; count: number }[], value: SqlValue, count: number): void {
  if (top.length === topCount && count <= (top.at(-1)?.count ?? 0)) return
  const at = top.findIndex(one => one.count < count)
  top.splice(at === -1 ? top.length : at, 0, { value, count })
  top.length = Math.min(top.length, topCount)
}

class Spread {
  #n = 0
  #mean = 0
  #squares = 0

  add(value: number, times: number): void {
    const off = value - this.#mean
    this.#n += times
    this.#mean += (off * times) / this.#n
    this.#squares += times * off * (value - this.#mean)
  }

  mean(): number | null {
    return this.#n === 0 ? null : this.#mean
  }

  sd(): number | null {
    return this.#n < 2 ? null : Math.sqrt(this.#squares / (this.#n - 1))
  }
}

/** R's type 7 of values that come in order. */
class Quantiles {
  readonly #wanted: { q: number; low: number; part: number; below: number; above: number }[]
  #seen = 0

  constructor(count: number) {
    const steps = count === 0 ? [] : quantileSteps
    this.#wanted = steps.map(q => {
      const at = (count - 1) * q
      const low = Math.floor(at)
      return { q, low, part: at - low, below: Number.NaN, above: Number.NaN }
    })
  }

  add(value: number, times: number): void {
    const until = this.#seen + times
    for (const wanted of this.#wanted) {
      if (wanted.low >= this.#seen && wanted.low < until) wanted.below = value
      if (wanted.low + 1 >= this.#seen && wanted.low + 1 < until) wanted.above = value
    }
    this.#seen = until
  }

  end(): { q: number; value: number }[] {
    return this.#wanted.map(({ q, part, below, above }) => ({
      q,
      value: part === 0 ? below : below + part * (above - below),
    }))
  }
}

class Histogram {
  readonly #from: number
  readonly #width: number
  readonly #counts: number[]

  private constructor(from: number, width: number, bins: number) {
    this.#from = from
    this.#width = width
    this.#counts = Array.from({ length: bins }, () => 0)
  }

  static over(from: number | null, to: number | null, isWhole: boolean): Histogram | null {
    if (from === null || to === null) return null
    const range = to - from
    // Too far apart for a double to hold the distance.
    if (!Number.isFinite(range)) return null
    if (range === 0) return new Histogram(from, 0, 1)
    const bins = isWhole ? Math.min(maxBins, range + 1) : maxBins
    return new Histogram(from, range / bins, bins)
  }

  add(value: number, times: number): void {
    const last = this.#counts.length - 1
    const bin = this.#width === 0 ? 0 : Math.min(last, Math.max(0, Math.floor((value - this.#from) / this.#width)))
    this.#counts[bin] = (this.#counts[bin] ?? 0) + times
  }

  bins(): { from: number; to: number; count: number }[] {
    return this.#counts.map((count, index) => ({
      from: this.#from + index * this.#width,
      to: this.#from + (index + 1) * this.#width,
      count,
    }))
  }
}
