import { describe, expect, it } from 'vitest'
import { queryJson } from './query-json.ts'

const data = {
  items: [
    { name: 'pen', price: 3 },
    { name: 'book', price: 12 },
    { name: 'lamp', price: 40 },
  ],
}

describe('json_query', () => {
  it.each([
    ['items[price > 10].name', ['book', 'lamp']],
    ['$sum(items.price)', 55],
    ['items[0].name', 'pen'],
    ['nothing.here', null],
    ['items{name: price}', { pen: 3, book: 12, lamp: 40 }],
    ['items^(>price).name', ['lamp', 'book', 'pen']],
    ['{"count": $count(items), "f": function($x) { $x }}', { count: 3 }],
  ])('%s gives %j', async (query, result) => {
    expect(await queryJson({ data, query })).toEqual({ result })
  })

  it('reads variables', async () => {
    expect(await queryJson({ data, query: 'items[price > $least].name', variables: { least: 20 } })).toEqual({
      result: 'lamp',
    })
  })

  it.each([
    ['items[', 'at character'],
    ['$nope()', 'non-function'],
    ['function($x) { $x }', 'gives a function'],
    ['$sum("a")', 'must be an array of "numbers"'],
  ])('says what is wrong with %s', async (query, words) => {
    await expect(queryJson({ data, query })).rejects.toThrow(words)
  })

  it.each([
    'items.constructor',
    '$.__proto__',
    '$constructor',
    '$lookup($, "__proto__")',
    '$merge([{"__proto__": {"polluted": 1}}]).polluted',
    '($.__proto__.polluted := 1)',
  ])('keeps %s from the language underneath', async query => {
    await queryJson({ data, query }).catch((error: Error) => expect(error.message).toContain('query failed'))
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('stops a recursion without an end', async () => {
    await expect(queryJson({ data, query: '($f := function($x) { 1 + $f($x) }; $f(1))' })).rejects.toThrow(
      'Stack overflow',
    )
  })
})
