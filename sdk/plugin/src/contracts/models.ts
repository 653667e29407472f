import type { EgressResponse } from '../core/egress.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../json-schema.ts'
import { defineExtensionPoint, defineService } from '../service.ts'
import type { Principal } from '../principal.ts'

export interface ChatToolCall {
  id: string
  name: string
  /** JSON text, as the model wrote it. */
  arguments: string
  /**
   * What the model's provider wants back with the call, as it was: the signature of a thought, say, or the thoughts that led to it. It is kept
   * with the call and sent with it, shown to nobody, and read by the catalogue and that provider alone.
   */
  provider_data?: JsonObject
}

export interface ChatImage {
  /** `data:image/…;base64,…`, or an https address that the provider fetches. */
  url: string
  detail?: 'auto' | 'low' | 'high'
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  /** On a `user` message, after its text. */
  images?: ChatImage[]
  tool_calls?: ChatToolCall[]
  /** On a `tool` message: the call it answers. */
  tool_call_id?: string
}

export interface ChatTool {
  name: string
  description: string
  parameters: JsonSchema
}

/** How a model is to write. What a provider does not have is refused with a ValidationError that names it. */
export interface Sampling {
  temperature?: number
  top_p?: number
  max_tokens?: number
  stop?: string[]
  seed?: number
  presence_penalty?: number
  frequency_penalty?: number
}

export interface ChatRequest extends Sampling {
  /** A model id; absent: the workspace's default, else the configured one, else `svc/offline`. */
  model?: string
  messages: ChatMessage[]
  tools?: ChatTool[]
  tool_choice?: 'auto' | 'none' | 'required' | { name: string }
  /** False: at most one call an answer. */
  parallel_tool_calls?: boolean
  /** Asks for JSON that fits the schema. */
  response_schema?: JsonSchema
  /** Asks for some JSON object. */
  json_object?: boolean
  /** Sent to the provider as `Idempotency-Key`: the same question, asked again after a crash. */
  idempotency_key?: string
  principal: Principal
  signal: AbortSignal
}

export interface TokenUsage {
  /** All of the question, cached or not. */
  prompt_tokens: number
  completion_tokens: number
  /** Those of `prompt_tokens` that the provider read from its cache; absent: none. */
  cached_tokens?: number
  /** Those of `prompt_tokens` that it wrote into its cache, where it has a price for that; absent: none. */
  cache_write_tokens?: number
}

export type ModelFinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** How an answer ended that was passed through; `failed`: the provider broke it off and said so. */
export type FinishedAs = ModelFinishReason | 'failed'

export type ChatEvent =
  | { type: 'content'; delta: string }
  /** What a model thinks aloud before it answers; never part of the answer. */
  | { type: 'reasoning'; delta: string }
  | { type: 'tool_call'; call: ChatToolCall }
  | { type: 'done'; finish_reason: ModelFinishReason; usage: TokenUsage; model: string }

export interface ModelInfo {
  id: string
  /** The provider's id. */
  provider: string
  /** True for `svc/offline`, which is no language model. */
  offline: boolean
  /** Tokens of question and answer together, when the provider or the configuration states them. */
  context_window: number | null
  /** Seconds since the epoch, from the provider. */
  created: number | null
  /** The prices, when the configuration or the provider states them. */
  prices?: ModelPrices
}

export interface ModelPrices {
  input_usd_per_million: number
  output_usd_per_million: number
  /** Of tokens read from the provider's cache; absent: as `input_usd_per_million`. */
  cache_read_usd_per_million?: number
  /** Of tokens written into it; absent: as `input_usd_per_million`. */
  cache_write_usd_per_million?: number
}

/** A model that this caller may ask, found by its id. */
export interface ResolvedModel extends ModelInfo {
  /** The id that its provider uses, without the `<provider>/` that distinguishes equal names. */
  provider_model: string
  /** What {@link Models.forward} passes through to it in OpenAI's wire format. */
  forwards: ReadonlySet<WirePath>
}

export interface AskRequest {
  prompt: string
  system?: string
  model?: string
  /** The answer is parsed and checked against it; one repair try, then `unprocessable`. */
  schema?: JsonSchema
  max_tokens?: number
  principal: Principal
  signal: AbortSignal
}

export interface AskAnswer {
  text: string
  /** The parsed answer when a schema was given, else null. */
  value: JsonValue
  model: string
  offline: boolean
  usage: TokenUsage
}

export interface EmbedRequest {
  model?: string
  /** 1 to 2,048 texts. */
  input: string[]
  dimensions?: number
  principal: Principal
  signal: AbortSignal
}

export interface EmbedAnswer {
  model: string
  /** One a text, in order, all of the same length. */
  vectors: number[][]
  usage: TokenUsage
}

export type WirePath = '/chat/completions' | '/embeddings'

/** A request in OpenAI's wire format whose bytes go to the provider untouched, but for the model's id where ours has a prefix. */
export interface ForwardRequest {
  path: WirePath
  body: Uint8Array
  /** The same, parsed. */
  json: JsonObject
  model: ResolvedModel
  principal: Principal
  signal: AbortSignal
}

/** What came of a forwarded request, read from the tail of its bytes. */
export interface ForwardSummary {
  usage: TokenUsage
  /** The first choice's text and reason, collected when `collect` asked for it; else null. */
  answer: { content: string; finish_reason: FinishedAs; tool_calls: ChatToolCall[] } | null
}

