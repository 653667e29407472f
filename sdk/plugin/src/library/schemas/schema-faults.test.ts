import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { schemaFaults } from './schema-faults.ts'

function faultsOf(schema: object, value: unknown): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  validate(value)
  return schemaFaults(validate.errors ?? []).map(({ path, message }) => `${path} ${message}`)
}

const one = (schema: object, value: unknown) => faultsOf({ type: 'object', properties: { it: schema } }, { it: value })

describe('what does not fit a schema, in words', () => {
  it.each([
    [{ type: 'integer' }, 'x', 'must be a whole number'],
    [{ type: ['string', 'null'] }, 1, 'must be text or null'],
    [{ enum: ['queued', 'running'] }, 'runing', 'must be one of "queued", "running"; did you mean "running"?'],
    [{ const: 1 }, 2, 'must be 1'],
    [{ type: 'integer', minimum: 1, maximum: 200 }, 201, 'must be from 1 to 200'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'must be greater than 0'],
    [{ type: 'number', minimum: 2 }, 1, 'must be at least 2'],
    [{ multipleOf: 5 }, 7, 'must be a multiple of 5'],
    [{ type: 'string', minLength: 1 }, '', 'must have at least 1 character'],
    [{ type: 'string', minLength: 8, maxLength: 256 }, 'short', 'must have 8 to 256 characters'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 items'],
    [{ type: 'array', prefixItems: [true], items: false }, [1, 2], 'must have at most 1 item'],
    [{ type: 'object', minProperties: 1 }, {}, 'must have at least 1 field'],
    [{ type: 'array', uniqueItems: true }, ['a', 'b', 'a'], 'must not have the same item twice: [0] and [2] are equal'],
    [{ type: 'string', format: 'date' }, 'today', 'must be a date such as 2026-01-31'],
    [{ type: 'string', pattern: '^x$' }, 'y', 'does not fit the pattern ^x$'],
    [{ type: 'string', pattern: '\\S' }, ' ', 'must not be blank'],
    [{ type: 'string', pattern: '^x$', title: 'The letter x' }, 'y', 'does not fit. The letter x'],
    [{ not: { const: 1, description: 'One is taken.' } }, 1, 'must not be so. One is taken.'],
    [false, 1, 'is not allowed here'],
  ])('%j refuses %j', (schema, value, words) => {
    expect(one(schema as object, value)).toEqual([`/it ${words}`])
  })

  it('says once, in the words of the schema, what breaks several rules of a field', () => {
    const username = { type: 'string', minLength: 3, pattern: '^[a-z]+$', description: 'Choose 3 or more letters.' }
    expect(one(username, '')).toEqual(['/it does not fit. Choose 3 or more letters.'])
  })

  it('names fields that are missing and those that are not known, with the name that was probably meant', () => {
    const schema = {
      properties: {
        inner: { properties: { title: {}, 'a/b': {} }, required: ['title', 'a/b'], additionalProperties: false },
      },
      dependentRequired: { from: ['until'] },
    }
    expect(faultsOf(schema, { inner: { titel: 1 }, from: 1 }).toSorted()).toEqual([
      '/inner/a~1b is required',
      '/inner/titel is not a known field; did you mean "title"?',
      '/inner/title is required',
      '/until is required when from is given',
    ])
  })

  it('names what is wrong with a name once', () => {
    const names = { propertyNames: { pattern: '^[a-z]+$', description: 'Lower-case letters.' } }
    expect(one(names, { A: 1 })).toEqual(['/it/A is not a name that fits. Lower-case letters.'])
  })

  const text = {
    type: 'object',
    properties: { type: { const: 'text' }, text: { type: 'string' } },
    required: ['type', 'text'],
  }
  const image = {
    type: 'object',
    properties: { type: { const: 'image' }, url: { type: 'string' } },
    required: ['type', 'url'],
  }

  it.each([
    [
      'the form whose kind fits',
      { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'null' }] },
      'abc',
      ' must have at most 2 characters',
    ],
    ['all kinds where none fits', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, ' must be text or null'],
    ['words', { anyOf: [{ const: 'asc' }, { const: 'desc' }] }, 'up', ' must be "asc" or "desc"'],
    ['the form that a constant chooses', { oneOf: [text, image] }, { type: 'image', text: 'x' }, '/url is required'],
    [
      'forms within forms',
      { anyOf: [{ type: 'array', items: { anyOf: [text, image] } }, { type: 'string' }] },
      [{ type: 'text', text: 1 }],
      '/0/text must be text',
    ],
    [
      'two that fit',
      { oneOf: [{ type: 'string' }, { minLength: 1 }] },
      'a',
      ' fits several of the forms that are allowed; only one may fit',
    ],
    [
      'forms behind references',
      { $defs: { text, image }, anyOf: [{ $ref: '#/$defs/text' }, { $ref: '#/$defs/image' }] },
      { type: 'text', text: 1 },
      '/text must be text',
    ],
  ])('of alternatives speaks of the one that was meant: %s', (_, schema, value, words) => {
    expect(faultsOf(schema, value)).toEqual([words])
  })

  it('lists at most twenty faults', () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field_${index}`, 1]))
    expect(faultsOf({ properties: {}, additionalProperties: false }, many)).toHaveLength(20)
  })
})
