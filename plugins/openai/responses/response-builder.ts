import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ChatToolCall } from '@svc/plugin/contracts/models'
import type { Outcome, ResponsePart } from './response-parts.ts'

/** What a response says from its first event to its last. */
export interface ResponseHead {
  id: string
  message_id: string
  /** The conversation it is a turn of; null for one that is not kept. */
  session_id: string | null
  /** Seconds since the epoch. */
  created_at: number
  model: string
  echo: JsonObject
}

/** How a response stands, beside what was asked. */
export interface ResponseState {
  status: 'in_progress' | 'completed' | 'incomplete' | 'failed' | 'cancelled'
  error: { code: string; message: string } | null
  incomplete_details: { reason: string } | null
  output: JsonObject[]
  usage: JsonObject | null
  completed_at: number | null
}

/** One event of a response's stream. */
export type ResponseEvent = JsonObject & { type: string; sequence_number: number }

type MutableItem = Record<string, JsonValue>
type OpenItem = { type: 'message' | 'reasoning'; item: MutableItem; part: MutableItem }

const incomplete: Partial<Record<Outcome['finish_reason'], string>> = {
  length: 'max_output_tokens',
  token_limit: 'max_output_tokens',
  step_limit: 'max_tool_calls',
  content_filter: 'content_filter',
}

/**
 * Makes the parts of an answer into OpenAI's response: as an object, and event by event as a stream. The same parts give the same
 * events with the same numbers.
 */
