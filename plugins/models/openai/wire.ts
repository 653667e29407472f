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
  tool_calls?: WireToolCall[] | null
}

export interface WireToolCall {
  index?: number
  id?: string | null
  function?: { name?: string | null; arguments?: string | null }
}

function wireMessage(message: ChatMessage): Record<string, unknown> {
  if (message.role === 'tool') return { role: 'tool', content: message.content, tool_call_id: message.tool_call_id }
  if (!message.tool_calls?.length) return { role: message.role, content: message.content }
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

/** The body of `POST /chat/completions`. */
export function wireRequest(request: ChatRequest & { model: string }): Record<string, unknown> {
  return {
    model: request.model,
    messages: request.messages.map(wireMessage),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    ...(request.max_tokens !== undefined && { max_tokens: request.max_tokens }),
    ...(request.tools?.length && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    }),
    ...(request.response_schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: request.response_schema } },
    }),
  }
}
