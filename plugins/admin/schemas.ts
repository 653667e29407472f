import { Type } from 'typebox'
import type { TSchema } from 'typebox'

/** Objects of requests and answers hold what they declare and nothing else. */
export const closed = { additionalProperties: false }

export const timestamp = Type.String({ format: 'date-time' })
export const nullableText = Type.Union([Type.String(), Type.Null()])
export const role = Type.Enum(['owner', 'admin', 'user'])

export const pageQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    cursor: Type.Optional(Type.String()),
  },
  closed,
)

export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), next_cursor: nullableText }, closed)
}

export const idParams = Type.Object({ id: Type.String() }, closed)