export interface ForwardedAnswer {
  /** 2xx; errors are thrown as {@link Models.stream} throws them. */
  status: number
  content_type: string
  /**
   * Hands on the provider's bytes. A chunk of usage that the client did not ask for is taken out. Metered when it ends, however it ends.
   * @throws UpstreamError when the provider breaks off, TimeoutError
   */
  pipe(take: (bytes: Uint8Array) => void | Promise<void>, options?: { collect?: boolean }): Promise<ForwardSummary>
}

/** What is left of a key's tokens; the resets are RFC 3339. */
export interface BudgetState {
  day: { limit: number; used: number; resets_at: string } | null
  month: { limit: number; used: number; resets_at: string } | null
}

/**
 * Language models, whichever answers. Every call is admitted first (is the model allowed to the key, is there budget), metered afterwards.
 * Before the first token a call is tried again with backoff; after it never.
 */
export interface Models {
  /** The models that the caller may ask; without a caller, those of the configuration. */
  list(principal?: Principal): Promise<ModelInfo[]>
  /**
   * @throws NotFoundError for an unknown model; ForbiddenError `model_not_allowed` for one the key may not ask
   */
  resolve(principal: Principal, model?: string): Promise<ResolvedModel>
  /** @throws as `resolve`; RateLimitedError (code `token_budget_exceeded`: over budget), UpstreamError, TimeoutError, ValidationError */
  stream(request: ChatRequest): AsyncIterable<ChatEvent>
  /** One question, one answer. */
  ask(request: AskRequest): Promise<AskAnswer>
  /** @throws as `stream`; ValidationError when the model's provider makes no embeddings */
  embed(request: EmbedRequest): Promise<EmbedAnswer>
  /** @throws as `stream`. Only for a path that the model `forwards`. */
  forward(request: ForwardRequest): Promise<ForwardedAnswer>
  /** Null for a caller without a budget. */
  budget(principal: Principal): BudgetState | null
}

export const models = defineService<Models>('models.catalog')

/** What a provider can be asked for beyond text in and text out. */
export type ModelFeature =
  'tools' | 'images' | 'json_object' | 'json_schema' | 'seed' | 'penalties' | 'stop' | 'parallel_tool_calls'

/** How to reach a provider that an operator or an admin has set up. */
export interface ProviderSettings {
  /** Names it in model ids, `<id>/<model>`, and in messages. */
  id: string
  base_url: string | null
  api_key: string | null
  /** Until an answer begins, and then between two of its pieces, as `answerLimits` of `library/models/answer-limits` has it for egress. */
  timeout_ms: number
  /** The owner of this installation chose the address: it may be a private one. */
  trusted: boolean
}

/** A request in OpenAI's wire format, for the provider to send on or to answer. */
export interface WireRequest {
  path: WirePath
  /** JSON, as the client wrote it. Its `model` is the id that the provider knows; a stream asks for its usage (`stream_options.include_usage`). */
  body: Uint8Array
  model: string
  principal: Principal
  signal: AbortSignal
}

/**
 * The answer to a {@link WireRequest}: 2xx, with `content-type` among the headers. It is `application/json`, or `text/event-stream`
 * that ends with `data: [DONE]`, and reports its `usage`. {@link Egress.fetch} gives one.
 */
export type WireAnswer = Pick<EgressResponse, 'status' | 'headers' | 'read'>

/** How a provider takes OpenAI's wire format as it is: what a client and the provider say to each other, byte for byte, passes through `/v1`. */
export interface OpenAiWire {
  paths: ReadonlySet<WirePath>
  /** One try. @throws as {@link ModelProvider.stream} */
  send(request: WireRequest): Promise<WireAnswer>
  /** Takes the provider's key out of its own words; for one whose errors may quote it. */
  redact?(text: string): string
}

/** A source of models. */
export interface ModelProvider {
  id: string
  features: ReadonlySet<ModelFeature>
  list(signal: AbortSignal): Promise<ModelInfo[]>
  /**
   * One try: the catalogue tries again, while nothing has come, what is thrown as RateLimitedError (its seconds are waited, 20 at most) or
   * UpstreamError, unless that has `fields: { lasting: true }` (a key that is refused, say) or a CallerError as its cause. `request.model`
   * is the id that the provider knows. A call's `provider_data` comes back with the next requests to the same model, and only there.
   */
  stream(request: ChatRequest & { model: string }): AsyncIterable<ChatEvent>
  embed?(request: EmbedRequest & { model: string }): Promise<EmbedAnswer>
  /** Absent: `/v1` translates what its clients send, as for all other callers. */
  openAiWire?: OpenAiWire
}

/** A kind of provider, such as `anthropic`: what a plugin adds so that operators and admins can set up providers of that kind. */
export interface ModelProviderKind {
  kind: string
  title: string
  /** True when the address must be given, as for OpenAI-compatible servers. */
  needs_base_url: boolean
  open(settings: ProviderSettings): ModelProvider
}

export const modelProviderKinds = defineExtensionPoint<ModelProviderKind>('models.provider-kinds')

/** What one answer of a model used, and who asked for it. */
export interface ModelUse {
  principal: Principal
  model: string
  provider: string
  usage: TokenUsage
  /** US dollars, where the configuration has the model's prices. */
  cost_usd: number | null
}

/** Called with every finished answer, for metering; hosted by the plugin that provides {@link models}. Must not throw. */
export const modelUses = defineExtensionPoint<(use: ModelUse) => void>('models.uses')
