import { expect, it } from 'vitest'
import { oneLine } from '@svc/plugin/library/text/visible-text'
import { shownNumber, shownRows } from './shown-values.ts'

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

it('measures below each other have digits of their own', () => {
  const columns = [
    { name: 'Measure', type: 'text' as const },
    { name: 'Value', type: 'number' as const },
  ]
  const rows = [
    ['R squared', 0.47093],
    ['df of the model', 3],
    ['p', 6.7e-12],
    ['p of that test', 0.0412],
    ["Bartlett's test, p", 1e-5],
    ['AIC', 629.071],
    ['AICc', null],
  ]
  expect(shownRows({ columns, rows }).map(([, value]) => value)).toEqual([
    '0.471',
    '3',
    '< 0.001',
    '0.041',
    '< 0.001',
    '629.07',
    '–',
  ])
})
