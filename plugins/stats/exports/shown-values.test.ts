import { expect, it } from 'vitest'
import { oneLine, shownNumber, shownRows } from './shown-values.ts'

it('numbers of a column have as many decimals as its largest needs, small ones more', () => {
  const columns = [
    { name: 'value', type: 'number' as const },
    { name: 'n', type: 'integer' as const },
    { name: 'p', type: 'p_value' as const },
    { name: 'ok', type: 'boolean' as const },
  ]
  const rows = [
    [-123.4567, 12, 0.0004, true],
    [0.00321, 1234567, 0.0496, false],
    [5, null, 1, null],
  ]
  expect(shownRows({ columns, rows })).toEqual([
    ['−123.46', '12', '< 0.001', 'yes'],
    ['0.0032', '1234567', '0.050', 'no'],
    ['5.000', '–', '1.000', '–'],
  ])
  expect([shownNumber(1e-7), shownNumber(-2.5e12), shownNumber(7), shownNumber(0)]).toEqual([
    '1.000e−7',
    '−2.500e+12',
    '7',
    '0',
  ])
})

it('texts are one line of what can be seen', () => {
  expect(oneLine(' a\n\u202eb\u0000\ud800 ')).toBe('a b \ufffd')
})
