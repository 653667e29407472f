import type { ChatMessage, ChatRequest } from '@svc/plugin/contracts/models'

/** What we read of a chat-completions chunk or completion; every part may be missing. */
export interface WireChunk {
  model?: string
  choices?: WireChoice[]
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null
  error?: { message?: string } | string | null
}

export interface WireChoice {
  delta?: WireMessage
  message?: WireMessage
  finish_reason?: string | null
}

export interface WireMessage {
  content?: string | null
  /** What a model thinks aloud: vLLM, DeepSeek and llama.cpp have the first name, OpenRouter and Ollama the second. */
  reasoning_content?: string | null
  reasoning?: string | null
  tool_calls?: WireToolCall[] | null
}

export interface WireToolCall {
  index?: number
  id?: string | null
  function?: { name?: string | null; arguments?: string | null }
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
    tool_calls: message.tool_calls.map(call => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.arguments },
    })),
  }
}

function wireTools({ tools, tool_choice, parallel_tool_calls }: ChatRequest): Record<string, unknown> {
  // Servers refuse a choice of tools where there are none.
  if (!tools?.length) return {}
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    tool_choice:
      typeof tool_choice === 'object' ? { type: 'function', function: { name: tool_choice.name } } : tool_choice,
    parallel_tool_calls,
  }
}

function responseFormat({ response_schema, json_object }: ChatRequest): Record<string, unknown> | undefined {
  if (response_schema) return { type: 'json_schema', json_schema: { name: 'answer', schema: response_schema } }
  return json_object ? { type: 'json_object' } : undefined
}

/** The body of `POST /chat/completions`; what is undefined is not sent. */
export function wireRequest(request: ChatRequest & { model: string }): Record<string, unknown> {
  const { model, temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty } = request
  return {
    model,
    messages: request.messages.map(wireMessage),
    stream: true,
    stream_options: { include_usage: true },
    temperature,
    top_p,
    max_tokens,
    stop: stop?.length ? stop : undefined,
    seed,
    presence_penalty,
    frequency_penalty,
    ...wireTools(request),
    response_format: responseFormat(request),
  }
}
