import type { JsonObject } from '@svc/plugin'
import type { ChatMessage, ChatRequest } from '@svc/plugin/contracts/models'
import { withCallIds } from '@svc/plugin/library/models/call-ids'
import { callExtra, callFieldsOf, messageFields } from './answer-data.ts'

/** The body of a request; what is undefined is not sent. */
export type WireBody = Record<string, unknown>

/**
 * What we read of a chat-completions chunk or completion. A provider may write anything in any place, so that each part is looked at before
 * it is used: see {@link choicesOf} and its neighbours.
 */
export interface WireChunk {
  model?: unknown
  choices?: unknown
  /** The list of an answer with embeddings. */
  data?: unknown
  usage?: unknown
  error?: unknown
}

export interface WireChoice {
  index: number
  /** The text of its delta, or of its whole message; of a model that refuses, what it says then. */
  content: string
  /** What a model thinks aloud: vLLM, DeepSeek and llama.cpp have one name for it, OpenRouter and Ollama another, Mistral a part of the content. */
  reasoning: string
  tool_calls: WireToolCall[]
  finish_reason: string | null
  /** The delta, or the message, as it came. */
  message: Record<string, unknown>
}

export interface WireToolCall {
  index: number | null
  id: string
  name: string
  arguments: string
  /** What its server wants back with it. */
  extra: JsonObject | null
}

const maxIdCharacters = 200

export function choicesOf({ choices }: WireChunk): WireChoice[] {
  return listOf(choices).map(choice => {
    const message = objectOf(choice['delta'] ?? choice['message'])
    const { text, thoughts } = contentOf(message['content'])
    return {
      index: typeof choice['index'] === 'number' ? choice['index'] : 0,
      content: text || textOf(message['refusal']),
      reasoning: textOf(message['reasoning_content']) || textOf(message['reasoning']) || thoughts,
      tool_calls: listOf(message['tool_calls']).map(toolCallOf),
      finish_reason: textOf(choice['finish_reason']) || null,
      message,
    }
  })
}

/** Text, or the list of parts in which Mistral's models think and speak. */
function contentOf(content: unknown): { text: string; thoughts: string } {
  const parts = listOf(content)
  const thoughts = parts.flatMap(part => listOf(part['thinking']))
  return { text: textOf(content) || textIn(parts), thoughts: textIn(thoughts) }
}

function textIn(parts: readonly Record<string, unknown>[]): string {
  return parts.map(part => textOf(part['text'])).join('')
}

function toolCallOf(call: Record<string, unknown>): WireToolCall {
  const called = objectOf(call['function'])
  return {
    index: typeof call['index'] === 'number' ? call['index'] : null,
    id: textOf(call['id']).slice(0, maxIdCharacters),
    name: textOf(called['name']).slice(0, maxIdCharacters),
    arguments: textOf(called['arguments']),
    extra: callExtra(call),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

/** Templates of many models take one message of the system, the first, and then people and the model in turn. */
function inTurns(messages: readonly ChatMessage[]): ChatMessage[] {
  const [instructions, said] = [messages.filter(isSystem), messages.filter(message => !isSystem(message))]
  const turns = instructions.length === 0 ? [] : [instructions.reduce(joined)]
  for (const message of said) {
    const last = turns.at(-1)
    if (message.role === 'user' && last?.role === 'user') turns.splice(-1, 1, joined(last, message))
    else turns.push(message)
  }
  return turns
}

function isSystem({ role }: ChatMessage): boolean {
  return role === 'system'
}

function joined(first: ChatMessage, second: ChatMessage): ChatMessage {
  const content = [first.content, second.content].filter(text => text !== '').join('\n\n')
  const images = [...(first.images ?? []), ...(second.images ?? [])]
  return { ...first, content, ...(images.length > 0 && { images }) }
}

function wireContent({ content, images }: ChatMessage): unknown {
  if (!images?.length) return content
  const text = content === '' ? [] : [{ type: 'text', text: content }]
  const pictures = images.map(({ url, detail }) => ({
    type: 'image_url',
    image_url: { url, ...(detail && { detail }) },
  }))
  return [...text, ...pictures]
}

function wireMessage(message: ChatMessage): Record<string, unknown> {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_call_id: message.tool_call_id }
  if (!message.tool_calls?.length) return { role: message.role, content: wireContent(message) }
  return {
    role: message.role,
    content: message.content === '' ? null : message.content,
    ...messageFields(message.tool_calls),
    tool_calls: message.tool_calls.map(call => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
      ...callFieldsOf(call),
    })),
  }
}

function wireTools({ tools }: ChatRequest): unknown[] | undefined {
  if (!tools?.length) return undefined
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  }))
}

function wireToolChoice({ tools, tool_choice, parallel_tool_calls }: ChatRequest): Record<string, unknown> {
  // Servers refuse a choice of tools where there are none.
  if (!tools?.length) return {}
  return {
    tool_choice:
      typeof tool_choice === 'object' ? { type: 'function', function: { name: tool_choice.name } } : tool_choice,
    parallel_tool_calls,
  }
}

function responseFormat({ response_schema, json_object }: ChatRequest): Record<string, unknown> | undefined {
  if (response_schema) return { type: 'json_schema', json_schema: { name: 'answer', schema: response_schema } }
  return json_object ? { type: 'json_object' } : undefined
}

/** The body of `POST /chat/completions`. */
export function wireRequest(request: ChatRequest & { model: string }): WireBody {
  const { model, temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty } = request
  return {
    model,
    // What stays the same from request to request stands first, as providers' caches of prompts have it.
    tools: wireTools(request),
    messages: withCallIds(inTurns(request.messages), () => true).map(wireMessage),
    stream: true,
    stream_options: { include_usage: true },
    temperature,
    top_p,
    max_tokens,
    stop: stop?.length ? stop : undefined,
    seed,
    presence_penalty,
    frequency_penalty,
    ...wireToolChoice(request),
    response_format: responseFormat(request),
  }
}
