import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJsonText, toJsonText } from './json-text.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('parseJsonText', () => {
  it('gives back every JSON value that toJsonText wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('"__proto__"') && !text.includes('"constructor"'))
        const plain = JSON.parse(text)
        expect(parseJsonText(toJsonText(plain, 'It'), 'It')).toEqual(plain)
      }),
    )
  })

  it('counts brackets, not brackets in strings', () => {
    const brackets = JSON.stringify({ text: '[{"\\'.repeat(1000), more: ['\\"['] })
    expect(parseJsonText(brackets, 'It')).toEqual(JSON.parse(brackets))
    expect(() => parseJsonText(nested(129), 'The output')).toThrow('The output is nested deeper than 128 levels.')
    expect(parseJsonText(nested(128), 'It')).toEqual(JSON.parse(nested(128)))
    expect(() => parseJsonText(nested(1_000_000), 'It')).toThrow('deeper than 128')
  })

  it.each([
    ['{"__proto__": 1}'],
    ['{"a": [{"\\u005f_proto__": {}}]}'],
    ['{"constructor": {"prototype": {}}}'],
    ['{'],
    [''],
    ['undefined'],
    ['1 2'],
  ])('refuses %s', text => {
    expect(() => parseJsonText(text, 'The output')).toThrow(
      /^The output (is not valid JSON|holds a key that is not allowed): /,
    )
  })

  it('lets a plain field named constructor pass', () => {
    expect(parseJsonText('{"constructor": "Ferrari"}', 'It')).toEqual({ constructor: 'Ferrari' })
  })
})

describe('toJsonText', () => {
  it('refuses what parseJsonText would refuse', () => {
    expect(() => toJsonText(JSON.parse('{"a": {"__proto__": {}}}'), 'inputs')).toThrow(
      /^inputs holds a key that is not allowed/,
    )
    expect(() => toJsonText(JSON.parse(nested(200)), 'inputs')).toThrow('inputs is nested deeper than 128 levels.')
  })
})
