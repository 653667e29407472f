import type { JsonObject, JsonValue } from '@svc/plugin'
import type { TurnFinishReason } from '@svc/plugin/contracts/conversations'
import type { ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import type { AnswerEvent } from './open-answer.ts'

/** One server-sent event; its name is `type`. */
export type MessageEvent = JsonObject & { type: string }

type OpenBlock = { type: 'text' | 'thinking'; index: number }

const stopReasons: Record<TurnFinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  content_filter: 'refusal',
  tool_calls: 'tool_use',
  cancelled: 'end_turn',
  interrupted: 'end_turn',
  // The answer may be continued: it is sent back as it is, and the agent goes on.
  step_limit: 'pause_turn',
  token_limit: 'max_tokens',
  failed: 'end_turn',
}

/** Makes an answer into Anthropic's message, as one object and, event by event, as a stream. */
export class MessageBuilder {
  readonly #id: string
  readonly #model: string
  readonly #content: JsonObject[] = []
  #open: OpenBlock | null = null
  #stopReason: string | null = null
  #usage: TokenUsage = { prompt_tokens: 0, completion_tokens: 0 }

  constructor(id: string, model: string) {
    this.#id = id
    this.#model = model
  }

  /** The whole message; the events so far make up the same. */
  message(): JsonObject {
    return {
      id: this.#id,
      type: 'message',
      role: 'assistant',
      model: this.#model,
      content: this.#content,
      stop_reason: this.#stopReason,
      stop_sequence: null,
      usage: usageOf(this.#usage),
    }
  }

  /** The stream's beginning. The cost of the prompt is known only at the end; `message_delta` has it. */
  start(): MessageEvent[] {
    return [{ type: 'message_start', message: this.message() }, { type: 'ping' }]
  }

  take(event: AnswerEvent): MessageEvent[] {
    switch (event.type) {
      case 'content':
        return this.#write('text', event.delta)
      case 'reasoning':
        return this.#write('thinking', event.delta)
      case 'tool_call':
        return this.#call(event.call)
      case 'done':
        return this.#finish(event)
    }
  }

  #write(type: 'text' | 'thinking', delta: string): MessageEvent[] {
    const events = this.#open?.type === type ? [] : this.#begin(type)
    const block = this.#content[this.#content.length - 1] as Record<string, JsonValue>
    block[type] = String(block[type]) + delta
    const index = this.#content.length - 1
    return [...events, { type: 'content_block_delta', index, delta: { type: `${type}_delta`, [type]: delta } }]
  }

  #begin(type: 'text' | 'thinking'): MessageEvent[] {
    const closed = this.#close()
    // Our models sign nothing: the signature is empty, and what comes back of a thought is not read.
    const block: JsonObject = type === 'text' ? { type, text: '' } : { type, thinking: '', signature: '' }
    const index = this.#content.push(block) - 1
    this.#open = { type, index }
    return [...closed, { type: 'content_block_start', index, content_block: { ...block } }]
  }

  #call({ id, name, arguments: written }: ChatToolCall): MessageEvent[] {
    const closed = this.#close()
    const head = { type: 'tool_use', id, name }
    const index = this.#content.push({ ...head, input: inputOf(written) }) - 1
    return [
      ...closed,
      { type: 'content_block_start', index, content_block: { ...head, input: {} } },
      { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: written } },
      { type: 'content_block_stop', index },
    ]
  }

  #close(): MessageEvent[] {
    if (!this.#open) return []
    const { index } = this.#open
    this.#open = null
    return [{ type: 'content_block_stop', index }]
  }

  #finish({ finish_reason, usage }: Extract<AnswerEvent, { type: 'done' }>): MessageEvent[] {
    const closed = this.#close()
    this.#stopReason = stopReasons[finish_reason]
    this.#usage = usage
    const delta = { stop_reason: this.#stopReason, stop_sequence: null }
    return [...closed, { type: 'message_delta', delta, usage: usageOf(usage) }, { type: 'message_stop' }]
  }
}

function usageOf({ prompt_tokens, completion_tokens }: TokenUsage): JsonObject {
  return {
    input_tokens: prompt_tokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: completion_tokens,
  }
}

/** Anthropic's input is an object; what a model wrote that is none is handed on as text. */
function inputOf(written: string): JsonValue {
  try {
    const value = JSON.parse(written || '{}') as JsonValue
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value }
  } catch {
    return { text: written }
  }
}
