import type { JsonObject, JsonValue } from '@svc/plugin'
import { allMethods } from '../methods/all-methods.ts'
import type { RAnswer } from '../methods/stat-method.ts'
import type { PreparedCase } from './prepared-case.ts'

/** What is further off than the tolerance, in words. */
export function differences(
  result: JsonObject,
  expected: Record<string, number | string | boolean | null>,
  tolerance = 1e-8,
): string[] {
  return Object.entries(expected).flatMap(([path, value]) => {
    const found = at(result, path)
    const near =
      found === value || (typeof found === 'number' && typeof value === 'number' && isNear(found, value, tolerance))
    return near ? [] : [`${path}: ${String(found)} instead of ${String(value)}`]
  })
}

export function isNear(found: number, value: number, tolerance: number): boolean {
  return Math.abs(found - value) <= tolerance * Math.max(Math.abs(value), 1e-4)
}

function at(result: JsonObject, path: string): JsonValue | undefined {
  if (path in result) return result[path]
  return path.split('.').reduce<JsonValue | undefined>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)]
    if (typeof value === 'object' && value !== null) return value[key]
    return undefined
  }, result)
}

/** Every number of a text. */
export function numbersIn(text: string): number[] {
  return (text.match(/-?\d+(\.\d+)?(e[-+]?\d+)?/gi) ?? []).map(Number)
}

/** What is wrong with the tables, plots and words that are made of an answer. */
export function presentationFaults({ method, request }: PreparedCase, answer: RAnswer): string[] {
  const { tables, plots, interpretation } = method.present(answer, request)
  const { r: rScript, python } = method.syntax(request, answer)
  const words = [interpretation, ...answer.assumptions.map(one => one.note), ...answer.warnings].join('\n')
  const text = [words, rScript, python, JSON.stringify(tables)].join('\n')
  return [
    ...tables.flatMap(table =>
      table.rows
        .filter(row => row.length !== table.columns.length)
        .map(row => `${table.title}: ${JSON.stringify(row)}`),
    ),
    ...plots.filter(plot => countValues(plot.spec) > 2000).map(plot => `${plot.title}: more than 2,000 values`),
    ...(/undefined|NaN|\[object/.test(text) ? [`something is undefined in: ${text}`] : []),
    ...allMethods
      .filter(({ method: id }) => id.includes('_') && words.includes(id))
      .map(({ method: id }) => `prose has ${id}`),
    ...tables.flatMap(({ columns }) =>
      columns.filter(({ name }) => /\b(?:lower|upper)$/i.test(name)).map(({ name }) => `${name} of what level?`),
    ),
    ...(tables.length === 0 || interpretation === '' ? ['tables or words are missing'] : []),
  ]
}

function countValues(value: JsonValue): number {
  if (Array.isArray(value)) return value.length + value.reduce<number>((sum, one) => sum + countValues(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + countValues(one), 0)
}
