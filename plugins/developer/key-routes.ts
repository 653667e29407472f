import { Type } from 'typebox'
import { actorOf, assertNoBodyFaults } from '@svc/plugin'
import type { ApiKeys, RouteRegistrar } from '@svc/plugin'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import { unknownTools } from '@svc/plugin/library/unknown-tools'

const text = (description: string) => Type.String({ description })
const moment = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const tokens = (period: string) =>
  Type.Optional(Type.Integer({ minimum: 1, description: `Prompt and completion tokens a ${period}, in UTC.` }))
const tokenBudget = Type.Object(
  { day: tokens('day'), month: tokens('month') },
  { title: 'KeyTokenBudget', additionalProperties: false },
)

const keyFields = {
  id: Type.String(),
  name: Type.String(),
  prefix: text('The first characters of the key, enough to recognise it.'),
  scopes: Type.Array(Type.String()),
  created_at: Type.String(),
  expires_at: moment('Null: never.'),
  models: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Null: every model.' }),
  tools: Type.Union([Type.Array(Type.String()), Type.Null()], { description: 'Null: the model finds its tools.' }),
  token_budget: Type.Union([tokenBudget, Type.Null()], { description: 'Null: as many tokens as it likes.' }),
}
const listedKey = Type.Object(
  { ...keyFields, last_used_at: moment('To the minute; null: not yet.') },
  { title: 'ApiKey' },
)
const newKey = Type.Object({ ...keyFields, key: text('Shown this once.') }, { title: 'NewApiKey' })
const page = Type.Object({ items: Type.Array(listedKey), next_cursor: Type.Union([Type.String(), Type.Null()]) })

const pageQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the page before.' })),
})
const keyParams = Type.Object({ key_id: Type.String() })
const createBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, description: 'What the key is for.' }),
    scopes: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: '`<domain>:read` and `<domain>:write`. Default: `["*"]`, everything.',
      }),
    ),
    expires_at: Type.Optional(Type.String({ format: 'date-time' })),
    models: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: 100,
        uniqueItems: true,
        description: 'The only models that the key may ask. Default: every model.',
      }),
    ),
    tools: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
        maxItems: 200,
        uniqueItems: true,
        description:
          'The tools that a model is offered, whole, in conversations of the key that name none. No permission: scopes and grants decide what may be called. Default: the model is offered a few and finds the others.',
      }),
    ),
    token_budget: Type.Optional(tokenBudget),
  },
  { additionalProperties: false },
)
const rotateBody = Type.Object(
  {
    grace_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 30 * 24 * 3600,
        description: 'How long the old key lives on. Default: 3600.',
      }),
    ),
  },
  { additionalProperties: false },
)

const exampleKey = {
  id: 'key_01hx3v9k2m8t5r7w4y6z0q1n3p',
  name: 'nightly import',
  prefix: 'svc_01hx3v9k',
  scopes: ['data:read', 'data:write'],
  created_at: '2026-01-31T12:00:00.000Z',
  expires_at: null,
  models: null,
  tools: null,
  token_budget: null,
}
const exampleNewKey = { ...exampleKey, key: 'svc_01hx3v9k2m8t5r7w4y6z0q1n3p_…' }

// The scope `*`: a narrower key could otherwise make itself a wider one.
const permission = { role: 'user' } as const

/** Developer keys of the caller's workspace. */
export function keyRoutes(app: RouteRegistrar, keys: ApiKeys, catalog: ToolCatalog | undefined): void {
  app.route({
    method: 'GET',
    path: '/api/developer/keys',
    operationId: 'listKeys',
    summary: 'List the keys of the workspace',
    permission,
    query: pageQuery,
    responses: {
      200: {
        description: 'Newest first',
        schema: page,
        example: { items: [{ ...exampleKey, last_used_at: null }], next_cursor: null },
      },
    },
    handler: request => keys.list(actorOf(request), request.query),
  })

  app.route({
    method: 'POST',
    path: '/api/developer/keys',
    operationId: 'createKey',
    summary: 'Make a key',
    description: 'The key acts as you, in this workspace, within its scopes. It is shown once and never again.',
    permission,
    body: createBody,
    example: { summary: 'A key for one job', body: { name: 'nightly import', scopes: ['data:read', 'data:write'] } },
    responses: { 201: { description: 'The key', schema: newKey, example: exampleNewKey } },
    // A stored answer would keep the secret that is shown once.
    idempotent: false,
    handler: async (request, reply) => {
      const { tools = [] } = request.body
      const { workspace_id: workspaceId } = request.principal
      assertNoBodyFaults(await unknownTools(catalog, tools, { path: '/tools', workspaceId, signal: request.signal }))
      const created = await keys.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}/api/developer/keys/${created.id}`)
      return created
    },
  })

  app.route({
    method: 'GET',
    path: '/api/developer/keys/:key_id',
    operationId: 'getKey',
    summary: 'One key, without its secret',
    permission,
    params: keyParams,
    responses: {
      200: { description: 'The key', schema: listedKey, example: { ...exampleKey, last_used_at: null } },
    },
    handler: request => keys.get(actorOf(request), request.params.key_id),
  })

  app.route({
    method: 'DELETE',
    path: '/api/developer/keys/:key_id',
    operationId: 'revokeKey',
    summary: 'Revoke a key, at once',
    permission,
    params: keyParams,
    responses: { 204: { description: 'Gone' } },
    handler: async request => keys.revoke(actorOf(request), request.params.key_id),
  })

  app.route({
    method: 'POST',
    path: '/api/developer/keys/:key_id/rotate',
    operationId: 'rotateKey',
    summary: 'Replace a key by a new one',
    description:
      'The new key has the name, scopes, expiry and limits of the old one, which lives on for `grace_seconds`.',
    permission,
    params: keyParams,
    body: rotateBody,
    example: { summary: 'End the old key at once', body: { grace_seconds: 0 } },
    responses: { 201: { description: 'The new key', schema: newKey, example: exampleNewKey } },
    idempotent: false,
    handler: async (request, reply) => {
      const rotated = await keys.rotate(actorOf(request), request.params.key_id, request.body)
      reply.status(201).header('location', `${request.baseUrl}/api/developer/keys/${rotated.id}`)
      return rotated
    },
  })
}
