import { describe, expect, test } from 'vitest'
import { compileSchema } from './schema-validator.ts'

describe('a validator', () => {
  const validate = compileSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      n: { type: 'integer', minimum: 1, default: 3 },
      kind: { enum: ['a', 'b'] },
      word: { type: 'string', pattern: '^(a+)+$' },
    },
    required: ['kind'],
    additionalProperties: false,
  })

  test('fills in defaults', () => {
    const value = { kind: 'a' }
    expect(validate(value)).toEqual([])
    expect(value).toEqual({ kind: 'a', n: 3 })
  })

  test.each([
    [{}, '/kind', 'is required'],
    [{ kind: 'a', m: 1 }, '/m', 'is not a known field; known are n, kind, word'],
    [{ kind: 'c' }, '/kind', 'must be one of "a", "b"'],
    [{ kind: 'a', n: 0 }, '/n', 'must be at least 1'],
    [{ kind: 'a', n: '1' }, '/n', 'must be a whole number'],
    [{ kind: 'a', word: `${'a'.repeat(10_000)}!` }, '/word', 'does not fit the pattern ^(a+)+$'],
  ])('says of %j where it does not fit', (value, path, message) => {
    expect(validate(value)).toEqual([{ path, message }])
  })

  test('keeps patterns apart', () => {
    const both = compileSchema({
      properties: { a: { type: 'string', pattern: '^a$' }, b: { type: 'string', pattern: '^b$' } },
    })
    expect(both({ a: 'a', b: 'b' })).toEqual([])
    expect(both({ a: 'a', b: 'a' })).toHaveLength(1)
  })
})
