import { actorOf } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Deliveries } from '../deliveries/deliveries.ts'
import { exampleDelivery } from './examples.ts'
import { delivery, deliveryParams, deliveryQuery, pageOfItems, webhookParams } from './schemas.ts'

const path = '/api/developer/webhooks'
const oneDelivery = `${path}/deliveries/:delivery_id`

const shown = { description: 'The delivery', schema: delivery, example: exampleDelivery }

/** What was sent, and what can be sent again. */
export function deliveryRoutes(app: RouteRegistrar, deliveries: Deliveries): void {
  app.route({
    method: 'GET',
    path: `${path}/:webhook_id/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary: "A webhook's deliveries, each with its tries",
    description: 'Finished deliveries are kept for 14 days, unless the operator says otherwise.',
    permission: 'webhooks:read',
    params: webhookParams,
    query: deliveryQuery,
    responses: {
      200: {
        description: 'Newest first',
        schema: pageOfItems(delivery),
        example: { items: [exampleDelivery], next_cursor: null },
      },
    },
    handler: request => deliveries.list(actorOf(request), request.params.webhook_id, request.query),
  })

  app.route({
    method: 'GET',
    path: oneDelivery,
    operationId: 'getWebhookDelivery',
    summary: 'One delivery',
    permission: 'webhooks:read',
    params: deliveryParams,
    responses: { 200: shown },
    handler: request => deliveries.get(actorOf(request), request.params.delivery_id),
  })

  app.route({
    method: 'POST',
    path: `${oneDelivery}/redeliver`,
    operationId: 'redeliverWebhookDelivery',
    summary: 'Send a delivery again',
    description:
      'The same bytes under the same `webhook-id`, now, with all retries before it. 409 while it is on its way, and when the webhook is disabled.',
    permission: 'webhooks:write',
    params: deliveryParams,
    responses: { 202: shown },
    errors: { 409: ['conflict'] },
    handler: (request, reply) => {
      reply.status(202)
      return deliveries.redeliver(actorOf(request), request.params.delivery_id)
    },
  })

  app.route({
    method: 'POST',
    path: `${path}/:webhook_id/test`,
    operationId: 'testWebhook',
    summary: 'Send a test event and wait for the answer',
    description:
      'One `webhook.test`, tried once, also when the webhook is disabled. The answer is 200 however the receiver took it: read `status` and `attempts`.',
    permission: 'webhooks:write',
    params: webhookParams,
    responses: { 200: shown },
    handler: request => deliveries.test(actorOf(request), request.params.webhook_id),
  })
}
