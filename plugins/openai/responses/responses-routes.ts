import { Type } from 'typebox'
import { queryFault } from '@svc/plugin'
import type {
  JsonObject,
  RouteDefinition,
  RouteRegistrar,
  RouteReply,
  RouteRequest,
  StreamedReply,
  ValidationError,
} from '@svc/plugin'
import type { OpenAiServices } from '../openai-services.ts'
import { answerHeaders } from '../wire/answer-headers.ts'
import { bodyLimits } from '../wire/body-limits.ts'
import { errorOfTurn, openAiProblem } from '../wire/errors.ts'
import { eventStreamType, heartbeat, send, streamed, workOf } from '../wire/own-stream.ts'
import type { Work } from '../wire/own-stream.ts'
import { deletedExample, inputItemsExample, responseExample, responseRequestExample } from './examples.ts'
import { ResponseBuilder } from './response-builder.ts'
import type { ResponseEvent } from './response-builder.ts'
import { responseRequest } from './response-request.ts'
import type { OpenResponse, Responses } from './responses.ts'

const open = { additionalProperties: true }
const flag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]))

const responseBody = Type.Unsafe<JsonObject>(
  Type.Object(
    {
      model: Type.String({ minLength: 1, maxLength: 256, description: 'A model of GET /v1/models' }),
      input: Type.Unknown({ description: 'A string, or a list of items' }),
      stream: flag,
      background: flag,
      store: flag,
    },
    open,
  ),
)
const responseSchema = Type.Unsafe<JsonObject>(
  Type.Object(
    {
      id: Type.String(),
      object: Type.Literal('response'),
      status: Type.String(),
      model: Type.String(),
      output: Type.Array(Type.Object({ type: Type.String() }, open)),
    },
    { ...open, title: 'OpenAiResponse' },
  ),
)
const params = Type.Object({ response_id: Type.String({ minLength: 1, maxLength: 100 }) })
const readQuery = Type.Object(
  {
    stream: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
    starting_after: Type.Optional(
      Type.String({ pattern: '^\\d{1,9}$', description: 'The number of an event: what follows it.' }),
    ),
  },
  open,
)
const listQuery = Type.Object(
  {
    limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$', description: '1 to 100; default 20' })),
    order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    after: Type.Optional(Type.String({ maxLength: 200 })),
  },
  open,
)

const common = { problem: openAiProblem } satisfies Partial<RouteDefinition>
const answer = { description: 'The response', schema: responseSchema, example: responseExample }
const events = ['text/event-stream']

