import { createParser } from 'eventsource-parser'
import { UpstreamError } from '@svc/plugin'
import type {
  ChatEvent,
  ChatRequest,
  EmbedAnswer,
  EmbedRequest,
  ModelFeature,
  ModelInfo,
  ModelProvider,
  OpenAiWire,
} from '@svc/plugin/contracts/models'
import { answerLimits } from '@svc/plugin/library/models/answer-limits'
import { chatEvents, completionEvents } from './chat-assembly.ts'
import { readEmbeddings } from './embeddings.ts'
import { readModelList } from './model-list-wire.ts'
import type { OpenAiEndpoint } from './open-ai-endpoint.ts'
import { RequestDialects } from './request-dialects.ts'
import { wireRequest } from './wire.ts'
import type { WireBody } from './wire.ts'

const listTimeoutMs = 10_000
const maxStreamBytes = 64 * 1024 * 1024
const maxListBytes = 8 * 1024 * 1024
// 2,048 vectors of 4,096 numbers, written out.
const maxEmbeddingBytes = 256 * 1024 * 1024
const maxForwardedBytes = 256 * 1024 * 1024

/** All of them have it in their format; a server or a model that has not says so itself. */
const features: ReadonlySet<ModelFeature> = new Set<ModelFeature>([
  'tools',
  'images',
  'json_object',
  'json_schema',
  'seed',
  'penalties',
  'stop',
  'parallel_tool_calls',
])

/** Any server that speaks chat completions: Ollama, vLLM, LM Studio, llama.cpp, OpenAI, OpenRouter. */
export class OpenAiProvider implements ModelProvider {
  readonly id: string
  readonly features = features
  readonly openAiWire: OpenAiWire
  readonly #endpoint: OpenAiEndpoint
  readonly #dialects = new RequestDialects()

  constructor(endpoint: OpenAiEndpoint) {
    this.id = endpoint.id
    this.#endpoint = endpoint
    this.openAiWire = {
      paths: new Set(['/chat/completions', '/embeddings']),
      send: ({ path, body, model, signal }) => {
        const limits = path === '/chat/completions' ? answerLimits(endpoint.timeoutMs) : {}
        return endpoint.send(path, { method: 'POST', body, signal, maxBytes: maxForwardedBytes, ...limits }, model)
      },
      redact: text => endpoint.redact(text),
    }
  }

  async list(signal: AbortSignal): Promise<ModelInfo[]> {
    const request = { signal, timeoutMs: listTimeoutMs, maxBytes: maxListBytes }
    const response = await this.#endpoint.send('/models', request, null)
    return readModelList(await response.text(), this.id)
  }

  async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    const response = await this.#open(request)
    const redact = (text: string) => this.#endpoint.redact(text)
    const options = { request, redact }
    const contentType = response.headers['content-type'] ?? ''
    if (contentType.startsWith('text/event-stream')) {
      yield* chatEvents(sseData(response.body), options)
      return
    }
    if (!contentType.includes('json')) {
      throw new UpstreamError(
        `The model provider answered with ${contentType.slice(0, 100) || 'an unnamed type'} instead of a stream.`,
        { fields: { lasting: true } },
      )
    }
    yield* completionEvents(await response.text(), options)
  }

  async embed(request: EmbedRequest & { model: string }): Promise<EmbedAnswer> {
    const { model, input, dimensions, signal } = request
    const body = JSON.stringify({ model, input, ...(dimensions !== undefined && { dimensions }) })
    const sent = { method: 'POST', body, signal, maxBytes: maxEmbeddingBytes }
    const response = await this.#endpoint.send('/embeddings', sent, model)
    return readEmbeddings(await response.text(), request)
  }

  #open(request: ChatRequest & { model: string }) {
    const { signal, idempotency_key: key } = request
    const send = (body: WireBody) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
      const sent = { method: 'POST', body: JSON.stringify(body), headers, signal, maxBytes: maxStreamBytes }
      const limits = answerLimits(this.#endpoint.timeoutMs)
      return this.#endpoint.send('/chat/completions', { ...sent, ...limits }, request.model)
    }
    return this.#dialects.send(request.model, wireRequest(request), send)
  }
}

const maxEventCharacters = 4 * 1024 * 1024

/**
 * The `data` of each server-sent event, whichever way the bytes were cut: inside a character, a line or an event.
 * A last event without its blank line counts too, since some servers end so.
 */
export async function* sseData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const waiting: string[] = []
  let tooLong = false
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: event => waiting.push(event.data),
    onError: error => {
      tooLong ||= error.type === 'max-buffer-size-exceeded'
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    if (tooLong) throw new UpstreamError('The model provider sent an event that is too long to be one.')
    yield* waiting.splice(0)
  }
  parser.feed(`${decoder.decode()}\n\n`)
  yield* waiting.splice(0)
}
