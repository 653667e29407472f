import { hash } from 'node:crypto'
import type { ValidationError } from './errors.ts'
import { queryFault } from './errors.ts'
import { decodeBase64url } from './strict-text.ts'

/** A list answer: `?limit=` (1..200, default 50) and `?cursor=`; `next_cursor` is null on the last page. */
export interface Page<T> {
  items: T[]
  next_cursor: string | null
}

/** What a list route was asked for, after validation. `cursor` is opaque to the client. */
export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/** The sort key of the last record of a page, most significant part first. */
export type CursorPosition = readonly (string | number | null)[]

const checkLength = 6
const maxLength = 2048

function checkOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, checkLength)
}

function badCursor(): ValidationError {
  const message = 'is not a cursor of this list; send the `next_cursor` of the page before, unchanged, or leave it out'
  return queryFault('cursor', message)
}

/** Makes an opaque cursor that fits a URL. */
export function encodeCursor(position: CursorPosition): string {
  const text = JSON.stringify(position)
  return Buffer.from(checkOf(text) + text).toString('base64url')
}

/** What a part of a cursor is; with `?` it may be null. */
export type CursorPart = 'string' | 'number' | 'string?' | 'number?'

/**
 * Reads a cursor back. `Position` is the caller's word for what it encoded; a cursor whose parts are not of the kinds in `shape`
 * is refused.
 * @throws ValidationError for anything that {@link encodeCursor} did not make
 */
export function decodeCursor<Position extends CursorPosition>(
  cursor: string,
  shape: { readonly [K in keyof Position]: CursorPart },
): Position {
  const position = cursor.length > maxLength ? null : parsePosition(cursor)
  if (position === null || !fits(position, shape)) throw badCursor()
  return position
}

function parsePosition(cursor: string): unknown[] | null {
  const decoded = decodeBase64url(cursor)?.toString('utf8') ?? ''
  const text = decoded.slice(checkLength)
  if (checkOf(text) !== decoded.slice(0, checkLength)) return null
  try {
    const position: unknown = JSON.parse(text)
    return Array.isArray(position) ? position : null
  } catch {
    return null
  }
}

function fits<Position extends CursorPosition>(
  position: readonly unknown[],
  shape: { readonly [K in keyof Position]: CursorPart },
): position is Position {
  const kinds: readonly CursorPart[] = shape
  return position.length === kinds.length && kinds.every((kind, index) => fitsKind(position[index], kind))
}

function fitsKind(part: unknown, kind: CursorPart): boolean {
  if (part === null) return kind.endsWith('?')
  return kind.startsWith(typeof part)
}

/**
 * Cuts a page out of rows that were fetched with `limit + 1`: the extra row only shows that there is a next page.
 * `position` gives the sort key of a row.
 */
export function pageOf<Row, T>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => CursorPosition,
  toItem: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.map(toItem), next_cursor: last === undefined ? null : encodeCursor(position(last)) }
}
