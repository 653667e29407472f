import type { Database } from 'better-sqlite3'
import type { SqlValue } from './define-functions.ts'

/** Count, mean and the sum of squared deviations, kept up as rows come and, in a window, go. */
interface Moments {
  n: number
  mean: number
  squares: number
}

interface PairMoments extends Moments {
  otherMean: number
  otherSquares: number
  products: number
}

interface Best {
  of: SqlValue
  by: SqlValue
}

/** @returns the names. */
export function defineAggregates(db: Database): string[] {
  const names: string[] = []
  const define = <State>(name: string, aggregate: Aggregate<State>): void => {
    const { start, ...rest } = aggregate
    db.aggregate(name, { deterministic: true, start, ...rest } as never)
    names.push(name)
  }
  for (const [name, result] of Object.entries(spreads)) define(name, spread(result))
  for (const [name, result] of Object.entries(pairs)) define(name, pair(result))
  define(
    'quantile_cont',
    numbers((values, q) => quantile(values, q)),
  )
  define(
    'quantile',
    numbers((values, q) => values[Math.max(0, Math.ceil(q * values.length) - 1)] ?? null),
  )
  define(
    'quantile_disc',
    numbers((values, q) => values[Math.max(0, Math.ceil(q * values.length) - 1)] ?? null),
  )
  define('mode', mode)
  define('approx_count_distinct', distinct)
  define(
    'any_value',
    picked((has, value) => !has && value !== null),
  )
  define(
    'first',
    picked(has => !has),
  )
  define(
    'last',
    picked(() => true),
  )
  define(
    'bool_and',
    truth((so, value) => so && value),
  )
  define(
    'bool_or',
    truth((so, value) => so || value),
  )
  define('count_if', {
    start: () => 0n,
    step: (count: bigint, value: SqlValue) => (value ? count + 1n : count),
    inverse: (count: bigint, value: SqlValue) => (value ? count - 1n : count),
    result: (count: bigint) => count,
    safeIntegers: true,
  })
  define('product', {
    start: () => null,
    step: (product: number | null, value: SqlValue) => (value === null ? product : (product ?? 1) * Number(value)),
    result: (product: number | null) => product,
  })
  for (const name of ['arg_max', 'max_by'])
    define(
      name,
      best((value, so) => value > so),
    )
  for (const name of ['arg_min', 'min_by'])
    define(
      name,
      best((value, so) => value < so),
    )
  return names
}

interface Aggregate<State> {
  start: () => State
  step: (state: State, value: SqlValue, ...more: SqlValue[]) => State | void
  inverse?: (state: State, value: SqlValue) => State | void
  result: (state: State) => SqlValue
  safeIntegers?: boolean
}

const sample = ({ n, squares }: Moments): number | null => (n < 2 ? null : squares / (n - 1))
const population = ({ n, squares }: Moments): number | null => (n === 0 ? null : squares / n)
const root = (value: number | null): number | null => (value === null ? null : Math.sqrt(value))

const spreads: Record<string, (moments: Moments) => number | null> = {
  stddev: moments => root(sample(moments)),
  stddev_samp: moments => root(sample(moments)),
  stddev_pop: moments => root(population(moments)),
  variance: sample,
  var_samp: sample,
  var_pop: population,
}

function spread(result: (moments: Moments) => number | null): Aggregate<Moments> {
  return {
    start: () => ({ n: 0, mean: 0, squares: 0 }),
    step: (state, value) => {
      if (value === null) return
      const number = Number(value)
      const off = number - state.mean
      state.n += 1
      state.mean += off / state.n
      state.squares += off * (number - state.mean)
    },
    inverse: (state, value) => {
      if (value === null) return
      const number = Number(value)
      if (state.n === 1) return { n: 0, mean: 0, squares: 0 }
      const off = number - state.mean
      state.n -= 1
      state.mean -= off / state.n
      // Taking away what was added can leave a little less than nothing.
      state.squares = Math.max(0, state.squares - off * (number - state.mean))
      return state
    },
    result: state => result(state),
  }
}