/** OpenAI's Responses API: each response is a turn of a conversation. */
export function responsesRoutes(app: RouteRegistrar, services: OpenAiServices, responses: Responses): void {
  app.route({
    ...common,
    method: 'POST',
    path: '/v1/responses',
    operationId: 'createResponse',
    summary: 'Ask a model or the agent, as the OpenAI Responses API',
    description:
      'Every response is a turn of a conversation, named by its `conversation.id`: it goes on when the client leaves, and is read again here or at `/api/conversations/{session_id}/events`. With `store: false` a model answers without one. The tools that the agent itself calls are items `function_call` and `function_call_output`.',
    permission: { key: 'models:write' },
    body: responseBody,
    ...bodyLimits,
    longRunning: true,
    example: { body: responseRequestExample },
    errors: {
      400: ['previous_response_not_found'],
      429: ['token_budget_exceeded'],
      502: ['upstream_error'],
      504: ['timeout'],
    },
    responses: { 200: { ...answer, otherTypes: events, description: 'The response; with `stream: true` its events' } },
    handler: (request, reply) => createResponse(services, responses, request, reply),
  })
  app.route({
    ...common,
    method: 'GET',
    path: '/v1/responses/:response_id',
    operationId: 'getResponse',
    summary: 'Read a response, or take up its stream',
    description:
      'With `stream=true` its events from the beginning, or after the `sequence_number` that `starting_after` names, also while it is under way.',
    permission: { key: 'models:read' },
    params,
    query: readQuery,
    etag: false,
    longRunning: true,
    responses: { 200: { ...answer, otherTypes: events, description: 'The response; with `stream=true` its events' } },
    handler: (request, reply) => {
      const { response_id } = request.params
      const { stream, starting_after } = request.query
      if (stream !== 'true') {
        if (starting_after !== undefined) throw onlyWithStream()
        return responses.get(request.principal, response_id, request.signal)
      }
      const work = workOf(request)
      const opened = responses.open(request.principal, response_id, { signal: work.signal, live: true })
      const after = starting_after === undefined ? -1 : Number(starting_after)
      return eventStream({ request, reply, opened, work, after, ended: () => undefined })
    },
  })
  app.route({
    ...common,
    method: 'POST',
    path: '/v1/responses/:response_id/cancel',
    operationId: 'cancelResponse',
    summary: 'Stop a response that is under way',
    description: 'What was said is kept. Nothing happens to one that has ended.',
    permission: { key: 'models:write' },
    params,
    idempotent: false,
    responses: { 200: { ...answer, example: { ...responseExample, status: 'cancelled' } } },
    handler: request => responses.cancel(request.principal, request.params.response_id, request.signal),
  })
  app.route({
    ...common,
    method: 'DELETE',
    path: '/v1/responses/:response_id',
    operationId: 'deleteResponse',
    summary: 'Delete a response',
    description:
      'One that is under way is stopped. The conversation it was a turn of stays, and is deleted at `/api/conversations/{session_id}`.',
    permission: { key: 'models:write' },
    params,
    responses: {
      200: {
        description: 'It is gone',
        schema: Type.Object(
          { id: Type.String(), object: Type.Literal('response'), deleted: Type.Boolean() },
          { title: 'DeletedOpenAiResponse' },
        ),
        example: deletedExample,
      },
    },
    handler: async ({ principal, params: { response_id } }) => {
      await responses.delete(principal, response_id)
      return { id: response_id, object: 'response' as const, deleted: true }
    },
  })
  app.route({
    ...common,
    method: 'GET',
    path: '/v1/responses/:response_id/input_items',
    operationId: 'listResponseInputItems',
    summary: 'List what a response was asked with',
    permission: { key: 'models:read' },
    params,
    query: listQuery,
    responses: {
      200: {
        description: 'A page of items, newest first unless `order=asc`',
        schema: Type.Object({ object: Type.Literal('list'), data: Type.Array(Type.Object({}, open)) }, open),
        example: inputItemsExample,
      },
    },
    handler: ({ principal, params: { response_id }, query }) => {
      const oldestFirst = responses.inputItems(principal, response_id)
      const items = query.order === 'asc' ? oldestFirst : oldestFirst.reverse()
      const start = query.after === undefined ? 0 : items.findIndex(item => item.id === query.after) + 1
      const data = items.slice(start, start + Number(query.limit ?? 20))
      return {
        object: 'list' as const,
        data,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: start + data.length < items.length,
      }
    },
  })
}

function onlyWithStream(): ValidationError {
  const message = 'may only be given with stream=true'
  return queryFault('starting_after', message)
}

async function createResponse(
  services: OpenAiServices,
  responses: Responses,
  request: RouteRequest<{ body: JsonObject }>,
  reply: RouteReply,
): Promise<JsonObject | StreamedReply> {
  const startedAt = performance.now()
  const { principal, id: requestId } = request
  const id = services.ids.create('resp')
  const asked = responseRequest(request.body, id.replace(/^resp_/, ''))
  const work = workOf(request)
  const ended = services.calls.begin(principal)
  let isHandedOn = false
  try {
    const opened = await responses.begin({ id, asked, principal, requestId, signal: work.signal })
    answerHeaders(request, reply, { startedAt, budget: services.models.budget(principal), now: services.clock.now() })
    if (opened.head.session_id !== null) reply.header('x-svc-session-id', opened.head.session_id)
    if (asked.stream) {
      isHandedOn = true
      return eventStream({ request, reply, opened, work, after: -1, ended })
    }
    const builder = new ResponseBuilder(opened.head)
    if (asked.background) return builder.response()
    for await (const part of opened.options) {
      builder.take(part)
      if (part.type !== 'done') continue
      opened.finished(builder.state)
      if (part.outcome.error) throw errorOfTurn(part.outcome.error)
    }
    // A reader that ended before the answer did was sent away.
    work.signal.throwIfAborted()
    return builder.response()
  } finally {
    if (!isHandedOn) ended()
  }
}

function eventStream(options: {
  request: RouteRequest
  reply: RouteReply
  opened: OpenResponse
  work: Work
  /** The last event that the client has. */
  after: number
  ended(): void
}): StreamedReply {
  const { request, reply, opened, work, after, ended } = options
  return streamed({
    request,
    reply,
    contentType: eventStreamType,
    heartbeat,
    work,
    ended,
    write: async sink => {
      const builder = new ResponseBuilder(opened.head)
      const pass = (events: readonly ResponseEvent[]) => {
        const frames = events.filter(event => event.sequence_number > after).map(frame)
        return frames.length > 0 ? send(sink, frames.join('')) : Promise.resolve()
      }
      await pass(builder.start())
      for await (const part of opened.options) {
        await pass(builder.take(part))
        if (part.type === 'done') opened.finished(builder.state)
      }
    },
  })
}

function frame(event: ResponseEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
