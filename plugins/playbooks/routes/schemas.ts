import type { JsonObject, JsonValue } from '@svc/plugin'
import { Type } from 'typebox'
import type { TSchema } from 'typebox'

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
export const anyObject = (description: string) =>
  Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true, description }))
export const anyValue = (description: string) => Type.Unsafe<JsonValue>(Type.Unknown({ description }))
export const time = Type.String({ format: 'date-time' })

export const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 }))
export const cursor = Type.Optional(
  Type.String({ maxLength: 2048, description: 'The `next_cursor` of the page before.' }),
)
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), next_cursor: orNull(Type.String()) })
