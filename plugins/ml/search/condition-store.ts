import type { SqlValue } from '@svc/plugin'
import type { Comparison, Order } from './filter.ts'

/** How the subjects of one kind of record are written in SQL. `bind` keeps a value out of the text and gives its name there. */
export interface SubjectSql {
  /** An expression of the record itself. */
  attribute(key: string): string
  /** A statement of the values `v` that the record has under a key: none, one or several. */
  values(scope: Comparison['scope'], key: string): string
}

/** Collects what is bound to a statement. */
export class Bindings {
  readonly params: Record<string, SqlValue> = {}
  #count = 0

  bind(value: SqlValue): string {
    const name = `b${this.#count++}`
    this.params[name] = value
    return `@${name}`
  }
}

/** The comparison as a condition. Names of operators are of the grammar; all else is bound. */
export function conditionOf(comparison: Comparison, sql: SubjectSql, bindings: Bindings): string {
  const { scope, key, operator, value } = comparison
  if (scope === 'attribute') return comparisonOf(sql.attribute(key), operator, value, bindings)
  return `EXISTS (SELECT 1 FROM (${sql.values(scope, key)}) WHERE ${comparisonOf('v', operator, value, bindings)})`
}

function comparisonOf(
  left: string,
  operator: Comparison['operator'],
  value: Comparison['value'],
  bindings: Bindings,
): string {
  if (typeof value === 'object')
    return `${left} ${operator} (SELECT value FROM json_each(${bindings.bind(JSON.stringify(value))}))`
  if (operator === 'LIKE') return `${left} GLOB ${bindings.bind(globOf(String(value)))}`
  if (operator === 'ILIKE') return `lower(${left}) GLOB ${bindings.bind(globOf(asciiLower(String(value))))}`
  return `${left} ${operator} ${bindings.bind(value)}`
}

/** SQLite's LIKE looks past capitals, its GLOB does not: the pattern with the wildcards of the other. */
function globOf(pattern: string): string {
  return pattern.replaceAll(/[*?[]/g, '[$&]').replaceAll('%', '*').replaceAll('_', '?')
}

/** As SQLite's `lower`. */
export function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
}

/** An expression to order by, which is NULL where the record has no value. */
export function orderExpression({ scope, key }: Order, sql: SubjectSql): string {
  return scope === 'attribute' ? sql.attribute(key) : `(SELECT v FROM (${sql.values(scope, key)}) LIMIT 1)`
}

/** A part of an order: missing values come last both ways. */
export interface OrderPart {
  expression: string
  isDescending: boolean
  /** An index gives such an order as it is, while it has missing values at one end. */
  isNeverNull?: true
}

export function orderBy(parts: readonly OrderPart[]): string {
  return parts
    .map(({ expression, isDescending, isNeverNull }) => {
      const nulls = isNeverNull ? '' : ' NULLS LAST'
      return `${expression} ${isDescending ? 'DESC' : 'ASC'}${nulls}`
    })
    .join(', ')
}

/** True of what stands behind a place in the order. */
export function behind(parts: readonly OrderPart[], place: readonly SqlValue[], bindings: Bindings): string {
  const [part, ...others] = parts
  const [value = null, ...rest] = place
  if (!part) return '0'
  const { expression, isDescending, isNeverNull } = part
  const bound = bindings.bind(value)
  if (isNeverNull) {
    const operator = isDescending ? '<' : '>'
    if (others.length === 0) return `${expression} ${operator} ${bound}`
    // The first comparison follows from the second: it is there so that an index can be entered at the place.
    return `(${expression} ${operator}= ${bound} AND (${expression} ${operator} ${bound} OR ${behind(others, rest, bindings)}))`
  }
  const follows = value === null ? '0' : `${expression} ${isDescending ? '<' : '>'} ${bound} OR ${expression} IS NULL`
  if (others.length === 0) return `(${follows})`
  return `(${follows} OR (${expression} IS ${bound} AND ${behind(others, rest, bindings)}))`
}
