import { decodeCursor, encodeCursor } from '@svc/plugin'
import type { SqlValue } from '@svc/plugin'

type Place = string | number | null

/** Where a page ended, as a cursor: the value of each part of the order. JSON has no infinities, so they are text there. */
export function cursorOf(row: Readonly<Record<`o${number}`, Place>>, parts: number): string {
  return encodeCursor(Array.from({ length: parts }, (_, index) => textOf(row[`o${index}`] ?? null)))
}

/** @throws ValidationError for what {@link cursorOf} did not make for an order of so many parts */
export function placeOf(cursor: string, parts: number): SqlValue[] {
  const shape = Array.from({ length: parts }, () => 'string?' as const)
  return decodeCursor<(string | null)[]>(cursor, shape).map(part => {
    if (part === null) return null
    return part.startsWith('n') ? Number(part.slice(1)) : part.slice(1)
  })
}

function textOf(value: Place): string | null {
  if (value === null) return null
  return typeof value === 'number' ? `n${value}` : `t${value}`
}
