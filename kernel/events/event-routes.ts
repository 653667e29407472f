import { Type } from 'typebox'
import { hasScope, roleAtLeast, route, ValidationError } from '@svc/plugin'
import type { EventGap, Principal, RouteDefinition, ServerSentEvent, WorkspaceEvent } from '@svc/plugin'
import { beforeAllEvents } from './event-store.ts'
import type { WorkspaceEventLog } from './workspace-event-log.ts'

const eventIdPattern = '^evt_[0-9a-z]{26}$'
const eventId = new RegExp(eventIdPattern)

const streamQuery = Type.Object(
  {
    types: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Only these: types, `job.*` and its like, or `*`, separated by commas. All when left out.',
      }),
    ),
    last_event_id: Type.Optional(
      Type.String({
        pattern: eventIdPattern,
        description:
          'The id of an event, such as evt_01jzcq3m5n8v7x2k4w6y9a0b1c: what follows it, from the log; the header `Last-Event-ID` is stronger.',
      }),
    ),
  },
  { additionalProperties: false },
)

const eventType = Type.Object(
  {
    type: Type.String(),
    title: Type.String({ description: 'When it happens' }),
    data: Type.Object({}, { additionalProperties: true, description: 'The JSON Schema of `data`' }),
    audience: Type.Enum(['workspace', 'admin'], { description: '`admin`: for admins and owners alone' }),
    owner: Type.String({ description: '`kernel`, or the plugin that declares it' }),
  },
  { title: 'EventType', additionalProperties: false },
)

/** The workspace's events as a stream, and the list of their types. */
export function eventRoutes(log: WorkspaceEventLog): readonly RouteDefinition[] {
  const { catalogue } = log
  const stream = route({
    method: 'GET',
    path: '/api/events',
    operationId: 'streamEvents',
    summary: "Stream the workspace's events",
    description:
      'Server-sent events from now on; with the id of an event, what followed it first. Before the first comes the id behind which the stream ' +
      'begins, alone: a reader that is cut off then resumes with it. `data` is `{type, id, at, data}`, ' +
      'where the inner `data` fits the schema of the type. When what followed is no longer kept, an event `gap` says so: `{type, after, resumes_at}`. ' +
      'An id that this workspace never had is 400. Events for admins alone need the role admin and the scope `*`.',
    permission: 'events:read',
    query: streamQuery,
    responses: {
      200: {
        description: 'The events',
        contentType: 'text/event-stream',
        events: 'workspace',
        example:
          'id: evt_01jzcq3m5n8v7x2k4w6y9a0b1c\nevent: job.created\ndata: {"type":"job.created","id":"evt_01jzcq3m5n8v7x2k4w6y9a0b1c",' +
          '"at":"2026-01-31T12:00:00.000Z","data":{"job_id":"job_01jzcq3m5n8v7x2k4w6y9a0b1d","kind":"mail","queue":"default","attempt":0}}\n\n',
      },
    },
    longRunning: true,
    handler({ headers, query, principal }, reply) {
      const patterns =
        query.types === undefined ? undefined : catalogue.patterns(query.types, { name: 'query/types', path: '/types' })
      const after = lastEventId(headers['last-event-id']) ?? query.last_event_id ?? null
      const wanted = { after, isAdmin: mayReadAll(principal), ...(patterns ? { patterns } : {}) }
      const reader = log.read<ServerSentEvent>(principal.workspace_id, wanted, frameOf)
      return reply.sse(reader, { after: reader.after ?? beforeAllEvents })
    },
  })
  const types = route({
    method: 'GET',
    path: '/api/events/types',
    operationId: 'listEventTypes',
    summary: 'List every type of event that can occur, with the JSON Schema of its data',
    permission: 'public',
    responses: {
      200: {
        description: 'All types, by name',
        schema: Type.Object(
          { items: Type.Array(eventType), next_cursor: Type.Null() },
          { additionalProperties: false },
        ),
        example: { items: [catalogue.require('job.cancelled')], next_cursor: null },
      },
    },
    handler: () => ({ items: catalogue.all, next_cursor: null }),
  })
  return [stream, types]
}

/** As everywhere, a key of an admin that is narrowed to some scopes is no admin. */
function mayReadAll({ role, scopes }: Principal): boolean {
  return roleAtLeast(role, 'admin') && hasScope(scopes, '*')
}

function lastEventId(header: string | undefined): string | undefined {
  if (!header || eventId.test(header)) return header || undefined
  const message = 'must be the id of an event of this workspace, such as evt_01jzcq3m5n8v7x2k4w6y9a0b1c'
  throw new ValidationError(`header Last-Event-ID ${message}`, [{ path: '/last-event-id', message }])
}

/** One frame for all readers of an event: it is encoded once. */
const frames = new WeakMap<WorkspaceEvent, ServerSentEvent>()

/** An event as it is sent. A gap has the id that its reader gave, so a reader that comes back with it gets the gap again. */
function frameOf(event: WorkspaceEvent | EventGap): ServerSentEvent {
  if ('resumes_at' in event) return { id: event.after, type: event.type, data: { ...event } }
  const known = frames.get(event)
  if (known !== undefined) return known
  const { id, type, at, data } = event
  const frame = { id, type, data: { type, id, at, data } }
  frames.set(event, frame)
  return frame
}
