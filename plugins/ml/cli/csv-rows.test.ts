import { describe, expect, it } from 'vitest'
import { csvRows } from './csv-rows.ts'

describe('rows of a CSV', () => {
  it('are read with quotes, empty fields and either line end', () => {
    expect(csvRows('\ufeffa,b,c\r\n1,"x, ""y""",\n-2.5,,z\n')).toEqual([
      { a: 1, b: 'x, "y"', c: null },
      { a: -2.5, b: null, c: 'z' },
    ])
    expect(csvRows('a\n1')).toEqual([{ a: 1 }])
    expect(csvRows('')).toEqual([])
  })

  it.each([
    ['a,b\n1\n', 'Line 2 has 1 fields; the header has 2'],
    ['a\n"open', 'not closed'],
  ])('are refused by line: %j', (text, words) => {
    expect(() => csvRows(text)).toThrow(words)
  })
})
