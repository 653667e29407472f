import { describe, expect, it } from 'vitest'
import { doublingSchema } from '../../../../test/rooms/plugins/tools.ts'
import { foreignSchema } from './foreign-tool.ts'

const open = { type: 'object' }
const nested = (depth: number): object => (depth === 0 ? {} : { properties: { a: nested(depth - 1) } })

describe('a schema from elsewhere', () => {
  it('keeps what describes the arguments', () => {
    const schema = {
      type: 'object',
      properties: { format: { type: 'string', enum: ['json'] }, id: { $ref: '#/$defs/id' } },
      $defs: { id: { type: 'integer', minimum: 1 } },
      required: ['id'],
    }
    expect(foreignSchema(schema)).toEqual(schema)
  })

  it('loses what would run here or change how it is read', () => {
    const given = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://evil.example/schema',
      type: 'object',
      patternProperties: { '^(a+)+$': {} },
      properties: { a: { type: 'string', pattern: '^(a+)+$', format: 'regex' }, pattern: { type: 'string' } },
    }
    expect(foreignSchema(given)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, pattern: { type: 'string' } },
    })
  })

  it('loses its references when they double or recurse, and keeps the rest', () => {
    const child = { type: 'array', items: { $ref: '#/$defs/node', description: 'A node' } }
    const recursive = { properties: { child }, required: ['child'], $defs: { node: { properties: { child } } } }
    const kept = { type: 'array', items: { description: 'A node' } }
    expect(foreignSchema(recursive)).toEqual({
      type: 'object',
      properties: { child: kept },
      required: ['child'],
      $defs: { node: { properties: { child: kept } } },
    })
    expect(JSON.stringify(foreignSchema(doublingSchema(40)))).not.toContain('$ref')
  })

  it.each([
    ['leads to another address', { properties: { a: { $ref: 'https://evil.example/schema.json' } } }],
    ['is too deep', nested(40)],
    ['is too large', { properties: { a: { enum: ['x'.repeat(40_000)] } } }],
    ['has too many parts', { anyOf: Array(3000).fill({}) }],
    ['is none', 'object'],
  ])('is left open when it %s', (_what, schema) => {
    expect(foreignSchema(schema)).toEqual(open)
  })
})
