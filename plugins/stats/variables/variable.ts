import type { TableColumn } from '@svc/plugin'
import type { Measure } from '../methods/stat-method.ts'

/** A column as statistics see it. */
export interface Variable {
  name: string
  /** In SQL. */
  type: string
  measure: Measure
  /** In order, the first is the reference; null: as the data has them, sorted. */
  levels: string[] | null
  /** Values that mean that there is none. */
  missing_values: (string | number)[]
  label: string | null
  /** Whether somebody said so, or it is taken from the column's type. */
  source: 'given' | 'inferred'
}

/** As `POST /api/stats/import` takes it. */
export interface GivenVariable {
  name: string
  measure: Measure
  levels?: (string | number | boolean)[]
  missing_values?: (string | number)[]
  label?: string
}

const numeric =
  /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INT|U?INTEGER|DOUBLE|FLOAT|REAL|DECIMAL|NUMERIC|DATE|DATETIME|TIMESTAMP)\b(?!.*\[)/i
const whole = /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/i

/** Numbers, dates and timestamps. */
export function isNumeric(type: string): boolean {
  return numeric.test(type)
}

export function isWhole(type: string): boolean {
  return whole.test(type)
}

/** Numbers and dates are continuous, all else is nominal. */
export function inferredVariable({ name, type }: TableColumn): Variable {
  return {
    name,
    type,
    measure: isNumeric(type) ? 'continuous' : 'nominal',
    levels: null,
    missing_values: [],
    label: null,
    source: 'inferred',
  }
}
