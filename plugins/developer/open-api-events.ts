import type { EventType, JsonSchema } from '@svc/plugin'
import { refTo } from './named-schemas.ts'

type Json = Record<string, unknown>

const text = { type: 'string' }
const time = { type: 'string', format: 'date-time' }

/** The last event of a stream that ends with an error, whatever else it holds. */
const streamError = {
  title: 'StreamErrorEvent',
  description: 'Why the stream ends: a problem, but for its `type`.',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { const: 'error' },
    title: text,
    status: { type: 'integer' },
    detail: text,
    code: text,
    request_id: text,
  },
} as const

const gap = {
  title: 'GapEvent',
  description: 'Some events behind `after` are no longer kept.',
  type: 'object',
  required: ['type', 'after', 'resumes_at'],
  properties: {
    type: { const: 'gap' },
    after: { ...text, description: 'The event that the reader named.' },
    resumes_at: { type: ['string', 'null'], description: 'The event that comes next; null: none is left.' },
  },
} as const

/** What the `data` of a stream's events holds: a union whose members are told apart by their `type`. */
export function eventUnion(events: JsonSchema): Json {
  const { anyOf = [], ...rest } = events
  const declared = anyOf as readonly JsonSchema[]
  const members = declared.some(member => typesOf(member).includes('error')) ? declared : [...declared, streamError]
  const mapping = members.flatMap(member =>
    typesOf(member).map(type => [type, refTo(String(member['title']))] as const),
  )
  return {
    ...rest,
    oneOf: members,
    discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) as Json },
  }
}

function typesOf({ properties }: JsonSchema): string[] {
  const { const: only, enum: several = [only] } = (properties as Record<string, JsonSchema>)['type'] ?? {}
  return several as string[]
}

/** The events of the workspace's log, each type with the name that follows from it: `job.created` is `JobCreatedEvent`. */
export function workspaceEvents(types: readonly EventType[]): JsonSchema {
  return { title: 'WorkspaceEvent', anyOf: [...types.map(workspaceEvent), gap] }
}

function workspaceEvent({ type, title, data: { $schema: _dialect, ...data } }: EventType): JsonSchema {
  const words = type.split(/[._]/).map(word => word.charAt(0).toUpperCase() + word.slice(1))
  const name = `${words.join('')}Event`
  return {
    title: name,
    description: title,
    type: 'object',
    required: ['type', 'id', 'at', 'data'],
    properties: { type: { const: type }, id: text, at: time, data: { ...data, title: `${name}Data` } },
  }
}
