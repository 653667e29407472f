import { UpstreamError } from '@svc/plugin'
import type { ChatEvent, ChatMessage, ChatToolCall, TokenUsage } from '@svc/plugin/contracts/models'
import { estimatedUsage } from '../token-usage.ts'
import type { WireChoice, WireChunk, WireToolCall } from './wire.ts'

type FinishReason = Extract<ChatEvent, { type: 'done' }>['finish_reason']

const finishReasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
}

export interface AssemblyOptions {
  model: string
  messages: readonly ChatMessage[]
  /** Removes the provider's key from its own words. */
  redact(text: string): string
}

/** Collects one answer from its chunks: text at once, tool calls when they are whole, usage from the tail. */
class ChatAssembly {
  readonly #options: AssemblyOptions
  readonly #calls: ChatToolCall[] = []
  readonly #callAt = new Map<number, ChatToolCall>()
  #text = ''
  #model: string
  #usage: TokenUsage | undefined
  #finish: string | undefined

  constructor(options: AssemblyOptions) {
    this.#options = options
    this.#model = options.model
  }

  get finished(): boolean {
    return this.#finish !== undefined
  }

  /** The text that a chunk adds. @throws UpstreamError for a chunk that tells of an error */
  take(chunk: WireChunk): string {
    if (chunk.error) throw new UpstreamError(`The model provider failed while answering: ${this.#words(chunk.error)}`)
    this.#model = chunk.model || this.#model
    if (chunk.usage) {
      this.#usage = {
        prompt_tokens: chunk.usage.prompt_tokens ?? 0,
        completion_tokens: chunk.usage.completion_tokens ?? 0,
      }
    }
    const choice = chunk.choices?.[0]
    return choice ? this.#takeChoice(choice) : ''
  }

  *end(): Generator<ChatEvent> {
    for (const call of this.#calls) yield { type: 'tool_call', call: { ...call, arguments: call.arguments || '{}' } }
    const written = this.#text + this.#calls.map(call => call.arguments).join('')
    const usage = this.#usage ?? estimatedUsage(this.#options.messages, written)
    yield { type: 'done', finish_reason: this.#finishReason(), usage, model: this.#model }
  }

  #takeChoice(choice: WireChoice): string {
    if (choice.finish_reason) this.#finish = choice.finish_reason
    const message = choice.delta ?? choice.message
    for (const call of message?.tool_calls ?? []) this.#takeCall(call)
    const text = message?.content ?? ''
    this.#text += text
    return text
  }

  #takeCall(part: WireToolCall): void {
    const index = part.index ?? this.#calls.length
    const known = this.#callAt.get(index)
    // Some servers send whole calls and give each the index 0: another id is another call.
    const call = known && (!part.id || part.id === known.id) ? known : this.#newCall(index, part)
    if (part.function?.name && call.name === '') call.name = part.function.name
    call.arguments += part.function?.arguments ?? ''
  }

  #newCall(index: number, part: WireToolCall): ChatToolCall {
    const call = { id: part.id || `call_${this.#calls.length}`, name: '', arguments: '' }
    this.#calls.push(call)
    this.#callAt.set(index, call)
    return call
  }

  #finishReason(): FinishReason {
    const reason = finishReasons[this.#finish ?? 'stop'] ?? 'stop'
    return reason === 'stop' && this.#calls.length > 0 ? 'tool_calls' : reason
  }

  #words(error: { message?: string } | string): string {
    const text = typeof error === 'string' ? error : (error.message ?? 'it gave no reason')
    return this.#options.redact(text).slice(0, 500)
  }
}

function parseChunk(text: string): WireChunk {
  try {
    const chunk: unknown = JSON.parse(text)
    if (typeof chunk === 'object' && chunk !== null) return chunk
  } catch (cause) {
    throw new UpstreamError('The model provider sent an event that is not JSON.', { cause })
  }
  throw new UpstreamError('The model provider sent an event that is not a JSON object.')
}

/**
 * Chat events from the `data` of a provider's stream.
 * @throws UpstreamError when the stream tells of an error, is not JSON, or ends before the answer does
 */
export async function* chatEvents(data: AsyncIterable<string>, options: AssemblyOptions): AsyncGenerator<ChatEvent> {
  const assembly = new ChatAssembly(options)
  let closed = false
  for await (const text of data) {
    if (text.trim() === '[DONE]') {
      closed = true
      break
    }
    const delta = assembly.take(parseChunk(text))
    if (delta !== '') yield { type: 'content', delta }
  }
  if (!closed && !assembly.finished)
    throw new UpstreamError('The model provider broke off before its answer was complete.')
  yield* assembly.end()
}

/** The same events from a completion that came as one JSON document, from a server that does not stream. */
export function* completionEvents(text: string, options: AssemblyOptions): Generator<ChatEvent> {
  const assembly = new ChatAssembly(options)
  const delta = assembly.take(parseChunk(text))
  if (!assembly.finished && delta === '') throw new UpstreamError('The model provider sent an answer without choices.')
  if (delta !== '') yield { type: 'content', delta }
  yield* assembly.end()
}
