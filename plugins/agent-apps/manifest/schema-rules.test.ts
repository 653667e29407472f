import { describe, expect, test } from 'vitest'
import { compilePattern } from '@svc/plugin/library/schemas/bounded-schemas'
import { schemaFaults } from './schema-rules.ts'

const inputs = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const messages = (schema: object) =>
  schemaFaults(schema as never).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('an author’s schema', () => {
  test('may use what JSON Schema is mostly used for', () => {
    const schema = inputs(
      {
        name: { type: 'string', minLength: 1, pattern: '^[A-Z]\\w+$', 'x-ui': { widget: 'textarea' } },
        tags: { type: 'array', items: { $ref: '#/$defs/tag' }, uniqueItems: true, maxItems: 10 },
        when: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], default: null },
        pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] },
      },
      {
        $defs: { tag: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
        if: { required: ['tags'] },
        then: { required: ['when'] },
      },
    )
    expect(schemaFaults(schema)).toEqual([])
  })

  test.each([
    ['a file', 'other.json'],
    ['an address', 'https://example.org/a.json'],
    ['the whole', '#'],
    ['a place that is no definition', '#/properties/a'],
  ])('may not refer to %s', (_, $ref) => {
    expect(messages(inputs({ a: { $ref } }))).toEqual([
      expect.stringContaining('properties.a.$ref: must point into this schema'),
    ])
  })

  test('may not refer to nothing, nor to itself in a circle', () => {
    expect(messages(inputs({ a: { $ref: '#/$defs/a' } }))).toEqual([expect.stringContaining('points to nothing')])
    const circle = { $defs: { a: { $ref: '#/$defs/b' }, b: { items: { $ref: '#/$defs/a' } } } }
    expect(messages(inputs({ a: { $ref: '#/$defs/a' } }, circle))).toEqual([
      expect.stringContaining('refers to itself'),
    ])
  })

  test('may not unfold to more than can be checked', () => {
    const doubling = Array.from({ length: 11 }, (_, n) => [
      `d${n}`,
      { allOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ])
    const schema = inputs({ a: { $ref: '#/$defs/d0' } }, { $defs: { ...Object.fromEntries(doubling), d11: {} } })
    expect(messages(schema)).toEqual([expect.stringContaining('more than 2000 parts')])
  })

  test('may not be deeper or larger than it can be read', () => {
    let deep: object = {}
    for (let level = 0; level < 80; level++) deep = { items: deep }
    expect(messages(deep)[0]).toContain('nested more than')
    expect(messages({ description: 'x'.repeat(70_000) })).toEqual([expect.stringContaining('more than 65536 bytes')])
  })

  test('gets an error for a keyword that would be ignored', () => {
    expect(messages({ type: 'object', requird: ['a'] })).toEqual([expect.stringContaining('Did you mean "required"?')])
    expect(messages(inputs({ a: { type: 'string', format: 'datum' } }))).toEqual([
      expect.stringContaining('"datum" is no known format'),
    ])
    expect(messages(inputs({ a: { enum: 'x', properties: { b: 3 } } }))).toEqual([
      expect.stringContaining('properties.a.properties.b: must be a JSON Schema'),
    ])
  })

  test('compares unique items only among a bounded number', () => {
    expect(messages(inputs({ a: { type: 'array', uniqueItems: true } }))).toEqual([
      expect.stringContaining('needs "maxItems"'),
    ])
  })

  test('names no field __proto__', () => {
    expect(messages(JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'))).toEqual([
      expect.stringContaining('"__proto__" cannot be'),
    ])
  })
})

describe('a pattern', () => {
  test('that would stall a backtracking engine answers at once', () => {
    expect(compilePattern('^(a+)+$').test(`${'a'.repeat(50_000)}!`)).toBe(false)
    expect(compilePattern('^(a|a)*$').test('a'.repeat(50_000))).toBe(true)
  })

  test.each(['(?=a)', '(a)\\1', '[', 'a{5000}', 'x'.repeat(501)])(
    'that cannot be matched in linear time is refused: %s',
    pattern => {
      expect(messages(inputs({ a: { type: 'string', pattern } }))).toHaveLength(1)
      expect(messages({ patternProperties: { [pattern]: {} } })).toHaveLength(1)
    },
  )
})
