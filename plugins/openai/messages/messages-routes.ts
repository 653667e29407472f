import type { JsonObject, RouteDefinition, RouteRegistrar, RouteReply, RouteRequest, StreamedReply } from '@svc/plugin'
import { Type } from 'typebox'
import type { OpenAiServices } from '../openai-services.ts'
import { bodyLimits } from '../wire/body-limits.ts'
import { isOwnModel, turnsFor } from '../wire/own-models.ts'
import { eventStreamType, send, streamed, workOf } from '../wire/own-stream.ts'
import { MessageBuilder } from './message-builder.ts'
import type { MessageEvent } from './message-builder.ts'
import { anthropicProblem, errorEvent } from './message-errors.ts'
import { countedRequest, messageRequest } from './message-request.ts'
import { openAnswer } from './open-answer.ts'
import type { OpenedAnswer } from './open-answer.ts'
import { countTokens } from './token-count.ts'

const open = { additionalProperties: true }
const anyContent = Type.Unknown({ description: 'A string or a list of content blocks' })

const prompt = {
  model: Type.String({ minLength: 1, maxLength: 300, description: 'A model id, `agent` or `app:<name>`' }),
  messages: Type.Array(Type.Object({ role: Type.String(), content: anyContent }, open), { minItems: 1 }),
  system: Type.Optional(anyContent),
  tools: Type.Optional(Type.Unknown({ description: 'Tools that the client runs' })),
  tool_choice: Type.Optional(Type.Unknown({ description: '`{"type": "auto" | "any" | "none" | "tool", "name"?}`' })),
}

const messageBody = Type.Unsafe<JsonObject>(
  Type.Object(
    {
      ...prompt,
      max_tokens: Type.Integer({ minimum: 1 }),
      stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    },
    open,
  ),
)

const usage = Type.Object(
  { input_tokens: Type.Integer(), output_tokens: Type.Integer() },
  { ...open, title: 'AnthropicUsage' },
)
const message = Type.Unsafe<JsonObject>(
  Type.Object(
    {
      id: Type.String(),
      type: Type.Literal('message'),
      role: Type.Literal('assistant'),
      model: Type.String(),
      content: Type.Array(Type.Object({ type: Type.String() }, open)),
      stop_reason: Type.Union([Type.String(), Type.Null()]),
      stop_sequence: Type.Union([Type.String(), Type.Null()]),
      usage,
    },
    { ...open, title: 'AnthropicMessage' },
  ),
)

const common = {
  keyHeader: 'x-api-key',
  problem: anthropicProblem,
  ...bodyLimits,
  idempotent: false,
} satisfies Partial<RouteDefinition>

/** Anthropic's Messages API over the same models and the same agent. */
export function messagesRoutes(app: RouteRegistrar, services: OpenAiServices): void {
  app.route({
    ...common,
    method: 'POST',
    path: '/v1/messages',
    operationId: 'createMessage',
    summary: 'Ask a model or the agent, as the Anthropic API',
    description:
      'Text, images, tools of the client, thinking and streams in the form of Anthropic’s Messages API. `top_k`, server tools, documents other than text, containers and MCP servers are refused by name. `agent` and `app:<name>` run the complete agent; their turn is a conversation, named by the header `x-svc-session-id`.',
    permission: { key: 'models:write' },
    errors: { 429: ['token_budget_exceeded'], 502: ['upstream_error'], 504: ['timeout'] },
    body: messageBody,
    longRunning: true,
    example: { body: messageRequestExample },
    responses: {
      200: {
        description: 'The message; with `stream: true` its events',
        schema: message,
        example: messageExample,
        otherTypes: ['text/event-stream'],
      },
    },
    handler: (request, reply) => createMessage(services, request, reply),
  })
  app.route({
    ...common,
    method: 'POST',
    path: '/v1/messages/count_tokens',
    operationId: 'countMessageTokens',
    summary: 'Estimate the tokens of a prompt, as the Anthropic API',
    description:
      'Counted with a vocabulary of its own, not the model’s: about right, for any model. No model is asked.',
    permission: { key: 'models:write' },
    errors: { 429: ['token_budget_exceeded'], 502: ['upstream_error'], 504: ['timeout'] },
    body: Type.Unsafe<JsonObject>(Type.Object(prompt, open)),
    example: { body: { model: messageRequestExample['model'], messages: messageRequestExample['messages'] } },
    responses: {
      200: {
        description: 'The estimate',
        schema: Type.Object({ input_tokens: Type.Integer() }),
        example: countExample,
      },
    },
    handler: async ({ body, principal }) => {
      const { model, messages, tools } = countedRequest(body)
      if (isOwnModel(model)) await turnsFor(services, principal, model)
      else await services.models.resolve(principal, model)
      return { input_tokens: await countTokens(messages, tools) }
    },
  })
}

async function createMessage(
  services: OpenAiServices,
  request: RouteRequest<{ body: JsonObject }>,
  reply: RouteReply,
): Promise<JsonObject | StreamedReply> {
  const { principal } = request
  const asked = messageRequest(request.body)
  const work = workOf(request)
  const ended = services.calls.begin(principal)
  let opened: OpenedAnswer
  try {
    opened = await openAnswer(services, asked, { principal, signal: work.signal })
  } catch (error) {
    ended()
    throw error
  }
  const builder = new MessageBuilder(opened.id, asked.model)
  reply.header('request-id', request.id)
  if (opened.sessionId !== null) reply.header('x-svc-session-id', opened.sessionId)
  if (!asked.stream) {
    try {
      for await (const event of opened.events) builder.take(event)
    } finally {
      ended()
    }
    return builder.message()
  }
  return streamed({
    request,
    reply,
    contentType: eventStreamType,
    heartbeat: frame({ type: 'ping' }),
    errorFrame: (thrown, requestId) => frame({ ...errorEvent(thrown, requestId), type: 'error' }),
    work,
    ended,
    write: async sink => {
      for (const event of builder.start()) await send(sink, frame(event))
      for await (const event of opened.events) await send(sink, builder.take(event).map(frame).join(''))
    },
  })
}

function frame(event: MessageEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

const messageRequestExample = {
  model: 'svc/offline',
  max_tokens: 1024,
  messages: [{ role: 'user', content: '/calculator {"expression": "6 * 7"}' }],
}

const messageExample = {
  id: 'msg_01jq8v6h7s0000000000000000',
  type: 'message',
  role: 'assistant',
  model: 'svc/offline',
  content: [{ type: 'text', text: '42' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 12, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 1 },
}

const countExample = { input_tokens: 18 }
