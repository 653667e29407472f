import { describe, expect, it } from 'vitest'
import { columnsOf, resultKind, wordOf } from './result-kind.ts'

describe('the kind of a result', () => {
  it.each([
    ['nothing', null],
    ['nothing', []],
    ['nothing', {}],
    ['word', 12.5],
    ['word', 'Ada'],
    ['text', 'name,age\nAda,36'],
    ['markdown', '# Brief\n\nIt says **this**.'],
    ['markdown', 'See [the page](https://example.com/).'],
    ['list', ['a', 1, null]],
    ['json', [[1], [2]]],
    ['table', [{ a: 1 }, { b: 2 }]],
    ['fields', { rows: 2 }],
    ['chart', { $schema: 'https://vega.github.io/schema/vega-lite/v6.json', mark: 'bar' }],
    ['fields', { $schema: 'https://example.com/vega-lite/v6.json' }],
  ])('is %s', (kind, value) => {
    expect(resultKind(value)).toBe(kind)
  })

  it.each(['[', '[a](', '|', '[[a]', '**a\n['])('takes no time to speak of for a megabyte of %j', piece => {
    const text = piece.repeat(1_000_000 / piece.length)
    const begun = performance.now()
    resultKind(text)
    expect(performance.now() - begun).toBeLessThan(1500)
  })

  it('is JSON for an object that stands too deep', () => {
    expect(resultKind({ a: 1 }, 3)).toBe('json')
  })
})

it('takes the columns of all rows, as many as one can read', () => {
  expect(columnsOf([{ a: 1 }, { b: 2, a: 3 }])).toEqual({ names: ['a', 'b'], left: 0 })
  const wide = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`c${index}`, index]))
  expect(columnsOf([wide])).toMatchObject({ left: 20 })
})

it.each([
  ['', null],
  ['Yes', true],
  ['36', 36],
  ['0.333333', 1 / 3],
  ['min: 1, max: 2.5', { min: 1, max: 2.5 }],
  ['{"a":{"b":1}}', { a: { b: 1 } }],
  [
    'value: Bath, count: 3; value: York, count: 1',
    [
      { value: 'Bath', count: 3 },
      { value: 'York', count: 1 },
    ],
  ],
  ['[[1],[2]]', [[1], [2]]],
])('says %j in one line', (word, value) => {
  expect(wordOf(value)).toBe(word)
})
