import type { CellType } from '../cell-types.ts'

/** The types that an engine reads just as they are written, from cells in the plainest way of the type. */
export type PlainType = 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'DATE' | 'TIMESTAMP'

const plainTypes: readonly string[] = ['BIGINT', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIMESTAMP'] satisfies PlainType[]

/** Null for other types, and where some values are words for missing ones or are written in another way. */
export function plainType({ name, hasWords, hasZone, order }: CellType): PlainType | null {
  if (hasWords === true || hasZone === true || (order !== undefined && order !== 'iso')) return null
  return plainTypes.includes(name) ? (name as PlainType) : null
}

const minus = 45
const plus = 43
const zero = 48
const colon = 58
const space = 32
const point = 46
/** Of ASCII: makes a letter small. */
const small = 32
const [letterE, letterF, letterT] = ['e', 'f', 't'].map(letter => letter.charCodeAt(0)) as [number, number, number]
/** All numbers of so many digits fit 64 bits. */
const mostDigits = 18

// Each gives the place behind a cell that begins at `start`, or -1. A cell may be empty. What stands at the place is for the caller to look at: a
// cell that is no plain one does not end there. Each byte is read once, for a file has a hundred million of them.

/** `-12`, and neither `007` nor `+5`. */
export function integerEnd(bytes: Uint8Array, start: number): number {
  const from = bytes[start] === minus ? start + 1 : start
  const end = digitsEnd(bytes, from)
  if (bytes[from] === zero) return end === start + 1 ? end : -1
  return end - from <= mostDigits && (end > from || from === start) ? end : -1
}

/** `-1.5e3`, and neither `007.5` nor `+5`. */
export function numberEnd(bytes: Uint8Array, start: number, decimal: number): number {
  const from = bytes[start] === minus ? start + 1 : start
  let end = digitsEnd(bytes, from)
  let digits = end - from
  if (digits > 1 && bytes[from] === zero) return -1
  if (bytes[end] === decimal) {
    const fraction = end + 1
    end = digitsEnd(bytes, fraction)
    digits += end - fraction
  }
  if (digits === 0) return end === start ? end : -1
  if ((bytes[end]! | small) !== letterE) return end
  const sign = bytes[end + 1]
  const power = sign === minus || sign === plus ? end + 2 : end + 1
  end = digitsEnd(bytes, power)
  return end > power ? end : -1
}

/** `true` or `false`: of that length nothing else is a truth value. */
export function booleanEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start]! | small
  if (first === letterT) return start + 4
  return first === letterF ? start + 5 : start
}

/** `2024-01-31`: the engine takes nothing else than a day of that form. */
export function dateEnd(bytes: Uint8Array, start: number): number {
  if (!isDigit(bytes[start]!)) return start
  return bytes[start + 4] === minus && bytes[start + 7] === minus ? start + 10 : -1
}

/** A date, or one with a time: `2024-01-31 10:00:00.5`, also with a `T` between. */
export function timestampEnd(bytes: Uint8Array, start: number): number {
  const day = dateEnd(bytes, start)
  const between = bytes[day]
  if (day <= start || (between !== space && between !== letterT - small)) return day
  if (bytes[day + 3] !== colon || bytes[day + 6] !== colon) return -1
  if (bytes[day + 9] !== point) return day + 9
  const end = digitsEnd(bytes, day + 10)
  return end > day + 10 && end <= day + 16 ? end : -1
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let end = start
  while (isDigit(bytes[end]!)) end += 1
  return end
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte < colon
}
