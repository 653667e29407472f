import { expect, it } from 'vitest'
import { authorsOf, dateIn, dateOf, namesIn } from './citation-words.ts'

const csl = (fields: object) => ({ type: 'book', ...fields })

it('writes authors one a line, and reads them again', () => {
  const author = [{ family: 'Roe', given: 'Jane' }, { literal: 'World Health Organization' }]
  const text = 'Roe, Jane\nWorld Health Organization'
  expect(authorsOf(csl({ author }))).toBe(text)
  expect(namesIn(` ${text}\n\n`)).toEqual(author)
  expect([authorsOf(csl({})), namesIn('Plato,')]).toEqual(['', [{ literal: 'Plato' }]])
})

it.each([
  ['2024', { 'date-parts': [[2024]] }],
  ['2024-05', { 'date-parts': [[2024, 5]] }],
  ['2024-05-31', { 'date-parts': [[2024, 5, 31]] }],
  ['circa 1850', { literal: 'circa 1850' }],
])('writes the date %s, and reads it again', (text, issued) => {
  expect(dateIn(text)).toEqual(issued)
  expect(dateOf(csl({ issued }))).toBe(text)
})