export class ResponseBuilder {
  readonly #head: ResponseHead
  readonly #suffix: string
  readonly #state: ResponseState = {
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
    completed_at: null,
  }
  readonly #callIds = new Set<string>()
  readonly #shownIds = new Map<string, string>()
  #open: OpenItem | null = null
  #sequence = 0
  #messages = 0

  constructor(head: ResponseHead) {
    this.#head = head
    this.#suffix = head.id.replace(/^resp_/, '')
  }

  get state(): ResponseState {
    return this.#state
  }

  response(): JsonObject {
    return responseObject(this.#head, this.#state)
  }

  start(): ResponseEvent[] {
    return [
      this.#event('response.created', { response: this.response() }),
      this.#event('response.in_progress', { response: this.response() }),
    ]
  }

  take(part: ResponsePart): ResponseEvent[] {
    switch (part.type) {
      case 'content':
        return this.#write('message', part.delta)
      case 'reasoning':
        return this.#write('reasoning', part.delta)
      case 'call':
        return this.#call(part.call)
      case 'result':
        return this.#result(part.call_id, part.output)
      case 'step':
        return this.#close()
      case 'done':
        return this.#finish(part.outcome)
    }
  }

  #write(type: OpenItem['type'], delta: string): ResponseEvent[] {
    if (delta === '') return []
    const begun = this.#open?.type === type ? [] : this.#begin(type)
    const { part } = this.#open as OpenItem
    part['text'] = String(part['text']) + delta
    const name = type === 'message' ? 'response.output_text.delta' : 'response.reasoning_text.delta'
    return [...begun, this.#event(name, { ...this.#place(), delta, ...(type === 'message' && { logprobs: [] }) })]
  }

  #begin(type: OpenItem['type']): ResponseEvent[] {
    const closed = this.#close()
    const index = this.#state.output.length
    const status = 'in_progress'
    const item: MutableItem =
      type === 'message'
        ? { id: this.#messageId(), type, status, role: 'assistant', content: [] }
        : { id: `rs_${this.#suffix}_${index}`, type, status, summary: [], content: [] }
    const part: MutableItem =
      type === 'message'
        ? { type: 'output_text', text: '', annotations: [], logprobs: [] }
        : { type: 'reasoning_text', text: '' }
    const added = this.#event('response.output_item.added', { output_index: index, item: { ...item, content: [] } })
    item['content'] = [part]
    this.#state.output.push(item)
    this.#open = { type, item, part }
    return [...closed, added, this.#event('response.content_part.added', { ...this.#place(), part: { ...part } })]
  }

  /** The first message has the id that the conversation knows its answer by. */
  #messageId(): string {
    this.#messages += 1
    return this.#messages === 1 ? this.#head.message_id : `${this.#head.message_id}_${this.#messages}`
  }

  #place(): { item_id: string; output_index: number; content_index: number } {
    const index = this.#state.output.length - 1
    return { item_id: String(this.#state.output[index]?.['id']), output_index: index, content_index: 0 }
  }

  #close(status = 'completed'): ResponseEvent[] {
    if (!this.#open) return []
    const { type, item, part } = this.#open
    item['status'] = status
    const place = this.#place()
    this.#open = null
    const { text = '' } = part
    const said =
      type === 'message'
        ? this.#event('response.output_text.done', { ...place, text, logprobs: [] })
        : this.#event('response.reasoning_text.done', { ...place, text })
    return [
      said,
      this.#event('response.content_part.done', { ...place, part }),
      this.#event('response.output_item.done', { output_index: place.output_index, item }),
    ]
  }

  #call({ id, name, arguments: written }: ChatToolCall): ResponseEvent[] {
    const closed = this.#close()
    const call_id = this.#shownId(id)
    const output_index = this.#state.output.length
    const item_id = `fc_${this.#suffix}_${output_index}`
    const begun = { id: item_id, type: 'function_call', status: 'in_progress', call_id, name, arguments: '' }
    const item = { ...begun, status: 'completed', arguments: written }
    this.#state.output.push(item)
    const place = { item_id, output_index }
    return [
      ...closed,
      this.#event('response.output_item.added', { output_index, item: begun }),
      this.#event('response.function_call_arguments.delta', { ...place, delta: written }),
      this.#event('response.function_call_arguments.done', { ...place, name, arguments: written }),
      this.#event('response.output_item.done', { output_index, item }),
    ]
  }

  /** Some models number their calls anew in each answer; within a response each id must be unique. */
  #shownId(id: string): string {
    let shown = id || 'call'
    for (let n = 2; this.#callIds.has(shown); n++) shown = `${id || 'call'}_${n}`
    this.#callIds.add(shown)
    this.#shownIds.set(id, shown)
    return shown
  }

  #result(callId: string, output: string): ResponseEvent[] {
    const closed = this.#close()
    const output_index = this.#state.output.length
    const item = {
      id: `fco_${this.#suffix}_${output_index}`,
      type: 'function_call_output',
      status: 'completed',
      call_id: this.#shownIds.get(callId) ?? callId,
      output,
    }
    this.#state.output.push(item)
    return [
      ...closed,
      this.#event('response.output_item.added', { output_index, item }),
      this.#event('response.output_item.done', { output_index, item }),
    ]
  }

  #finish({ finish_reason, usage, error, completed_at }: Outcome): ResponseEvent[] {
    const reason = incomplete[finish_reason]
    const isWhole =
      error === null && reason === undefined && !['cancelled', 'interrupted', 'failed'].includes(finish_reason)
    const closed = this.#close(isWhole ? 'completed' : 'incomplete')
    this.#state.completed_at = completed_at
    this.#state.usage = wireUsage(usage.prompt_tokens, usage.completion_tokens)
    if (isWhole) this.#state.status = 'completed'
    else if (finish_reason === 'cancelled') this.#state.status = 'cancelled'
    else if (reason !== undefined && error === null) {
      this.#state.status = 'incomplete'
      this.#state.incomplete_details = { reason }
    } else {
      this.#state.status = 'failed'
      this.#state.error = errorOf(error, finish_reason)
    }
    // OpenAI has no event for a cancelled response, only a status.
    const name = this.#state.status === 'cancelled' ? 'incomplete' : this.#state.status
    return [...closed, this.#event(`response.${name}`, { response: this.response() })]
  }

  #event(type: string, rest: JsonObject): ResponseEvent {
    const sequence_number = this.#sequence
    this.#sequence += 1
    return { type, sequence_number, ...rest }
  }
}

function wireUsage(input: number, output: number): JsonObject {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}

function errorOf(error: Outcome['error'], reason: string): { code: string; message: string } {
  if (!error) return { code: 'server_error', message: `The answer was ${reason} before it was complete.` }
  const code = error.status === 429 ? 'rate_limit_exceeded' : 'server_error'
  return { code: error.status < 500 && error.status !== 429 ? 'invalid_prompt' : code, message: error.detail }
}

/** A response as OpenAI writes it. */
export function responseObject(head: ResponseHead, state: ResponseState): JsonObject {
  const { id, created_at, model, session_id, echo } = head
  const { status, error, incomplete_details, output, usage, completed_at } = state
  return {
    id,
    object: 'response',
    created_at,
    status,
    completed_at,
    error,
    incomplete_details,
    model,
    output: [...output],
    usage,
    ...(session_id !== null && { conversation: { id: session_id } }),
    ...echo,
  }
}
