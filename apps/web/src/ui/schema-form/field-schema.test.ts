import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repositoryRoot } from '../../../../../test/support/repository.ts'
import { draftText, faultOf, readDraftText, readJson } from './field-faults.ts'
import { choicesOf, defaultsOf, kindOf, propertiesOf, resolved, withoutStrangers } from './field-schema.ts'
import type { FieldSchema } from './field-schema.ts'

const root: FieldSchema = { $defs: { place: { type: 'object', properties: { city: { type: 'string' } } } } }

describe('how a part of a schema is drawn', () => {
  it.each<[string, unknown]>([
    ['text', { type: 'string' }],
    ['text', { type: ['string', 'null'] }],
    ['text', { type: 'string', format: 'uri', maxLength: 2000 }],
    ['long-text', { type: 'string', maxLength: 5000 }],
    ['long-text', { type: 'string', 'x-ui': { widget: 'textarea' } }],
    ['integer', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    ['choice', { enum: ['a', 2, true] }],
    ['choice', { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }],
    ['radio', { enum: ['a', 'b'], 'x-ui': { widget: 'radio' } }],
    ['choices', { type: 'array', items: { enum: ['a', 'b'] } }],
    ['texts', { type: 'array', items: { type: 'string' } }],
    ['numbers', { type: 'array', items: { type: 'number' } }],
    ['group', { $ref: '#/$defs/place' }],
    ['group', { anyOf: [{ $ref: '#/$defs/place' }, { type: 'null' }] }],
    ['list', { type: 'array', items: { $ref: '#/$defs/place' } }],
    ['json', {}],
    ['json', true],
    ['json', { type: 'object' }],
    ['json', { $ref: '#/$defs/none' }],
    ['json', { type: 'array', items: [{ type: 'string' }] }],
    ['json', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['json', { type: 'object', properties: { a: {} }, if: {}, then: {} }],
    ['json', { type: ['string', 'number'] }],
    ['json', { type: 'string', 'x-ui': { widget: 'json' } }],
  ])('is %s', (kind, schema) => {
    expect(kindOf(resolved(schema, root), root)).toBe(kind)
  })

  it('is a field for each input of the apps that come along', () => {
    const files = globSync('manifests/*/manifest.json', { cwd: repositoryRoot })
    const kinds = files.flatMap(file => {
      const { inputs } = JSON.parse(readFileSync(join(repositoryRoot, file), 'utf8')) as { inputs: FieldSchema }
      return propertiesOf(inputs).map(([name, part]) => `${name}: ${kindOf(resolved(part, inputs), inputs)}`)
    })
    expect(kinds).toContain('csv: long-text')
    expect(kinds.filter(kind => kind.endsWith(': json'))).toEqual([])
  })

  it('ends a schema that refers to itself', () => {
    const loop: FieldSchema = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
    expect(kindOf(resolved({ $ref: '#/$defs/a' }, loop), loop)).toBe('json')
    const tree: FieldSchema = { $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } } }
    expect(kindOf(resolved({ $ref: '#/$defs/node' }, tree), tree, 4)).toBe('json')
  })

  it('names what cannot be seen, and puts properties in the order that is asked for', () => {
    expect(choicesOf({ enum: [',', '\t'] })?.map(({ label }) => label)).toEqual([',', 'Tab'])
    const schema: FieldSchema = { properties: { a: {}, b: {}, c: {} }, 'x-ui': { order: ['c', 'b'] } }
    expect(propertiesOf(schema).map(([name]) => name)).toEqual(['c', 'b', 'a'])
    expect(defaultsOf({ properties: { a: { default: 1 }, b: {} } })).toEqual({ a: 1 })
  })

  it('takes out what a closed schema knows no more, in its groups and lists too, and leaves the rest', () => {
    const closed = { type: 'object', additionalProperties: false }
    const inner: FieldSchema = { ...closed, properties: { b: {} } }
    const properties: FieldSchema['properties'] = {
      group: { $ref: '#/$defs/inner' },
      list: { type: 'array', items: inner },
      json: { type: 'object' },
    }
    const schema: FieldSchema = { ...closed, $defs: { inner }, properties }
    const [given, left] = [{ old: 1, b: 2 }, { b: 2 }]
    const values = { old: 1, group: given, list: [given, null], json: given }
    expect(withoutStrangers(values, schema)).toEqual({ group: left, list: [left, null], json: given })
    const open: FieldSchema = { properties: { b: {} } }
    expect(withoutStrangers(given, open)).toEqual(given)
    expect(withoutStrangers(given, { ...inner, patternProperties: {} } as FieldSchema)).toEqual(given)
  })
})

it.each<[string | undefined, FieldSchema, unknown, boolean]>([
  ['This is required.', {}, undefined, true],
  [undefined, {}, undefined, false],
  [undefined, { type: 'string' }, '', true],
  ['This is required.', { minLength: 1 }, '', true],
  ['At most 2 characters; this is 3.', { maxLength: 2 }, 'abc', false],
  ['This does not fit the pattern ^a', { pattern: '^a' }, 'b', false],
  [undefined, { pattern: '(' }, 'b', false],
  ['At least 1.', { minimum: 1 }, 0, false],
  ['Less than 5.', { exclusiveMaximum: 5 }, 5, false],
  ['At least 2 items.', { minItems: 2 }, ['a'], false],
  ['This is not JSON yet.', {}, readJson('{"a":'), false],
])('says %j', (fault, schema, value, isRequired) => {
  expect(faultOf(schema, 'text', value, isRequired)).toBe(fault)
})

it('keeps text that is no JSON yet apart from a text, also in a draft', () => {
  const values = { a: readJson('{"b":'), text: '{"b":', inner: { list: [1, readJson('[')] } }
  expect(readDraftText(draftText(values))).toEqual(values)
  expect(JSON.stringify(values.a)).toBe('"{\\"b\\":"')
})
