import type { Database } from 'better-sqlite3'
import { defineAggregates } from './define-aggregates.ts'
import { dateFunctions } from './date-functions.ts'
import { textFunctions } from './text-functions.ts'

export type SqlValue = string | number | bigint | Buffer | null
/** Whoever gets a null answers null; `least` and the like say otherwise. */
export interface ScalarFunction {
  args: number | 'any'
  takesNull?: boolean
  of(...values: SqlValue[]): SqlValue
}

const scalars: Record<string, ScalarFunction> = {
  ...dateFunctions,
  ...textFunctions,
  greatest: { args: 'any', takesNull: true, of: (...values) => extreme(values, 1) },
  least: { args: 'any', takesNull: true, of: (...values) => extreme(values, -1) },
  cbrt: { args: 1, of: value => Math.cbrt(Number(value)) },
  isnan: { args: 1, of: value => (Number.isNaN(Number(value)) ? 1n : 0n) },
  isinf: { args: 1, of: value => (Math.abs(Number(value)) === Infinity ? 1n : 0n) },
}

/** Functions that people's SQL uses most and SQLite lacks, as DuckDB has them. Gives their names. */
export function defineFunctions(db: Database): ReadonlySet<string> {
  for (const [name, { args, takesNull, of }] of Object.entries(scalars)) {
    const called = (...values: SqlValue[]): SqlValue =>
      takesNull !== true && values.includes(null) ? null : of(...values)
    const options = { deterministic: true, safeIntegers: true, varargs: args === 'any' }
    db.function(name, options, args === 'any' ? called : withLength(called, args))
  }
  return new Set([...Object.keys(scalars), ...defineAggregates(db)])
}

// better-sqlite3 takes a function's length for the number of its arguments.
function withLength<Called extends (...values: SqlValue[]) => SqlValue>(called: Called, length: number): Called {
  return Object.defineProperty((...values: SqlValue[]) => called(...values), 'length', { value: length }) as Called
}

function extreme(values: readonly SqlValue[], sign: 1 | -1): SqlValue {
  let best: SqlValue = null
  for (const value of values) {
    if (value === null) continue
    if (best === null || (sign === 1 ? value > best : value < best)) best = value
  }
  return best
}
