import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { NotFoundError, route } from '@svc/plugin'
import type { RouteDefinition, RouteRequest, ServerSentEvent } from '@svc/plugin'

const params = Type.Object({ note_id: Type.String() })
const query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  tag: Type.Optional(Type.Array(Type.String())),
})
const body = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    stars: Type.Optional(Type.Integer()),
    color: Type.String({ default: 'blue' }),
  },
  { additionalProperties: false },
)
const note = Type.Object({ id: Type.String(), title: Type.String(), color: Type.Optional(Type.String()) })

/** Routes of every kind for the tests of this room; `calls` counts how often a note was really made. */
export function sampleRoutes() {
  const calls: unknown[] = []
  const routes = [
    route({
      method: 'GET',
      path: '/api/notes/:note_id',
      operationId: 'getNote',
      summary: 'Read a note',
      permission: 'memory:read',
      params,
      query,
      responses: {
        200: {
          description: 'The note',
          schema: Type.Object({
            ...note.properties,
            limit: Type.Integer(),
            tag: Type.Optional(Type.Array(Type.String())),
          }),
        },
      },
      errors: { 404: ['not_found'] },
      handler: request => {
        if (request.params.note_id === 'none') throw new NotFoundError('There is no such note.')
        return { id: request.params.note_id, title: 'a', ...request.query, secret: 'never sent' }
      },
    }),
    route({
      method: 'POST',
      path: '/api/notes',
      operationId: 'createNote',
      summary: 'Make a note',
      permission: 'memory:write',
      body,
      example: { body: { title: 'Milk', color: 'red' } },
      responses: { 201: { description: 'The note', schema: note } },
      errors: { 409: ['conflict'] },
      handler: async (request, reply) => {
        calls.push(request.body)
        reply.header('location', '/api/notes/1').header('set-cookie', 'crumb=1')
        return { id: String(calls.length), ...request.body }
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/notes/:note_id',
      operationId: 'deleteNote',
      summary: 'Delete a note',
      permission: 'memory:write',
      params,
      responses: { 204: { description: 'Gone' } },
      handler: async () => undefined,
    }),
    route({
      method: 'GET',
      path: '/api/me',
      operationId: 'getMe',
      summary: 'Who calls',
      permission: 'public',
      responses: { 200: { description: 'The caller', schema: { type: 'object', additionalProperties: true } } },
      handler: request => ({
        user_id: request.principal.user_id,
        via: request.principal.via,
        base_url: request.baseUrl,
        ip: request.ip,
      }),
    }),
    route({
      method: 'GET',
      path: '/api/settings',
      operationId: 'getSettings',
      summary: 'For those who run the place',
      permission: { role: 'admin' },
      responses: { 200: { description: 'ok', schema: Type.Object({ ok: Type.Boolean() }) } },
      handler: () => ({ ok: true }),
    }),
    route({
      method: 'GET',
      path: '/api/broken',
      operationId: 'getBroken',
      summary: 'A bug',
      permission: 'public',
      responses: { 200: { description: 'never' } },
      handler: async () => {
        throw new Error('the password is hunter2')
      },
    }),
  ]
  return { routes, calls }
}

/** A stream that yields what it is given, and then waits until its reader leaves. */
export function streamRoute(source: (request: RouteRequest) => AsyncIterable<ServerSentEvent>): RouteDefinition {
  return {
    method: 'GET',
    path: '/api/stream',
    operationId: 'getStream',
    summary: 'Events',
    permission: 'signed-in',
    longRunning: true,
    responses: { 200: { description: 'Events', contentType: 'text/event-stream' } },
    handler: (request, reply) => reply.sse(source(request)),
  }
}

/** Never resolves before the signal aborts. */
export async function untilAborted(signal: AbortSignal): Promise<never> {
  await wait(2 ** 30, undefined, { signal })
  throw new Error('the signal never aborted')
}

/** A route that does what the handler does, and answers any object. */
export function workRoute(handler: RouteDefinition['handler']): RouteDefinition {
  return {
    method: 'POST',
    path: '/api/work',
    operationId: 'work',
    summary: 'Work',
    permission: 'signed-in',
    body: { type: 'object' },
    example: { body: {} },
    responses: { 201: { description: 'done', schema: { type: 'object', additionalProperties: true } } },
    handler,
  }
}
