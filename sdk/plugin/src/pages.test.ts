import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, pageOf } from './pages.ts'

const shape = ['string', 'number?'] as const

/** Decodes to the same bytes. */
function sloppy(cursor: string): string {
  const last = cursor.at(-1) ?? ''
  const other = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].find(
    each =>
      each !== last && Buffer.from(cursor.slice(0, -1) + each, 'base64url').equals(Buffer.from(cursor, 'base64url')),
  )
  if (other === undefined) throw new Error(`${cursor} has no unused bits`)
  return cursor.slice(0, -1) + other
}

describe('a cursor', () => {
  it('brings its position back, and fits a URL', () => {
    const cursor = encodeCursor(['2026-01-31T12:00:00.000Z', null])
    expect(decodeCursor<[string, number | null]>(cursor, shape)).toEqual(['2026-01-31T12:00:00.000Z', null])
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  it.each([
    ['made up', 'abc'],
    ['empty', ''],
    ['cut short', encodeCursor(['a', 1]).slice(0, -3)],
    ['changed', `${encodeCursor(['a', 1]).slice(0, -1)}_`],
    ['of a list with another order', encodeCursor([1, 'a'])],
    ['of a longer position', encodeCursor(['a', 1, 2])],
    ['written with bits that no byte needs', sloppy(encodeCursor(['a', 1]))],
    ['endless', 'A'.repeat(100_000)],
  ])('that is %s is refused', (_what, cursor) => {
    expect(() => decodeCursor<[string, number | null]>(cursor, shape)).toThrow(
      expect.objectContaining({ code: 'validation_error', errors: [expect.objectContaining({ path: '/cursor' })] }),
    )
  })
})

describe('pageOf', () => {
  const cut = (rows: number[]) =>
    pageOf(
      rows,
      2,
      row => [row],
      row => `#${row}`,
    )

  it('points at the last shown row when there is one more', () => {
    expect(cut([9, 8, 7])).toEqual({ items: ['#9', '#8'], next_cursor: encodeCursor([8]) })
  })

  it('ends with the last page', () => {
    expect([cut([9, 8]), cut([])]).toEqual([
      { items: ['#9', '#8'], next_cursor: null },
      { items: [], next_cursor: null },
    ])
  })
})
