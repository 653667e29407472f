import { describe, expect, it } from 'vitest'
import type { NumericColumn } from '@svc/plugin'
import type { Measure } from '../methods/stat-method.ts'
import type { Variable } from '../variables/variable.ts'
import { readVariable } from './r-columns.ts'

const numbers: NumericColumn = {
  name: 'n',
  type: 'BIGINT',
  meaning: 'number',
  kind: 'number',
  values: Float64Array.of(10, 2, Number.NaN, -9, 2),
}
const words: NumericColumn = {
  name: 'w',
  type: 'VARCHAR',
  meaning: 'text',
  kind: 'codes',
  codes: Int32Array.of(0, 2, -1, 1, 0),
  levels: ['a', 'b', 'z'],
}
const flags: NumericColumn = {
  ...words,
  name: 'f',
  meaning: 'boolean',
  codes: Int32Array.of(0, 1, -1),
  levels: ['false', 'true'],
}

function read(column: NumericColumn, measures: Measure[], said: Partial<Variable> = {}) {
  const { name, type, kind } = column
  const measure = kind === 'number' ? 'continuous' : 'nominal'
  const known: Variable = {
    name,
    type,
    measure,
    levels: null,
    missing_values: [],
    label: null,
    source: 'inferred',
    ...said,
  }
  return readVariable(column, known, { role: 'part', name, measures, path: '/variables/part' })
}

describe('a column', () => {
  it('of numbers stays numbers where numbers are wanted, what is missing apart', () => {
    const { column, variable } = read(numbers, ['continuous'], { missing_values: [-9] })
    expect(column).toEqual({ name: 'n', kind: 'number', values: Float64Array.of(10, 2, Number.NaN, Number.NaN, 2) })
    expect(variable).toMatchObject({ measure: 'continuous', levels: null, missing_values: [-9] })
  })

  it('of numbers becomes groups in the order of the numbers where groups are wanted', () => {
    expect(read(numbers, ['nominal', 'ordinal'], { missing_values: ['-9'] }).column).toEqual({
      name: 'n',
      kind: 'factor',
      codes: Int32Array.of(1, 0, -1, -1, 0),
      levels: ['2', '10'],
    })
  })

  it('of words has the levels that were said first, then those that were not', () => {
    const { column } = read(words, ['ordinal', 'nominal'], { source: 'given', measure: 'ordinal', levels: ['z', 'a'] })
    expect(column).toEqual({
      name: 'w',
      kind: 'ordered',
      codes: Int32Array.of(1, 0, -1, 2, 1),
      levels: ['z', 'a', 'b'],
    })
  })

  it('of true and false counts as 1 and 0, and that is told', () => {
    const { column, warnings } = read(flags, ['continuous'])
    expect([column, warnings]).toEqual([
      { name: 'f', kind: 'number', values: Float64Array.of(0, 1, Number.NaN) },
      ['"f" is true or false and is taken as 1 and 0.'],
    ])
  })

  it('is refused by name where it cannot take the part', () => {
    const many = { ...numbers, values: Float64Array.from({ length: 1001 }, (_, index) => index) }
    const refusals: [() => unknown, string][] = [
      [() => read(words, ['continuous']), '"w" cannot be the part: it holds text, where numbers are needed.'],
      [
        () => read(words, ['continuous', 'ordinal']),
        '"w" cannot be the part: it holds text without an order, where continuous or ordinal is needed.',
      ],
      [() => read(numbers, ['continuous'], { source: 'given', measure: 'nominal' }), 'its measure is nominal'],
      [() => read(many, ['nominal']), '"n" has 1001 different values, more than the 1000'],
    ]
    for (const [run, message] of refusals) expect(run).toThrow(message)
  })
})
