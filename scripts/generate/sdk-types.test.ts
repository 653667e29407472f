import { expect, it } from 'vitest'
import type { OpenApiDocument } from './open-api-document.ts'
import { forClients } from './sdk-types.ts'

it('leaves a property that is called examples in a type, and takes the examples of a type away', () => {
  const app = { type: 'object', properties: { examples: { type: 'array', examples: [[]] } }, examples: [{}] }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/App' } } }
  const get = { operationId: 'getApp', parameters: [], responses: { 200: { description: '', content } } }
  const document = { info: { version: '1.0.0' }, paths: { '/api/app': { get } }, components: { schemas: { App: app } } }
  const { components } = forClients(document as unknown as OpenApiDocument)
  expect(components.schemas['App']).toEqual({ type: 'object', properties: { examples: { type: 'array' } } })
})
