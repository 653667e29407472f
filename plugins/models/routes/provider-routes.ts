import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Providers } from '../providers/providers.ts'
import { exampleProvider } from './examples.ts'
import {
  changeProviderBody,
  createProviderBody,
  pageOfItems,
  provider,
  providerParams,
  providerTest,
  testProviderBody,
} from './schemas.ts'

const path = '/api/models/providers'
const one = `${path}/:provider_id`
// Not `models:write`, which every client of /v1 has: it would lead everybody's questions to an address of its own.
const write = { role: 'admin' } as const
const read = { role: 'admin', scope: 'models:read' } as const

/** Where models come from. */
export function providerRoutes(app: RouteRegistrar, providers: Providers): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listModelProviders',
    summary: 'List the providers of models',
    permission: read,
    responses: {
      200: {
        description:
          'All of them, in the order in which a model is looked for: the configuration’s, the installation’s, then the workspace’s',
        schema: pageOfItems(provider),
        example: { items: [exampleProvider], next_cursor: null },
      },
    },
    handler: async request => ({ items: await providers.list(actorOf(request)), next_cursor: null }),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createModelProvider',
    summary: 'Connect a provider of models',
    description:
      'Nobody is asked yet: `POST …/{provider_id}/test` does. The key is kept sealed, sent to `base_url` alone and never shown again.',
    permission: write,
    body: createProviderBody,
    example: {
      summary: 'OpenAI, with the prices of a model',
      body: {
        name: 'openai',
        kind: 'openai-compatible',
        base_url: 'https://api.openai.com/v1',
        api_key: 'sk-example',
        models: exampleProvider.models,
      },
    },
    responses: { 201: { description: 'The provider', schema: provider, example: exampleProvider } },
    errors: { 409: ['already_exists', 'conflict'], 422: ['url_blocked'] },
    handler: async (request, reply) => {
      const created = await providers.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}${path}/${created.id}`)
      return created
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getModelProvider',
    summary: 'One provider of models',
    permission: read,
    params: providerParams,
    responses: { 200: { description: 'The provider', schema: provider, example: exampleProvider } },
    handler: request => providers.get(actorOf(request), request.params.provider_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateModelProvider',
    summary: 'Change a provider of models',
    description:
      'With another `base_url` the key must be given again (or removed with null): it was entrusted to the old address.',
    permission: write,
    params: providerParams,
    body: changeProviderBody,
    example: { body: { timeout_seconds: 120 } },
    responses: {
      200: { description: 'The provider', schema: provider, example: { ...exampleProvider, timeout_seconds: 120 } },
    },
    errors: { 409: ['already_exists', 'conflict'], 422: ['url_blocked'] },
    handler: request => providers.update(actorOf(request), request.params.provider_id, request.body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteModelProvider',
    summary: 'Remove a provider of models',
    description: 'Its key is forgotten; calls that run go on to their end.',
    permission: write,
    params: providerParams,
    responses: { 204: { description: 'It is gone' } },
    errors: { 409: ['conflict'] },
    handler: async (request, reply) => {
      await providers.delete(actorOf(request), request.params.provider_id)
      reply.status(204)
    },
  })

  app.route({
    method: 'POST',
    path: `${one}/test`,
    operationId: 'testModelProvider',
    summary: 'Ask a provider for its list of models',
    description: 'What goes wrong stands in the answer, whose status is 200 all the same.',
    permission: write,
    params: providerParams,
    example: {},
    idempotent: 'by-nature',
    responses: {
      200: {
        description: 'What came of it',
        schema: providerTest,
        example: {
          ok: true,
          models: 2,
          sample: ['gpt-4o', 'gpt-4o-mini'],
          lists_model: null,
          error: null,
          duration_ms: 231,
        },
      },
    },
    handler: request => providers.test(actorOf(request), request.params.provider_id, request.signal),
  })

  app.route({
    method: 'POST',
    path: `${path}/test`,
    operationId: 'testUnsavedModelProvider',
    summary: 'Ask a provider for its list of models before it is saved',
    description:
      'Nothing is kept, the key neither. What goes wrong stands in the answer, whose status is 200 all the same.',
    permission: write,
    body: testProviderBody,
    example: {
      summary: 'A server with a key, and the model that is to be used',
      body: {
        kind: 'openai-compatible',
        base_url: 'https://api.openai.com/v1',
        api_key: 'sk-example',
        model: 'gpt-4o',
      },
    },
    idempotent: 'by-nature',
    responses: {
      200: {
        description: 'What came of it',
        schema: providerTest,
        example: {
          ok: true,
          models: 2,
          sample: ['gpt-4o', 'gpt-4o-mini'],
          lists_model: true,
          error: null,
          duration_ms: 231,
        },
      },
    },
    errors: { 422: ['url_blocked'] },
    handler: request => providers.testUnsaved(actorOf(request), request.body, request.signal),
  })
}
