import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { expect, expectTypeOf, it } from 'vitest'
import { route } from '@svc/plugin'
import type { JsonSchema, RouteDefinition, RouteRegistrar, RouteRequest, RouteResponse } from '@svc/plugin'

const common = { operationId: 'x', summary: 'x', permission: 'public', responses: {} } as const
const named = Type.Object({ name: Type.String(), size: Type.Optional(Type.Integer()) })

it('a handler has the types of its schemas, and those of a route without any', () => {
  const made = route({
    ...common,
    method: 'POST',
    path: '/api/x/:id',
    params: Type.Object({ id: Type.String() }),
    body: named,
    handler({ params, query, body }) {
      expectTypeOf(params).toEqualTypeOf<{ id: string }>()
      expectTypeOf(query).toEqualTypeOf<Record<string, string>>()
      expectTypeOf(body).toEqualTypeOf<{ name: string; size?: number }>()
      return [params.id, query, body.name]
    },
  })
  const request = { params: { id: 'a' }, query: {}, body: { name: 'b' } } as unknown
  expect(made.handler(request as Parameters<typeof made.handler>[0], {} as never)).toEqual(['a', {}, 'b'])
})

it('a schema that is written out needs no library', () => {
  const made = route({
    ...common,
    method: 'GET',
    path: '/api/x',
    query: { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] },
    handler: ({ query, body }) => {
      expectTypeOf(query.limit).toEqualTypeOf<number>()
      expectTypeOf(body).toEqualTypeOf<undefined>()
      return query.limit
    },
  })
  expect(made.query).toEqual({ type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] })
})

it('an answer fits the schema of a response, or does not compile', () => {
  const answers = {
    ...common,
    method: 'GET',
    path: '/api/x',
    responses: { 200: { description: 'x', schema: named } },
  } as const
  const frozen: { readonly name: string; readonly more: readonly string[] } = { name: 'b', more: [] }
  const made = [
    route({ ...answers, handler: () => ({ name: 'a', size: 1 }) }),
    route({ ...answers, handler: async () => frozen }),
    route({ ...answers, handler: (_request, reply) => reply.stream(Readable.from([]), 'text/plain') }),
    // @ts-expect-error The name is a text.
    route({ ...answers, handler: () => ({ name: 1 }) }),
    // @ts-expect-error There is no name.
    route({ ...answers, handler: async () => ({ size: 1 }) }),
    // @ts-expect-error A response without a schema has no body.
    route({ ...answers, responses: { 204: { description: 'x' } }, handler: () => ({ name: 'a' }) }),
  ]
  expect(made.map(({ responses }) => Object.keys(responses))).toEqual([...Array(5).fill(['200']), ['204']])
})

it('of a response that is only known as one, any answer is taken', () => {
  const response: RouteResponse = { description: 'x' }
  const made = route({ ...common, method: 'GET', path: '/api/x', responses: { 200: response }, handler: () => 1 })
  expect(made.responses).toEqual({ 200: response })
})

it('where a form may come in place of JSON, the body may be absent', () => {
  const made = route({
    ...common,
    method: 'POST',
    path: '/api/x',
    body: named,
    upload: ['multipart'],
    handler: ({ body }) => {
      expectTypeOf(body).toEqualTypeOf<{ name: string; size?: number } | undefined>()
      return body?.name
    },
  })
  expect(made.upload).toEqual(['multipart'])
})

it('of a mere JsonSchema nothing is known, unless its type is named', () => {
  const body: JsonSchema = { type: 'object' }
  const taken: RouteDefinition[] = []
  const app: RouteRegistrar = {
    route: definition => void taken.push(route(definition)),
    unknownPaths: () => undefined,
  }
  app.route({
    ...common,
    method: 'POST',
    path: '/api/x',
    body,
    handler: request => expectTypeOf(request.body).toEqualTypeOf<unknown>(),
  })
  const nameIn = (request: RouteRequest<{ body: { name: string } }>): string => request.body.name
  app.route({
    ...common,
    method: 'POST',
    path: '/api/y',
    body: Type.Unsafe<{ name: string }>(body),
    handler: request => nameIn(request),
  })
  expect(taken.map(({ body: schema }) => schema)).toEqual([body, body])
})
