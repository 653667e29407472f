import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { NewVersions } from '../registry/new-versions.ts'
import type { Registry } from '../registry/registry.ts'
import {
  exampleVersion,
  listQuery,
  modelParams,
  modelVersion,
  versionBody,
  versionChange,
  versionParams,
} from './model-schemas.ts'
import { pageOfItems } from './schemas.ts'

const path = '/api/ml/models/:name/versions'
const one = `${path}/:version`
const answer = { description: 'The version', schema: modelVersion, example: exampleVersion }

/** The versions of registered models. */
export function versionRoutes(
  app: RouteRegistrar,
  { registry, versions }: { registry: Registry; versions: NewVersions },
): void {
  app.route({
    method: 'POST',
    path,
    operationId: 'registerModelVersion',
    summary: 'Register what a run kept as the next version of a model',
    description: 'The files are the version’s own from then on: it outlives the run. Numbers are never used again.',
    permission: 'ml:write',
    params: modelParams,
    body: versionBody,
    example: { body: { run_id: exampleVersion.run_id, path: 'model' } },
    responses: { 201: answer },
    errors: { 409: ['conflict'] },
    async handler({ principal, params, body, baseUrl }, reply) {
      const made = versions.ofRun(principal, params.name, body)
      const at = `${baseUrl}/api/ml/models/${encodeURIComponent(made.name)}/versions/${made.version}`
      reply.status(201).header('location', at)
      return made
    },
  })

  app.route({
    method: 'GET',
    path,
    operationId: 'listModelVersions',
    summary: 'The versions of a model, newest first',
    permission: 'ml:read',
    params: modelParams,
    query: listQuery,
    responses: {
      200: {
        description: 'A page of versions',
        schema: pageOfItems(modelVersion),
        example: { items: [exampleVersion], next_cursor: null },
      },
    },
    handler: async ({ principal, params, query }) => registry.versions(principal.workspace_id, params.name, query),
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getModelVersion',
    summary: 'One version of a model',
    permission: 'ml:read',
    params: versionParams,
    responses: { 200: answer },
    handler: async ({ principal, params }) => registry.version(principal.workspace_id, params.name, params.version),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateModelVersion',
    summary: 'Describe, tag or stage a version of a model',
    description: '`tags` take the place of all that there were.',
    permission: 'ml:write',
    params: versionParams,
    body: versionChange,
    example: { body: { stage: 'Production' } },
    responses: { 200: answer },
    handler: async ({ principal, params, body }) =>
      registry.updateVersion(principal.workspace_id, params.name, params.version, body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteModelVersion',
    summary: 'Delete a version of a model, and the aliases that point to it',
    permission: 'ml:write',
    params: versionParams,
    responses: { 204: { description: 'It is gone' } },
    handler: request => registry.deleteVersion(actorOf(request), request.params.name, request.params.version),
  })
}
