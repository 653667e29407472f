import { summarise } from './numbers'
import type { NumberSummary } from './numbers'

export type ColumnType = 'integer' | 'number' | 'boolean' | 'date' | 'text' | 'empty'

export interface Column extends Partial<NumberSummary> {
  name: string
  type: ColumnType
  /** Values that are there. */
  count: number
  missing: number
  unique: number
  /** Of dates. */
  earliest?: string
  latest?: string
  /** Of texts: the longest value's length. */
  longest?: number
  /** The most frequent values, of all but numbers. */
  top?: { value: string; count: number }[]
}

const shownValues = 5
const integer = /^[+-]?\d+$/
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const day = /^(\d{4})[-/](\d{2})[-/](\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/
const truths = new Set(['true', 'false', 'yes', 'no'])

/** Describes one column; `numbers` has its values by row when it is numeric. */
export function describeColumn(
  name: string,
  cells: (string | undefined)[],
  missing: ReadonlySet<string>,
): { column: Column; numbers: (number | null)[] | null } {
  const values = cells.map(cell => (cell === undefined || missing.has(cell.trim()) ? null : cell.trim()))
  const present = values.filter(value => value !== null)
  const counts = new Map<string, number>()
  for (const value of present) counts.set(value, (counts.get(value) ?? 0) + 1)
  const type = typeOf(counts.keys())
  const column: Column = {
    name,
    type,
    count: present.length,
    missing: values.length - present.length,
    unique: counts.size,
  }
  if (type === 'integer' || type === 'number') {
    const numbers = values.map(value => (value === null ? null : Number(value)))
    return { column: { ...column, ...summarise(numbers.filter(number => number !== null)) }, numbers }
  }
  if (type === 'date') Object.assign(column, rangeOf(counts.keys()))
  if (type === 'text') column.longest = Math.max(...[...counts.keys()].slice(0, 100_000).map(value => value.length))
  if (type !== 'empty') column.top = mostFrequent(counts)
  return { column, numbers: null }
}

function typeOf(values: Iterable<string>): ColumnType {
  const all = [...values]
  if (all.length === 0) return 'empty'
  if (all.every(value => integer.test(value) && Number.isSafeInteger(Number(value)) && !isCode(value))) return 'integer'
  if (all.every(value => decimal.test(value) && Number.isFinite(Number(value)) && !isCode(value))) return 'number'
  if (all.every(value => truths.has(value.toLowerCase()))) return 'boolean'
  return all.every(isDate) ? 'date' : 'text'
}

/** Post codes and part numbers: digits whose leading zero says something. */
function isCode(value: string): boolean {
  return /^0\d/.test(value)
}

function isDate(value: string): boolean {
  const [, year, month, date] = day.exec(value) ?? []
  if (!year || !month || !date) return false
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(date)
}

function rangeOf(values: Iterable<string>): { earliest: string; latest: string } {
  // Year first, so text order is time order within a column that is written one way.
  const sorted = [...values].sort()
  return { earliest: sorted[0] ?? '', latest: sorted.at(-1) ?? '' }
}

function mostFrequent(counts: ReadonlyMap<string, number>): { value: string; count: number }[] {
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return sorted.slice(0, shownValues).map(([value, count]) => ({ value: value.slice(0, 200), count }))
}
