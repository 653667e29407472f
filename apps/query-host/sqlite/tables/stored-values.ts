import type { SqlValue } from '../sql/define-functions.ts'

/** In SQLite's order of the first so many columns: missing, numbers, text by code point, bytes. */
export function compareRows(one: readonly SqlValue[], other: readonly SqlValue[], columns: number): number {
  for (let index = 0; index < columns; index += 1) {
    const order = compareValues(one[index] ?? null, other[index] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function compareValues(one: SqlValue, other: SqlValue): number {
  if (one === other) return 0
  const rank = rankOf(one) - rankOf(other)
  if (rank !== 0 || one === null || other === null) return rank
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other)
  if (Buffer.isBuffer(one) && Buffer.isBuffer(other)) return Buffer.compare(one, other)
  if (one < other) return -1
  return one > other ? 1 : 0
}

function rankOf(value: SqlValue): number {
  if (value === null) return 0
  if (typeof value === 'string') return 2
  return Buffer.isBuffer(value) ? 3 : 1
}

// JavaScript compares UTF-16 units, in which the characters beyond the first plane come too early.
export function compareTexts(one: string, other: string): number {
  if (/[\ud800-\uffff]/.test(one) && /[\ud800-\uffff]/.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other))
  if (one < other) return -1
  return one > other ? 1 : 0
}

/** `2020-01-31`, `2020-01-31 12:00:00.5`: milliseconds since the epoch, NaN for other text. */
export function msOf(text: string): number {
  return Date.parse(text.length === 10 ? text : `${text.replace(' ', 'T')}Z`)
}

/** As it stands in an answer: `2020-01-31T12:00:00.500`. */
export function textOfMs(ms: number): string {
  return new Date(Math.round(ms)).toISOString().slice(0, -1)
}
