import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Aliases } from '../registry/aliases.ts'
import type { Registry } from '../registry/registry.ts'
import {
  aliasBody,
  aliasChange,
  aliasChangesQuery,
  aliasParams,
  confirmQuery,
  exampleAliasChange,
  exampleModel,
  listQuery,
  model,
  modelBody,
  modelChange,
  modelParams,
} from './model-schemas.ts'
import { pageOfItems } from './schemas.ts'

const path = '/api/ml/models'
const one = `${path}/:name`
const answer = { description: 'The model', schema: model, example: exampleModel }

/** Registered models and their aliases. */
export function modelRoutes(
  app: RouteRegistrar,
  { registry, aliases }: { registry: Registry; aliases: Aliases },
): void {
  app.route({
    method: 'POST',
    path,
    operationId: 'createRegisteredModel',
    summary: 'Register a model by a name',
    permission: 'ml:write',
    body: modelBody,
    example: { body: { name: 'house-prices', description: 'What a house sells for' } },
    responses: { 201: answer },
    errors: { 409: ['already_exists'] },
    handler({ principal, body, baseUrl }, reply) {
      const made = registry.create(principal.workspace_id, body)
      reply.status(201).header('location', `${baseUrl}${path}/${encodeURIComponent(made.name)}`)
      return made
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listRegisteredModels',
    summary: 'List the registered models, by name',
    permission: 'ml:read',
    query: listQuery,
    responses: {
      200: {
        description: 'A page of models',
        schema: pageOfItems(model),
        example: { items: [exampleModel], next_cursor: null },
      },
    },
    handler: async ({ principal, query }) => registry.list(principal.workspace_id, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getRegisteredModel',
    summary: 'One registered model',
    permission: 'ml:read',
    params: modelParams,
    responses: { 200: answer },
    handler: async ({ principal, params }) => registry.get(principal.workspace_id, params.name),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateRegisteredModel',
    summary: 'Rename, describe or tag a registered model',
    description:
      '`tags` take the place of all that there were. What links to the model holds its id, so it may be renamed.',
    permission: 'ml:write',
    params: modelParams,
    body: modelChange,
    example: { body: { description: 'What a house sells for in 2026' } },
    responses: { 200: answer },
    errors: { 409: ['already_exists'] },
    handler: async ({ principal, params, body }) => registry.update(principal.workspace_id, params.name, body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteRegisteredModel',
    summary: 'Delete a registered model with its versions',
    description: 'For good. One that has an alias takes `confirm`.',
    permission: 'ml:write',
    params: modelParams,
    query: confirmQuery,
    responses: { 204: { description: 'It is gone' } },
    errors: { 409: ['conflict'] },
    handler: request => registry.delete(actorOf(request), request.params.name, request.query.confirm),
  })

  app.route({
    method: 'PUT',
    path: `${one}/aliases/:alias`,
    operationId: 'setModelAlias',
    summary: 'Let an alias point to a version',
    description:
      '`champion` is what serves where nothing else is named. `latest` and names such as `v1` mean versions and are refused.',
    permission: 'ml:write',
    params: aliasParams,
    body: aliasBody,
    example: { body: { version: 3 } },
    responses: { 200: answer },
    handler: async ({ principal, params, body }) => aliases.set(principal, params.name, params.alias, body.version),
  })

  app.route({
    method: 'DELETE',
    path: `${one}/aliases/:alias`,
    operationId: 'deleteModelAlias',
    summary: 'Take an alias from a model',
    permission: 'ml:write',
    params: aliasParams,
    responses: { 204: { description: 'It is gone' } },
    async handler({ principal, params }) {
      aliases.delete(principal, params.name, params.alias)
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/alias-changes`,
    operationId: 'listModelAliasChanges',
    summary: 'Who moved an alias of a model, when and from which version, newest first',
    permission: 'ml:read',
    params: modelParams,
    query: aliasChangesQuery,
    responses: {
      200: {
        description: 'A page of changes',
        schema: pageOfItems(aliasChange),
        example: { items: [exampleAliasChange], next_cursor: null },
      },
    },
    handler: async ({ principal, params, query }) => aliases.changes(principal.workspace_id, params.name, query),
  })
}
