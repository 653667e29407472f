import { expect, it } from 'vitest'
import { jsonFault } from './json-limits.ts'

const limits = { maxBytes: 1000, maxDepth: 8 }
const circle: Record<string, unknown> = {}
circle['self'] = circle
const hostile = Object.defineProperty({}, 'x', {
  enumerable: true,
  get: () => {
    throw new Error('not today')
  },
})
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

it.each([
  ['nothing', undefined, 'holds undefined, which JSON has not'],
  ['a BigInt', { n: 1n }, 'holds a BigInt, which JSON has not'],
  ['a function', [() => 1], 'holds a function, which JSON has not'],
  ['a symbol', { s: Symbol('s') }, 'holds a symbol, which JSON has not'],
  ['NaN', [Number.NaN], 'holds NaN, which JSON has not'],
  ['a Map', new Map([['a', 1]]), 'holds a Map, which JSON has not'],
  ['a Date', { at: new Date(0) }, 'holds a Date, which JSON has not'],
  ['a hole', Array(3), 'holds undefined, which JSON has not'],
  ['a circle', circle, 'is nested deeper than 8 levels, or holds itself'],
  ['nine levels', nested(9), 'is nested deeper than 8 levels, or holds itself'],
  ['a long text', 'x'.repeat(999), 'is larger than 1000 bytes of JSON'],
  ['a text that grows when it is written', '\u0001'.repeat(200), 'is larger than 1000 bytes of JSON'],
  ['a text of many bytes', '€'.repeat(400), 'is larger than 1000 bytes of JSON'],
  ['100 MB', { text: 'x'.repeat(100 * 1024 * 1024) }, 'is larger than 1000 bytes of JSON'],
  ['four billion holes', Array(2 ** 32 - 1), 'is larger than 1000 bytes of JSON'],
  ['a key of objects', JSON.parse('{"a": {"__proto__": {"admin": true}}}'), 'holds the key "__proto__"'],
  ['a constructor', JSON.parse('{"constructor": {"prototype": {}}}'), 'holds the key "constructor"'],
  ['a getter that throws', hostile, 'cannot be read'],
])('refuses %s', (_what, value, fault) => {
  expect(jsonFault(value, limits)).toBe(fault)
})

it('takes what is JSON', () => {
  const long = 'x'.repeat(990)
  const taken = [null, true, 0, '', [], {}, { a: { b: [1, 'two', null] }, left_out: undefined }, nested(8), long]
  expect(taken.map(value => jsonFault(value, limits))).toEqual(taken.map(() => null))
  expect(jsonFault({ constructor: 'Lada' }, limits)).toBeNull()
})
