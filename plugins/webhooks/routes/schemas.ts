import { Type } from 'typebox'
import type { TObject } from 'typebox'

const moment = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const endpointFields = {
  id: Type.String(),
  url: Type.String(),
  description: text('What it is for.'),
  events: Type.Array(Type.String()),
  status: Type.Enum(['enabled', 'disabled'], { description: 'A disabled webhook collects nothing.' }),
  disabled_reason: text('Why it is disabled, in a sentence.'),
  failing_since: moment('Since when every try has failed; null: the last one did not.'),
  created_at: Type.String(),
  updated_at: Type.String(),
}
const secret = Type.String({ description: 'Signs every delivery (Standard Webhooks 1.0). Shown this once.' })

export const endpoint = Type.Object(endpointFields, { title: 'Webhook' })
export const newEndpoint = Type.Object({ ...endpointFields, secret }, { title: 'NewWebhook' })
export const rotatedEndpoint = Type.Object(
  {
    ...endpointFields,
    secret,
    previous_secret_until: Type.String({ description: 'Until then the secret before this one signs too.' }),
  },
  { title: 'RotatedWebhook' },
)

const attempt = Type.Object(
  {
    at: Type.String(),
    duration_ms: Type.Integer(),
    status: Type.Union([Type.Integer(), Type.Null()], { description: "The receiver's status; null: no answer." }),
    error: text('Why it did not succeed.'),
    answer: text('The first 1,024 bytes of the answer.'),
  },
  { title: 'WebhookAttempt' },
)
export const delivery = Type.Object(
  {
    id: Type.String(),
    webhook_id: Type.String(),
    event_id: Type.String({ description: 'Sent as `webhook-id`, the same for every try.' }),
    event_type: Type.String(),
    status: Type.Enum(['pending', 'succeeded', 'failed']),
    error: text('Why the last try did not succeed, or why there was none.'),
    next_attempt_at: moment('When it is tried next; while it is on its way, when it is given up for lost.'),
    created_at: Type.String(),
    finished_at: moment('Null while it is pending.'),
    attempts: Type.Array(attempt, { description: 'The last 50, oldest first.' }),
  },
  { title: 'WebhookDelivery' },
)

export const pageOfItems = <T extends TObject>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: Type.Union([Type.String(), Type.Null()]) })

const limit = Type.Integer({ minimum: 1, maximum: 200, default: 50 })
const cursor = Type.Optional(Type.String({ description: 'The `next_cursor` of the page before.' }))
export const pageQuery = Type.Object({ limit, cursor })
export const deliveryQuery = Type.Object({
  limit,
  cursor,
  status: Type.Optional(Type.Enum(['pending', 'succeeded', 'failed'])),
})

export const webhookParams = Type.Object({ webhook_id: Type.String() })
export const deliveryParams = Type.Object({ delivery_id: Type.String() })

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'http or https. Private addresses are refused unless the operator allows them (`SVC_EGRESS_ALLOW`).',
})
const events = Type.Array(Type.String({ minLength: 1, maxLength: 128 }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: 'Event types, `job.*` and its like, or `*`. Events for admins are sent to webhooks that an admin made.',
})
const description = Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()]))

export const createBody = Type.Object({ url, events, description }, { additionalProperties: false })
export const changeBody = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    description,
    status: Type.Optional(Type.Enum(['enabled', 'disabled'])),
  },
  { additionalProperties: false, minProperties: 1 },
)
