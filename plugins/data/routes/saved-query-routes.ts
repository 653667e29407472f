import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import { labelOf } from '../imports/import-settings.ts'
import { paramsSchema } from '../queries/receipt.ts'
import type { SavedQueries } from '../queries/saved-queries.ts'
import { exampleSavedQuery } from './examples.ts'
import { answerQuery, queryErrors, queryResponses, runBody } from './query-routes.ts'
import type { QueryRouteOptions } from './query-routes.ts'
import { closed, pageFields, pageOfItems, queryParams } from './schemas.ts'

const root = '/api/data/queries'
const one = `${root}/:query_id`

const fields = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.String({ maxLength: 2000 }),
  sql: Type.String({ minLength: 1 }),
}
const newQuery = Type.Object(
  {
    name: fields.name,
    description: Type.Optional(fields.description),
    sql: fields.sql,
    params: Type.Optional(paramsSchema),
  },
  closed,
)
const change = Type.Object(
  {
    name: Type.Optional(fields.name),
    description: Type.Optional(fields.description),
    sql: Type.Optional(fields.sql),
    params: Type.Optional(paramsSchema),
  },
  { ...closed, minProperties: 1 },
)
const savedQuery = Type.Object(
  {
    query_id: Type.String(),
    ...fields,
    params: paramsSchema,
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { title: 'SavedQuery' },
)
const listQuery = Type.Object({ ...pageFields, search: Type.Optional(Type.String({ maxLength: 500 })) }, closed)

export interface SavedQueryRouteOptions extends QueryRouteOptions {
  saved: SavedQueries
}

/** Queries that are kept by name. */
export function savedQueryRoutes(app: RouteRegistrar, options: SavedQueryRouteOptions): void {
  const { saved, queries } = options
  const errors = { 409: ['already_exists'], 413: ['payload_too_large'] }

  app.route({
    method: 'GET',
    path: root,
    operationId: 'listSavedQueries',
    summary: 'List the saved queries, newest first',
    permission: 'data:read',
    query: listQuery,
    responses: {
      200: {
        description: 'A page of queries',
        schema: pageOfItems(savedQuery),
        example: { items: [exampleSavedQuery], next_cursor: null },
      },
    },
    handler: async ({ principal, query }) => saved.list(principal.workspace_id, query),
  })

  app.route({
    method: 'POST',
    path: root,
    operationId: 'createSavedQuery',
    summary: 'Save a query by a name',
    description: 'It is not run: its tables may come later. `params` are used when a run gives none.',
    permission: 'data:write',
    body: newQuery,
    example: { body: { name: exampleSavedQuery.name, sql: exampleSavedQuery.sql, params: [0] } },
    responses: { 201: { description: 'The query', schema: savedQuery, example: exampleSavedQuery } },
    errors,
    handler({ baseUrl, body, principal }, reply) {
      queries.check(body.sql, 0)
      const { params, ...texts } = body
      const made = saved.create(principal, { ...texts, ...(params && { params }), name: labelOf(body.name) })
      reply.status(201).header('location', `${baseUrl}${root}/${made.query_id}`)
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getSavedQuery',
    summary: 'One saved query',
    permission: 'data:read',
    params: queryParams,
    responses: { 200: { description: 'The query', schema: savedQuery, example: exampleSavedQuery } },
    handler: async ({ principal, params }) => saved.get(principal.workspace_id, params.query_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateSavedQuery',
    summary: 'Change a saved query',
    permission: 'data:write',
    params: queryParams,
    body: change,
    example: { body: { description: 'For the monthly report' } },
    responses: { 200: { description: 'The query', schema: savedQuery, example: exampleSavedQuery } },
    errors,
    async handler({ body, params: { query_id }, principal }) {
      if (body.sql !== undefined) queries.check(body.sql, 0)
      const { params, name, ...texts } = body
      return saved.update(principal.workspace_id, query_id, {
        ...texts,
        ...(params !== undefined && { params }),
        ...(name !== undefined && { name: labelOf(name) }),
      })
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteSavedQuery',
    summary: 'Delete a saved query',
    permission: 'data:write',
    params: queryParams,
    responses: { 204: { description: 'It is gone' } },
    async handler({ principal, params }) {
      saved.delete(principal.workspace_id, params.query_id)
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/run`,
    operationId: 'runSavedQuery',
    summary: 'Run a saved query',
    description: 'Answers as `POST /api/data/query` does.',
    permission: 'data:read',
    params: queryParams,
    body: runBody,
    example: { body: { params: [100] } },
    responses: queryResponses,
    errors: queryErrors,
    idempotent: false,
    longRunning: true,
    async handler(request, reply) {
      const { sql, params } = saved.get(request.principal.workspace_id, request.params.query_id)
      return answerQuery(options, { params, ...request.body, sql }, request, reply)
    },
  })
}
