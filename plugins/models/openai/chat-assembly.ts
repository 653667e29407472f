import { UpstreamError } from '@svc/plugin'
import type { ChatEvent, ChatRequest, ModelFinishReason, TokenUsage } from '@svc/plugin/contracts/models'
import { estimatedPrompt, tokensIn, usageOf } from '../token-usage.ts'
import { AnswerData } from './answer-data.ts'
import { finishedAs } from './finish-reasons.ts'
import { mostCalls, ToolCallParts } from './tool-call-parts.ts'
import { choicesOf } from './wire.ts'
import type { WireChoice, WireChunk } from './wire.ts'

export interface AssemblyOptions {
  request: ChatRequest & { model: string }
  /** Removes the provider's key from its own words. */
  redact(text: string): string
}

/** Collects one answer from its chunks: text at once, tool calls when they are whole, usage from the tail. */
class ChatAssembly {
  readonly #options: AssemblyOptions
  readonly #parts = new ToolCallParts()
  readonly #data = new AnswerData()
  #text = ''
  #thoughts = ''
  #model: string
  #usage: TokenUsage | undefined
  #finish: string | null = null

  constructor(options: AssemblyOptions) {
    this.#options = options
    this.#model = options.request.model
  }

  get finished(): boolean {
    return this.#finish !== null
  }

  /** What a chunk adds. @throws UpstreamError for a chunk that reports an error */
  take(chunk: WireChunk): ChatEvent[] {
    if (chunk.error) throw new UpstreamError(`The model provider failed while answering: ${this.#words(chunk.error)}`)
    if (typeof chunk.model === 'string' && chunk.model !== '') this.#model = chunk.model
    this.#usage = usageOf(chunk.usage) ?? this.#usage
    const [choice] = choicesOf(chunk)
    return choice ? this.#takeChoice(choice) : []
  }

  /** @throws UpstreamError for an answer that the provider broke off */
  *end(): Generator<ChatEvent> {
    const finish_reason = this.#finishReason()
    const { request } = this.#options
    const taken = new Set(request.messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id)))
    for (const call of this.#data.with(this.#parts.calls, this.#parts.extras))
      yield { type: 'tool_call', call: { ...call, id: freeId(call.id, taken), arguments: call.arguments || '{}' } }
    const written = this.#thoughts + this.#text + this.#parts.calls.map(call => call.arguments).join('')
    const counted = { prompt_tokens: estimatedPrompt(request), completion_tokens: tokensIn(written) }
    const usage = this.#usage ?? counted
    yield { type: 'done', finish_reason, usage, model: this.#model }
  }

  #takeChoice({ content: text, reasoning: thought, tool_calls, finish_reason, message }: WireChoice): ChatEvent[] {
    if (finish_reason !== null) this.#finish = finish_reason
    if (!tool_calls.every(part => this.#parts.take(part)))
      throw new UpstreamError(`The model called more than ${mostCalls} tools at once.`, { fields: { lasting: true } })
    this.#data.take(message)
    // Thoughts are counted with the answer where the provider does not count: they cost the same.
    this.#thoughts += thought
    this.#text += text
    return [
      ...(thought === '' ? [] : [{ type: 'reasoning' as const, delta: thought }]),
      ...(text === '' ? [] : [{ type: 'content' as const, delta: text }]),
    ]
  }

  #finishReason(): ModelFinishReason {
    const reason = finishedAs(this.#finish)
    if (reason === 'failed') throw new UpstreamError(`The model provider broke off its answer: ${this.#finish}.`)
    return reason === 'stop' && this.#parts.calls.length > 0 ? 'tool_calls' : reason
  }

  #words(error: unknown): string {
    const reason: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
    const text = typeof reason === 'string' && reason !== '' ? reason : 'it gave no reason'
    return this.#options.redact(text).slice(0, 500)
  }
}

/** Some servers send no ids, or the same one in each answer: a result belongs to one call of the conversation. */
function freeId(sent: string, taken: Set<string>): string {
  let id = sent
  for (let n = taken.size; taken.has(id); n += 1) id = `call_${n}`
  taken.add(id)
  return id
}

function parseChunk(text: string): WireChunk {
  try {
    const chunk: unknown = JSON.parse(text)
    if (typeof chunk === 'object' && chunk !== null) return chunk
  } catch (cause) {
    throw new UpstreamError('The model provider sent an event that is not JSON.', { cause, fields: { lasting: true } })
  }
  throw new UpstreamError('The model provider sent an event that is not a JSON object.', { fields: { lasting: true } })
}

/**
 * Chat events from the `data` of a provider's stream.
 * @throws UpstreamError when the stream reports an error, is not JSON, or ends before the answer does
 */
export async function* chatEvents(data: AsyncIterable<string>, options: AssemblyOptions): AsyncGenerator<ChatEvent> {
  const assembly = new ChatAssembly(options)
  let closed = false
  for await (const text of data) {
    if (text.trim() === '[DONE]') {
      closed = true
      break
    }
    yield* assembly.take(parseChunk(text))
  }
  if (!closed && !assembly.finished)
    throw new UpstreamError('The model provider broke off before its answer was complete.')
  yield* assembly.end()
}

/** The same events from a completion that came as one JSON document, from a server that does not stream. */
export function* completionEvents(text: string, options: AssemblyOptions): Generator<ChatEvent> {
  const assembly = new ChatAssembly(options)
  const events = assembly.take(parseChunk(text))
  if (!assembly.finished && events.length === 0)
    throw new UpstreamError('The model provider sent an answer without choices.')
  yield* events
  yield* assembly.end()
}