const pairs: Record<string, (moments: PairMoments) => number | null> = {
  corr: ({ n, squares, otherSquares, products }) => (n < 2 ? null : products / Math.sqrt(squares * otherSquares)),
  covar_samp: ({ n, products }) => (n < 2 ? null : products / (n - 1)),
  covar_pop: ({ n, products }) => (n === 0 ? null : products / n),
  // Of the first over the second.
  regr_slope: ({ n, otherSquares, products }) => (n < 2 || otherSquares === 0 ? null : products / otherSquares),
  regr_intercept: ({ n, mean, otherMean, otherSquares, products }) =>
    n === 0 || otherSquares === 0 ? null : mean - (products / otherSquares) * otherMean,
}

function pair(result: (moments: PairMoments) => number | null): Aggregate<PairMoments> {
  return {
    start: () => ({ n: 0, mean: 0, squares: 0, otherMean: 0, otherSquares: 0, products: 0 }),
    step: (state, value: SqlValue, other: SqlValue) => {
      if (value === null || other === null) return
      const off = Number(value) - state.mean
      const otherOff = Number(other) - state.otherMean
      state.n += 1
      state.mean += off / state.n
      state.otherMean += otherOff / state.n
      state.squares += off * (Number(value) - state.mean)
      state.otherSquares += otherOff * (Number(other) - state.otherMean)
      state.products += off * (Number(other) - state.otherMean)
    },
    result: state => result(state),
  }
}

function numbers(result: (sorted: number[], q: number) => number | null): Aggregate<{ values: number[]; q: number }> {
  return {
    start: () => ({ values: [], q: 0.5 }),
    step: (state, value: SqlValue, q: SqlValue) => {
      if (q !== null) state.q = Number(q)
      if (value !== null) state.values.push(Number(value))
    },
    result: ({ values, q }) => {
      if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile is between 0 and 1, not ${q}`)
      return values.length === 0
        ? null
        : result(
            values.sort((a, b) => a - b),
            q,
          )
    },
  }
}

const mode: Aggregate<Map<SqlValue, number>> = {
  start: () => new Map(),
  step: (counts, value) => {
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  },
  result: counts => [...counts].reduce<[SqlValue, number]>((so, one) => (one[1] > so[1] ? one : so), [null, 0])[0],
  safeIntegers: true,
}

const distinct: Aggregate<Set<SqlValue>> = {
  start: () => new Set(),
  step: (seen, value) => {
    if (value !== null) seen.add(value)
  },
  result: seen => BigInt(seen.size),
  safeIntegers: true,
}

function picked(takes: (has: boolean, value: SqlValue) => boolean): Aggregate<{ of: SqlValue; has: boolean }> {
  return {
    start: () => ({ of: null, has: false }),
    step: (state, value) => {
      if (!takes(state.has, value)) return
      state.of = value
      state.has = true
    },
    result: ({ of }) => of,
    safeIntegers: true,
  }
}

function truth(joined: (so: boolean, value: boolean) => boolean): Aggregate<{ so: boolean | null }> {
  return {
    start: () => ({ so: null }),
    step: (state, value) => {
      if (value !== null) state.so = state.so === null ? Boolean(value) : joined(state.so, Boolean(value))
    },
    result: ({ so }) => (so === null ? null : BigInt(so)),
    safeIntegers: true,
  }
}

function best(better: (value: NonNullable<SqlValue>, so: NonNullable<SqlValue>) => boolean): Aggregate<Best> {
  return {
    start: () => ({ of: null, by: null }),
    step: (state, of: SqlValue, by: SqlValue) => {
      if (of === null || by === null || (state.by !== null && !better(by, state.by))) return
      state.of = of
      state.by = by
    },
    result: ({ of }) => of,
    safeIntegers: true,
  }
}

/** R's type 7 over sorted numbers. */
export function quantile(sorted: ArrayLike<number>, q: number): number | null {
  if (sorted.length === 0) return null
  const at = (sorted.length - 1) * q
  const low = Math.floor(at)
  const below = sorted[low] ?? Number.NaN
  const above = sorted[Math.min(sorted.length - 1, low + 1)] ?? below
  return at === low ? below : below + (at - low) * (above - below)
}
