import { Type } from 'typebox'
import type { TProperties, TSchema } from 'typebox'

/** An object with these fields and no others. */
export function closed<T extends TProperties>(
  fields: T,
  more: { minProperties?: number; maxProperties?: number } = {},
) {
  return Type.Object(fields, { additionalProperties: false, ...more })
}

export const maybe = <T extends TSchema>(schema: T) => Type.Optional(schema)
export const text = Type.String({ minLength: 1 })
export const anything = Type.Unknown()
export const map = (value: TSchema) => Type.Object({}, { additionalProperties: value })

// ISO 8601 without years and months, as rules/durations.ts reads it.
const isoDuration = '^P(\\d+(\\.\\d+)?W)?(\\d+(\\.\\d+)?D)?(T(\\d+(\\.\\d+)?H)?(\\d+(\\.\\d+)?M)?(\\d+(\\.\\d+)?S)?)?$'
const amount = maybe(Type.Integer({ minimum: 0 }))

export const duration = Type.Union([
  Type.String({
    pattern: isoDuration,
    minLength: 3,
    description: 'Write a duration as ISO 8601, such as PT15M, or as {minutes: 15}.',
  }),
  closed({ days: amount, hours: amount, minutes: amount, seconds: amount, milliseconds: amount }, { minProperties: 1 }),
])

/** An expression, or an object with expressions in it. */
export const expression = Type.Union([text, Type.Object({})])

export const schemaOf = Type.Object(
  {
    format: maybe(Type.String({ pattern: '^json(:.*)?$', description: 'Only json is read.' })),
    document: Type.Object({}),
  },
  { additionalProperties: false },
)
export const dataIn = closed({ schema: maybe(schemaOf), from: maybe(expression) })
export const dataOut = closed({ schema: maybe(schemaOf), as: maybe(expression) })
export const timeout = closed({ after: duration })
const named = Type.String({ minLength: 1, description: 'The name of one in use.' })
export const timeoutOrName = Type.Union([named, timeout])

export const errorDefinition = closed({
  type: text,
  status: Type.Union([Type.Integer(), text]),
  title: maybe(text),
  detail: maybe(text),
  instance: maybe(text),
})
const count = Type.Integer({ minimum: 1, maximum: 100 })

export const retryPolicy = closed({
  when: maybe(text),
  exceptWhen: maybe(text),
  delay: maybe(duration),
  backoff: maybe(
    closed(
      { constant: maybe(Type.Object({})), exponential: maybe(Type.Object({})), linear: maybe(Type.Object({})) },
      { minProperties: 1, maxProperties: 1 },
    ),
  ),
  limit: maybe(
    closed({
      attempt: maybe(closed({ count: maybe(count), duration: maybe(duration) })),
      duration: maybe(duration),
    }),
  ),
  jitter: maybe(closed({ from: duration, to: duration })),
})
export const retryOrName = Type.Union([named, retryPolicy])

const eventFilter = closed({
  with: Type.Object({}, { minProperties: 1 }),
  correlate: maybe(map(closed({ from: text, expect: maybe(text) }))),
})
const strategies = {
  one: maybe(eventFilter),
  all: maybe(Type.Array(eventFilter, { minItems: 1, maxItems: 64 })),
  any: maybe(Type.Array(eventFilter, { maxItems: 64 })),
}
/** Which events are waited for. That one of the strategies is there, and only one, is a check of its own. */
export const eventConsumption = closed({ ...strategies, until: maybe(Type.Union([text, closed(strategies)])) })
export const authentication = Type.Union([
  closed({ use: text }),
  closed({ basic: closed({ username: text, password: text }) }),
  closed({ bearer: closed({ token: text }) }),
])
