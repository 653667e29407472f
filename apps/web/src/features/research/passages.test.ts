import { describe, expect, it } from 'vitest'
import { partsOf, placeIn } from './passages.ts'

describe('the parts of a text', () => {
  const whole = (from: number, spans: { start: number; end: number; note: string }[]) =>
    partsOf('a😀bcdef', from, spans).map(({ text, note }) => [text, note])

  it('are cut by code points, where quotes begin and end', () => {
    expect(whole(0, [{ start: 1, end: 3, note: 'x' }])).toEqual([
      ['a', null],
      ['😀b', 'x'],
      ['cdef', null],
    ])
  })

  it('keep what reaches over their ends or over each other', () => {
    const spans = [
      { start: 8, end: 12, note: 'begins before' },
      { start: 11, end: 14, note: 'overlaps' },
      { start: 16, end: 30, note: 'goes on' },
    ]
    expect(whole(10, spans)).toEqual([
      ['a😀', 'begins before'],
      ['bc', 'overlaps'],
      ['de', null],
      ['f', 'goes on'],
    ])
  })
})

it('a line and a column lead to a place of the text', () => {
  const text = '# R\n\n😀 so [@key]'
  expect([placeIn(text, 1, 1), placeIn(text, 3, 6), placeIn(text, 9, 1)]).toEqual([0, 11, text.length])
})
