import { expect, it } from 'vitest'
import { previewOf } from './table-preview.ts'

const lines = (text: string, options: { isCut?: boolean; isHeader?: boolean } = {}) =>
  previewOf(text, { format: 'delimited', isCut: false, ...options })

it('reads quotes, the usual delimiters, and types', () => {
  expect(lines('name;paid;born;n\n"Ada; ""L""";true;1815-12-10;1.5\nGrace;;1906-12-09;2\n')).toEqual({
    columns: [
      { name: 'name', guess: 'text' },
      { name: 'paid', guess: 'boolean' },
      { name: 'born', guess: 'date' },
      { name: 'n', guess: 'double' },
    ],
    rows: [
      ['Ada; "L"', 'true', '1815-12-10', '1.5'],
      ['Grace', '', '1906-12-09', '2'],
    ],
    hasOwnNames: true,
    isHeader: true,
  })
})

it('reads a first line of values as a row, unless the settings say that it has names', () => {
  expect(lines('north,1\nsouth,2\n')).toMatchObject({
    isHeader: false,
    columns: [{ name: 'column_1' }, { name: 'column_2' }],
  })
  expect(lines('2023,2024\n1,2\n', { isHeader: true })).toMatchObject({ columns: [{ name: '2023' }, { name: '2024' }] })
})

it('names columns that have no name or that of another', () => {
  expect(lines('a,A,\nx,y,z\n', { isHeader: true })).toMatchObject({
    columns: [{ name: 'a' }, { name: 'A_2' }, { name: 'column_3' }],
    hasOwnNames: false,
  })
})

it('leaves out a line that goes on behind the cut', () => {
  expect(lines('a,b\nx,1\ny,23', { isCut: true })?.rows).toEqual([['x', '1']])
  expect(lines('a,b\r\nx,\r\n')?.rows).toEqual([['x', '']])
})

it('reads objects of a list that is cut, and of lines', () => {
  const json = (text: string) => previewOf(text, { format: 'json', isCut: true })
  expect(json('[{"a": 1, "b": {"c": "}"}}, {"a": 2, "d": null}, {"a": ')).toMatchObject({
    columns: [
      { name: 'a', guess: 'integer' },
      { name: 'b', guess: 'text' },
      { name: 'd', guess: 'text' },
    ],
    rows: [
      ['1', '{"c":"}"}', ''],
      ['2', '', ''],
    ],
  })
  expect(json('{"a": "x"}\n{"a": "y"}\n')?.rows).toEqual([['x'], ['y']])
  expect(json('[1, 2]')).toBe(null)
  expect(lines('')).toBe(null)
})
