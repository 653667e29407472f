import type { RouteRegistrar } from '@svc/plugin'
import { Type } from 'typebox'
import type { GivenEvent, PublishedEvents } from '../listening/published-events.ts'

const attribute = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description })
const cloudEvent = Type.Unsafe<GivenEvent>(
  Type.Object(
    {
      specversion: Type.Optional(Type.Literal('1.0')),
      id: Type.Optional(attribute(200, 'Counts once for its source; without one the server gives it.')),
      source: attribute(2000, 'Who says so, a URI.'),
      type: attribute(200, "With a dot, and not one of svc's own types."),
      time: Type.Optional(Type.String({ format: 'date-time' })),
      subject: Type.Optional(attribute(2000, 'What it is about.')),
      datacontenttype: Type.Optional(attribute(200, 'Of `data`.')),
      data: Type.Optional(Type.Unknown({ description: 'What happened.' })),
    },
    { additionalProperties: true, description: 'A CloudEvent 1.0 as JSON.' },
  ),
)
const bodyLimit = 256 * 1024

/** Events from outside, for the playbooks that listen. */
export function eventRoutes(app: RouteRegistrar, published: PublishedEvents): void {
  app.route({
    method: 'POST',
    path: '/api/playbooks/events',
    operationId: 'publishPlaybookEvent',
    summary: 'Publish an event to the playbooks that listen',
    description:
      'A CloudEvent goes into the log of the workspace as `playbook.event`: `listen` and schedules `on` events read it, webhooks and `GET /api/events` ' +
      'have it. The `id` of a `source` counts once.',
    permission: 'playbooks:write',
    body: cloudEvent,
    bodyLimit,
    example: {
      summary: 'An order was paid',
      body: { source: 'https://shop.example.com', type: 'order.paid', id: 'A-17', data: { amount: 40 } },
    },
    responses: {
      202: {
        description: 'It is in the log',
        schema: Type.Object({ id: Type.String(), duplicate: Type.Boolean({ description: 'It was there before.' }) }),
        example: { id: 'A-17', duplicate: false },
      },
    },
    handler({ body, principal }, reply) {
      const { event, isNew } = published.publish(principal.workspace_id, body)
      reply.status(202)
      return { id: String(event['id']), duplicate: !isNew }
    },
  })
}
