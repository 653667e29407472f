import { expect, it } from 'vitest'
import { metaSchemaFault } from './meta-schema-fault.ts'

it('finds where a schema is none, by the meta-schema of its draft', () => {
  const misspelt = { type: 'object', properties: { a: { type: 'strng' } } }
  const listed = { type: 'array', items: [{ type: 'string' }], minItems: 1 }
  expect(metaSchemaFault({ ...misspelt, $schema: 'https://json-schema.org/draft/2020-12/schema' })).toEqual({
    path: '/properties/a/type',
    message: 'must be equal to one of the allowed values',
  })
  expect(metaSchemaFault({ allOf: [{ properties: { b: { required: ['c', 'c'] } } }] })?.path).toBe(
    '/allOf/0/properties/b/required',
  )
  expect([metaSchemaFault(listed)?.path, metaSchemaFault(listed, 'draft-07')]).toEqual(['/items', null])
  expect([metaSchemaFault({}), metaSchemaFault({ type: 'object', $defs: { a: true } })]).toEqual([null, null])
})
