import { expect, it } from 'vitest'
import { chartData, chartSentence } from './chart-words.ts'

const layered = {
  data: {
    values: [
      { x: 'OJ', low: 8.2 },
      { x: 'VC', low: 4.123_456_789 },
    ],
  },
  layer: [
    { mark: 'rule', encoding: { x: { field: 'x', title: 'supp' }, y: { field: 'low', title: 'len' } } },
    { mark: 'point', encoding: { color: { field: 'group' } }, data: { values: [{ x: 'OJ', far: null }, 7] } },
  ],
}

it('says in words what a chart shows', () => {
  expect(chartSentence(layered)).toBe('supp across, len up, group in colours; 2 rows of data')
  expect(chartSentence({ hconcat: [layered, layered] })).toMatch(/; 4 rows of data$/)
  expect(chartSentence({ mark: 'bar', data: { values: [{ a: 1 }] }, encoding: { x: { field: 'a' } } })).toBe(
    'a across; 1 row of data',
  )
  expect(chartSentence({ mark: 'bar' })).toBe('')
})

it('makes a table of the data of all layers', () => {
  expect(chartData(layered)).toEqual({
    columns: ['x', 'low', 'far', 'value'],
    rows: [
      ['OJ', '8.2', '', ''],
      ['VC', '4.12346', '', ''],
      ['OJ', '', '', ''],
      ['', '', '', '7'],
    ],
    count: 4,
  })
})
