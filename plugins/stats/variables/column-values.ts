import type { NumericColumn } from '@svc/plugin'

/** The distinct values of a column as text, without those that mean that there is none, and how often each occurs. */
export function valuesOf(column: NumericColumn, missing: readonly (string | number)[]): Map<string, number> {
  if (column.kind === 'number') return numbersOf(column.values, missing)
  const counts = new Float64Array(column.levels.length)
  for (const code of column.codes) if (code >= 0) counts[code] = (counts[code] ?? 0) + 1
  const isMissing = new Set(missing.map(String))
  const found = new Map<string, number>()
  for (const [code, level] of column.levels.entries()) {
    const count = counts[code] ?? 0
    if (count > 0 && !isMissing.has(level)) found.set(level, count)
  }
  return found
}

function numbersOf(values: Float64Array, missing: readonly (string | number)[]): Map<string, number> {
  const isMissing = new Set(missing.map(Number))
  const counts = new Map<number, number>()
  for (const value of values) {
    if (!Number.isNaN(value) && !isMissing.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return new Map([...counts].toSorted(([a], [b]) => a - b).map(([value, count]) => [String(value), count]))
}
