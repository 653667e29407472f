import { expect, it } from 'vitest'
import { printedP } from '../../../ui/words/p-value.ts'
import { printedNumber, printedTable } from './apa.ts'

it.each([
  [0.0606, '.061'],
  [0.05, '.050'],
  [0.0004, '< .001'],
  [0, '< .001'],
  [0.9996, '> .999'],
  [1, '> .999'],
])('prints p = %d as %s', (p, text) => {
  expect(printedP(p)).toBe(text)
})

it.each([
  [3.7, '3.700'],
  [-0.171, '−0.171'],
  [0.02199, '0.0220'],
  [-0.02199, '−0.0220'],
  [123.456, '123.46'],
  [20_000.25, '20000.3'],
  [0, '0.000'],
  [0.000_012, '1.20e−5'],
])('prints %d as %s', (value, text) => {
  expect(printedNumber(value)).toBe(text)
})

it('makes one column of the two ends of an interval, open ends included', () => {
  const printed = printedTable({
    title: 't test',
    columns: [
      { name: 't', type: 'number' },
      { name: 'p', type: 'p_value' },
      { name: '95% CI from', type: 'number' },
      { name: '95% CI to', type: 'number' },
      { name: 'Equal', type: 'boolean' },
    ],
    rows: [
      [1.9, 0.0606, -0.171, 7.571, true],
      [2.5, 0.0001, null, 3, false],
      [null, null, null, null, null],
    ],
  })
  expect(printed.columns.map(({ name }) => name)).toEqual(['t', 'p', '95% CI', 'Equal'])
  expect(printed.rows).toEqual([
    ['1.900', '.061', '[−0.171, 7.571]', 'yes'],
    ['2.500', '< .001', '[−∞, 3.000]', 'no'],
    ['–', '–', '–', '–'],
  ])
})

it('prints measures that stand below each other with the digits of each', () => {
  const { rows } = printedTable({
    title: 'Model fit',
    columns: [
      { name: 'Measure', type: 'text' },
      { name: 'Value', type: 'number' },
    ],
    rows: [
      ['df', 58],
      ['F', 12.34567],
      ['p', 0.00001],
    ],
  })
  expect(rows).toEqual([
    ['df', '58'],
    ['F', '12.346'],
    ['p', '< .001'],
  ])
})
