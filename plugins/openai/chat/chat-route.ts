import { Type } from 'typebox'
import { route } from '@svc/plugin'
import type { JsonObject, RouteDefinition, RouteReply, RouteRequest } from '@svc/plugin'
import type { OpenAiServices } from '../openai-services.ts'
import { bodyLimits } from '../wire/body-limits.ts'
import { modelProblem } from '../wire/errors.ts'
import { isOwnModel } from '../wire/own-models.ts'
import { chatCompletion } from './chat-request.ts'
import { forwardedChat } from './forwarded-chat.ts'
import { translatedChat } from './translated-chat.ts'
import { turnChat } from './turn-chat.ts'

// Its other fields are read where they are used, or passed on.
const body = Type.Unsafe<JsonObject>(
  Type.Object(
    {
      model: Type.String({ minLength: 1, maxLength: 256, description: 'A model of GET /v1/models' }),
      messages: Type.Array(Type.Unknown(), { minItems: 1 }),
      stream: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    },
    { additionalProperties: true },
  ),
)

const example = {
  model: 'agent',
  messages: [{ role: 'user', content: 'What is on my list for today?' }],
  stream: false,
}

const exampleAnswer = {
  id: 'chatcmpl-msg_01jz',
  object: 'chat.completion',
  created: 1_769_860_800,
  model: 'agent',
  system_fingerprint: null,
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Two things: the report, and tea with Ada.', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 512, completion_tokens: 11, total_tokens: 523 },
}

/** `POST /v1/chat/completions`. */
export function chatRoute(services: OpenAiServices): RouteDefinition {
  return route({
    method: 'POST',
    path: '/v1/chat/completions',
    operationId: 'createChatCompletion',
    summary: 'Answer a chat, as OpenAI does',
    description:
      "A provider's model is passed through, bytes untouched. `agent` and `app:<name>` run the complete agent with this workspace's tools, and appear as a conversation.",
    permission: { key: 'models:write' },
    body,
    ...bodyLimits,
    keepBytes: true,
    longRunning: true,
    idempotent: false,
    problem: modelProblem,
    responses: {
      200: {
        description: 'The completion; with `stream: true` its chunks as server-sent events',
        example: exampleAnswer,
        otherTypes: ['text/event-stream'],
      },
    },
    errors: { 429: ['token_budget_exceeded'], 502: ['upstream_error'], 504: ['timeout'] },
    example: { body: example },
    handler: (request, reply) => answerChat(services, request, reply),
  })
}

async function answerChat(services: OpenAiServices, request: RouteRequest<{ body: JsonObject }>, reply: RouteReply) {
  const startedAt = performance.now()
  const json = request.body
  const ended = services.calls.begin(request.principal)
  const call = { request, reply, startedAt, ended }
  try {
    const id = String(json['model'])
    if (isOwnModel(id)) return await turnChat(services, { ...call, model: id, chat: chatCompletion(json) })
    const model = await services.models.resolve(request.principal, id)
    if (model.forwards.has('/chat/completions')) return await forwardedChat(services, { ...call, json, model })
    return await translatedChat(services, { ...call, model, chat: chatCompletion(json) })
  } catch (error) {
    ended()
    throw error
  }
}
