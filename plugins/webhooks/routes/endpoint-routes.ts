import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Endpoints } from '../endpoints/endpoints.ts'
import { exampleEndpoint, exampleSecret } from './examples.ts'
import {
  changeBody,
  createBody,
  endpoint,
  newEndpoint,
  pageOfItems,
  pageQuery,
  rotatedEndpoint,
  webhookParams,
} from './schemas.ts'

const path = '/api/developer/webhooks'
const one = `${path}/:webhook_id`

/** The webhooks themselves. */
export function endpointRoutes(app: RouteRegistrar, endpoints: Endpoints): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'listWebhooks',
    summary: 'List the webhooks of the workspace',
    permission: 'webhooks:read',
    query: pageQuery,
    responses: {
      200: {
        description: 'Newest first',
        schema: pageOfItems(endpoint),
        example: { items: [exampleEndpoint], next_cursor: null },
      },
    },
    handler: request => endpoints.list(actorOf(request), request.query),
  })

  app.route({
    method: 'POST',
    path,
    operationId: 'createWebhook',
    summary: 'Make a webhook',
    description:
      'From now on every event that fits one of the patterns is sent to the URL, signed with the secret, which is shown once and never again. ' +
      'Deliveries come at least once and in no promised order.',
    permission: 'webhooks:write',
    body: createBody,
    example: {
      summary: 'Everything about jobs',
      body: { url: exampleEndpoint.url, events: ['job.*'], description: 'notifies the shop' },
    },
    responses: {
      201: {
        description: 'The webhook, with its secret',
        schema: newEndpoint,
        example: { ...exampleEndpoint, secret: exampleSecret },
      },
    },
    errors: { 409: ['conflict'], 422: ['url_blocked'] },
    // A stored answer would keep the secret that is shown once.
    idempotent: false,
    handler: async (request, reply) => {
      const created = await endpoints.create(actorOf(request), request.body)
      reply.status(201).header('location', `${request.baseUrl}${path}/${created.id}`)
      return created
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getWebhook',
    summary: 'One webhook',
    permission: 'webhooks:read',
    params: webhookParams,
    responses: { 200: { description: 'The webhook', schema: endpoint, example: exampleEndpoint } },
    handler: request => endpoints.get(actorOf(request), request.params.webhook_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateWebhook',
    summary: 'Change a webhook, or switch it off or on',
    description:
      'What is pending goes to the new URL. Switching it off ends what is pending; switching it on again replays nothing.',
    permission: 'webhooks:write',
    params: webhookParams,
    body: changeBody,
    example: { summary: 'Switch it on again', body: { status: 'enabled' } },
    responses: { 200: { description: 'The webhook', schema: endpoint, example: exampleEndpoint } },
    errors: { 422: ['url_blocked'] },
    handler: request => endpoints.update(actorOf(request), request.params.webhook_id, request.body),
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook with its deliveries',
    permission: 'webhooks:write',
    params: webhookParams,
    responses: { 204: { description: 'Gone' } },
    handler: request => endpoints.delete(actorOf(request), request.params.webhook_id),
  })

  app.route({
    method: 'POST',
    path: `${one}/rotate`,
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret',
    description:
      'The new secret signs from now on; for 24 hours the old one signs too, as the second signature. Rotating again ends the older of the two.',
    permission: 'webhooks:write',
    params: webhookParams,
    responses: {
      200: {
        description: 'The webhook, with its new secret',
        schema: rotatedEndpoint,
        example: { ...exampleEndpoint, secret: exampleSecret, previous_secret_until: '2026-02-01T12:00:00.000Z' },
      },
    },
    idempotent: false,
    handler: request => endpoints.rotate(actorOf(request), request.params.webhook_id),
  })
}
