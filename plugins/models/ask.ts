import { CallerError, UnprocessableError } from '@svc/plugin'
import type { JsonSchema, JsonValue } from '@svc/plugin'
import type {
  AskAnswer,
  AskRequest,
  ChatEvent,
  ChatMessage,
  ChatRequest,
  TokenUsage,
} from '@svc/plugin/contracts/models'
import type { AnswerCheck } from './answer-schema.ts'
import { offlineModelId } from './model-ids.ts'

const maxAnswerCharacters = 512 * 1024

export type Stream = (request: ChatRequest) => AsyncIterable<ChatEvent>

type AnswerFormat = Pick<ChatRequest, 'response_schema' | 'json_object'>

interface Reply {
  text: string
  model: string
  finish: Extract<ChatEvent, { type: 'done' }>['finish_reason']
  usage: TokenUsage
}

/** One question, one answer; with a schema the answer is JSON that fits it, after one repair try at most. */
export async function ask(stream: Stream, request: AskRequest, check: AnswerCheck | null): Promise<AskAnswer> {
  const messages = firstMessages(request)
  if (!request.schema || !check) {
    const reply = await replyTo(stream, request, messages, {})
    return answered(reply, null, reply.usage)
  }
  const first = await structuredReply(stream, request, messages, request.schema)
  const read = readAnswer(first, check)
  if (read.fault === null) return answered(first, read.value, first.usage)
  // It has no second thoughts: the same text gives the same answer.
  if (first.model === offlineModelId) throw misfit(first, read.fault)

  const repair: ChatMessage[] = [
    ...messages,
    { role: 'assistant', content: first.text },
    {
      role: 'user',
      content: `That does not fit the schema: ${read.fault}. Answer again with the corrected JSON alone.`,
    },
  ]
  const second = await structuredReply(stream, request, repair, request.schema)
  const repaired = readAnswer(second, check)
  if (repaired.fault !== null) throw misfit(second, repaired.fault)
  return answered(second, repaired.value, sum(first.usage, second.usage))
}

function firstMessages(request: AskRequest): ChatMessage[] {
  const inSchema =
    request.schema &&
    `Answer with JSON alone, without a code fence, that fits this JSON Schema:\n${JSON.stringify(request.schema)}`
  const system = [request.system, inSchema].filter(part => part !== undefined).join('\n\n')
  const question: ChatMessage = { role: 'user', content: request.prompt }
  return system === '' ? [question] : [{ role: 'system', content: system }, question]
}

const formatRefused = /response.format|json_schema|json_object/i

/** Many servers refuse `response_format`, or know JSON without a schema alone; the schema stands in the prompt too. */
async function structuredReply(
  stream: Stream,
  request: AskRequest,
  messages: ChatMessage[],
  schema: JsonSchema,
): Promise<Reply> {
  const formats: AnswerFormat[] = [{ response_schema: schema }, { json_object: true }]
  for (const format of formats) {
    try {
      return await replyTo(stream, request, messages, format)
    } catch (error) {
      const isRefused = error instanceof CallerError && error.status === 400 && formatRefused.test(error.message)
      if (!isRefused) throw error
    }
  }
  return replyTo(stream, request, messages, {})
}

async function replyTo(
  stream: Stream,
  request: AskRequest,
  messages: ChatMessage[],
  format: AnswerFormat,
): Promise<Reply> {
  const { model, max_tokens, principal, signal } = request
  const reply: Reply = {
    text: '',
    model: model ?? '',
    finish: 'stop',
    usage: { prompt_tokens: 0, completion_tokens: 0 },
  }
  for await (const event of stream({ model, messages, ...format, max_tokens, principal, signal })) {
    if (event.type === 'content') reply.text += event.delta
    if (reply.text.length > maxAnswerCharacters) {
      throw new UnprocessableError(
        'unprocessable',
        `The model's answer is longer than ${maxAnswerCharacters} characters.`,
      )
    }
    if (event.type === 'done')
      Object.assign(reply, { model: event.model, finish: event.finish_reason, usage: event.usage })
  }
  return reply
}

function readAnswer(reply: Reply, check: AnswerCheck): { value: JsonValue; fault: string | null } {
  const unfenced = reply.text.trim().replace(/^```(?:json)?\s*\n([\s\S]*?)\n?```$/i, '$1')
  try {
    const value = JSON.parse(unfenced) as JsonValue
    return { value, fault: check(value) }
  } catch {
    return {
      value: null,
      fault: reply.finish === 'length' ? 'the answer was cut off at its token limit' : 'the answer is not JSON',
    }
  }
}

function misfit(reply: Reply, fault: string): UnprocessableError {
  return new UnprocessableError('unprocessable', `The answer of ${reply.model} does not fit the schema: ${fault}.`)
}

function answered(reply: Reply, value: JsonValue, usage: TokenUsage): AskAnswer {
  return { text: reply.text, value, model: reply.model, offline: reply.model === offlineModelId, usage }
}

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
  }
}
