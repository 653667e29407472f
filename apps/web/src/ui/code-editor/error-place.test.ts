import { expect, it } from 'vitest'
import { marksOfError } from './error-place.ts'

const sql = 'SELECT a,\n  bee, "c d"\nFROM t'
it.each([
  ['No such column (line 2, column 3)', 'bee'],
  ['No such column (line 2, column 8)', '"c d"'],
  ['Syntax error (line 1, column 9)', ','],
  ['incomplete input (line 3, column 7)', 't'],
])('%s underlines %s', (message, shown) => {
  const [mark] = marksOfError(sql, message)
  expect(sql.slice(mark?.from, mark?.to)).toBe(shown)
})

it('underlines nothing for a message without a place', () => {
  expect(marksOfError(sql, 'Too many rows')).toEqual([])
})
