import type {
  EmbeddingModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider'
import { messageOf, SvcError, UpstreamError, ValidationError } from '@svc/plugin'
import type { Logger } from '@svc/plugin'
import type {
  ChatEvent,
  ChatRequest,
  EmbedAnswer,
  EmbedRequest,
  ModelFeature,
  ModelInfo,
  ModelProvider,
} from '@svc/plugin/contracts/models'
import { chatEvents } from './chat-events.ts'
import { callOptions } from './prompt.ts'
import type { ImageLoader } from './prompt.ts'
import type { ProviderConnection } from './provider-connection.ts'

type Fetch = typeof globalThis.fetch

/** What differs between the vendors. */
export interface Vendor {
  features: ReadonlySet<ModelFeature>
  /** Loads the SDK at its first use, and opens one of its models. */
  open(model: string, fetch: Fetch): Promise<LanguageModelV4>
  /** Opens a model that makes embeddings, where the vendor has any. */
  openEmbedder?(model: string, fetch: Fetch): Promise<EmbeddingModelV4>
  list(signal: AbortSignal): Promise<ModelInfo[]>
  imageLoader(request: ChatRequest): ImageLoader
  /** Where a question is to be kept in the vendor's cache; absent where the vendor finds out by itself. */
  cachePoint?: SharedV4ProviderOptions
  providerOptions?(request: ChatRequest): LanguageModelV4CallOptions['providerOptions']
}

/**
 * A provider whose wire format the AI SDK speaks. Its models are driven by their own interface: the SDK's loop above them would try
 * again, fetch images and run tools by itself.
 */
export class SdkProvider implements ModelProvider {
  readonly id: string
  readonly features: ReadonlySet<ModelFeature>
  /** Absent where the vendor makes no embeddings. */
  readonly embed?: (request: EmbedRequest & { model: string }) => Promise<EmbedAnswer>
  readonly #vendor: Vendor
  readonly #connection: ProviderConnection
  readonly #log: Logger

  constructor(vendor: Vendor, connection: ProviderConnection, log: Logger) {
    this.id = connection.settings.id
    this.features = vendor.features
    this.#vendor = vendor
    this.#connection = connection
    this.#log = log
    const { openEmbedder } = vendor
    if (openEmbedder) this.embed = request => this.#embed(request, openEmbedder)
  }

  list(signal: AbortSignal): Promise<ModelInfo[]> {
    return this.#vendor.list(signal)
  }

  async *stream(request: ChatRequest & { model: string }): AsyncGenerator<ChatEvent> {
    let failure: { error: unknown } | null = null
    const fetch = this.#connection.fetch(request.model, 'text/event-stream', error => {
      failure ??= { error }
    })
    try {
      const { idempotency_key: key } = request
      const { cachePoint } = this.#vendor
      const loadImage = this.#vendor.imageLoader(request)
      const options = await callOptions(request, { loadImage, ...(cachePoint && { cachePoint }) })
      const providerOptions = this.#vendor.providerOptions?.(request)
      const model = await this.#vendor.open(request.model, fetch)
      const headers = key === undefined ? {} : { 'idempotency-key': key }
      const { stream } = await model.doStream({ ...options, headers, ...(providerOptions && { providerOptions }) })
      const redact = (text: string) => this.#connection.redact(text)
      yield* chatEvents(stream, { provider: this.id, model: request.model, redact })
    } catch (error) {
      throw this.#thrown(error, failure, request.signal)
    }
  }

  async #embed(
    request: EmbedRequest & { model: string },
    openEmbedder: NonNullable<Vendor['openEmbedder']>,
  ): Promise<EmbedAnswer> {
    let failure: { error: unknown } | null = null
    const fetch = this.#connection.fetch(request.model, 'application/json', error => {
      failure ??= { error }
    })
    try {
      return await embeddings(await openEmbedder(request.model, fetch), request)
    } catch (error) {
      throw this.#thrown(error, failure, request.signal)
    }
  }

  #thrown(error: unknown, failure: { error: unknown } | null, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    if (failure) return failure.error
    if (error instanceof SvcError) return error
    const words = this.#connection.redact(messageOf(error)).slice(0, 300)
    if (error instanceof Error && /^AI_(UnsupportedFunctionality|InvalidPrompt|InvalidArgument)Error$/.test(error.name))
      return new ValidationError(`The model provider ${this.id} cannot be asked so: ${words}`, [], { cause: error })
    // Its words alone: the SDK's errors carry the whole request, which has no place in a log.
    this.#log.warn({ provider: this.id, reason: words }, 'a model provider answered in a way its SDK does not know')
    return new UpstreamError(`The model provider ${this.id} could not be used: ${words}`, { cause: error })
  }
}

const charactersAToken = 4

/** Asks for vectors, as many texts at a time as the vendor takes. @throws UpstreamError when it is not one vector a text, all as long */
export async function embeddings(
  embedder: EmbeddingModelV4,
  { model, input, dimensions, signal }: EmbedRequest & { model: string },
): Promise<EmbedAnswer> {
  const most = (await embedder.maxEmbeddingsPerCall) ?? input.length
  const vectors: number[][] = []
  let counted = 0
  for (let at = 0; at < input.length; at += most) {
    const values = input.slice(at, at + most)
    const part = await embedder.doEmbed({
      values,
      abortSignal: signal,
      ...(dimensions !== undefined && { dimensions }),
    })
    vectors.push(...part.embeddings)
    counted += part.usage?.tokens ?? estimatedTokens(values)
  }
  const length = dimensions ?? vectors[0]?.length ?? 0
  if (vectors.length !== input.length || vectors.some(vector => vector.length !== length)) {
    throw new UpstreamError(
      `The model provider answered ${vectors.length} vectors for ${input.length} texts, or not all of the same length.`,
    )
  }
  return { model, vectors, usage: { prompt_tokens: counted, completion_tokens: 0 } }
}

function estimatedTokens(texts: readonly string[]): number {
  return texts.reduce((tokens, text) => tokens + Math.ceil(text.length / charactersAToken), 0)
}
