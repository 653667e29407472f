import type { JsonSchema, JsonValue } from '../json-schema.ts'
import { defineExtensionPoint } from '../extension-point.ts'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'

export interface ChatToolCall {
  id: string
  name: string
  /** JSON text, as the model wrote it. */
  arguments: string
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  tool_calls?: ChatToolCall[]
  /** On a `tool` message: the call it answers. */
  tool_call_id?: string
}

export interface ChatTool {
  name: string
  description: string
  parameters: JsonSchema
}

export interface ChatRequest {
  /** A model id; absent: the configured default, else `svc/offline`. */
  model?: string
  messages: ChatMessage[]
  tools?: ChatTool[]
  /** Asks for JSON that fits the schema. */
  response_schema?: JsonSchema
  temperature?: number
  max_tokens?: number
  principal: Principal
  signal: AbortSignal
}

export interface TokenUsage {
  prompt_tokens: number
  completion_tokens: number
}

export type ChatEvent =
  | { type: 'content'; delta: string }
  | { type: 'tool_call'; call: ChatToolCall }
  | {
      type: 'done'
      finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter'
      usage: TokenUsage
      model: string
    }

export interface ModelInfo {
  id: string
  provider: string
  /** True for `svc/offline`, which is no language model. */
  offline: boolean
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

/** Language models, whichever answers. */
export interface Models {
  list(): Promise<ModelInfo[]>
  /** @throws UpstreamError, RateLimitedError, TimeoutError, NotFoundError for an unknown model */
  stream(request: ChatRequest): AsyncIterable<ChatEvent>
  /** One question, one answer. */
  ask(request: AskRequest): Promise<AskAnswer>
}

export const models = defineService<Models>('models.chat')

/** A source of models, such as an OpenAI-compatible server. */
export interface ModelProvider {
  id: string
  list(signal: AbortSignal): Promise<ModelInfo[]>
  stream(request: ChatRequest & { model: string }): AsyncIterable<ChatEvent>
}

export const modelProviders = defineExtensionPoint<ModelProvider>('models.providers')

/** What one answer of a model used, and who asked for it. */
export interface ModelUse {
  principal: Principal
  model: string
  usage: TokenUsage
}

/** Told of every finished answer, for metering; hosted by the plugin that provides {@link models}. Must not throw. */
export const modelUses = defineExtensionPoint<(use: ModelUse) => void>('models.uses')
