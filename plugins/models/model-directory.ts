import { messageOf, NotFoundError, UpstreamError } from '@svc/plugin'
import type { Clock, Logger } from '@svc/plugin'
import type {
  AskAnswer,
  AskRequest,
  ChatEvent,
  ChatRequest,
  ModelInfo,
  ModelProvider,
  Models,
  ModelUse,
} from '@svc/plugin/contracts/models'
import type { AnswerSchemas } from './answer-schema.ts'
import { ask } from './ask.ts'
import { offlineModelId, offlineNotice } from './offline/offline-provider.ts'

export interface ModelDirectoryOptions {
  offline: ModelProvider
  /** Providers of language models, complete once the server starts. */
  connected(): readonly ModelProvider[]
  /** Told of every finished answer. */
  onUse(use: ModelUse): void
  /** The operator's choice, for when a provider is connected. */
  defaultModel: string | null
  clock: Clock
  log: Logger
  signal: AbortSignal
}

const listLifeMs = 60_000

/** Finds the provider of a model and hands the request on. */
export class ModelDirectory implements Models {
  readonly #options: ModelDirectoryOptions
  #schemas: Promise<AnswerSchemas> | undefined
  readonly #lists = new Map<string, { at: number; models: ModelInfo[] }>()

  constructor(options: ModelDirectoryOptions) {
    this.#options = options
  }

  async list(): Promise<ModelInfo[]> {
    const lists = await Promise.all(
      [...this.#options.connected(), this.#options.offline].map(provider => this.#listOf(provider)),
    )
    return withDistinctIds(lists.flat())
  }

  async *stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    request.signal.throwIfAborted()
    const { provider, model } = await this.#find(request.model ?? (await this.#default()))
    for await (const event of provider.stream({ ...request, model })) {
      // Before it is handed on: whoever reads may stop at the last event.
      if (event.type === 'done') this.#meter({ principal: request.principal, model: event.model, usage: event.usage })
      yield event
    }
  }

  async ask(request: AskRequest): Promise<AskAnswer> {
    const check = request.schema ? (await this.#openSchemas()).check(request.schema) : null
    return ask(chat => this.stream(chat), request, check)
  }

  /** A meter that fails costs nobody an answer. */
  #meter(use: ModelUse): void {
    try {
      this.#options.onUse(use)
    } catch (error) {
      this.#options.log.warn({ model: use.model, err: error }, 'the use of a model could not be counted')
    }
  }

  /** The validator is loaded when the first schema comes, not at start. */
  #openSchemas(): Promise<AnswerSchemas> {
    this.#schemas ??= import('./answer-schema.ts').then(module => new module.AnswerSchemas())
    return this.#schemas
  }

  async #default(): Promise<string> {
    const connected = this.#options.connected()
    if (connected.length === 0) return offlineModelId
    if (this.#options.defaultModel !== null) return this.#options.defaultModel
    for (const provider of connected) {
      const [first] = await this.#listOf(provider)
      if (first) return first.id
    }
    throw new UpstreamError(
      'The model provider lists no model. Name one with SVC_MODEL_NAME, or check SVC_MODEL_BASE_URL.',
    )
  }

  async #find(id: string): Promise<{ provider: ModelProvider; model: string }> {
    if (id === offlineModelId) return { provider: this.#options.offline, model: id }
    const connected = this.#options.connected()
    const named = connected.find(provider => id.startsWith(`${provider.id}/`))
    if (named) return { provider: named, model: id.slice(named.id.length + 1) }
    // A provider need not list what it has: the only one is asked, and says itself when it has not.
    if (connected.length === 1 && connected[0]) return { provider: connected[0], model: id }
    for (const provider of connected) {
      if ((await this.#listOf(provider)).some(model => model.id === id)) return { provider, model: id }
    }
    const remedy = connected.length === 0 ? offlineNotice : 'Ask for one that a connected provider lists.'
    throw new NotFoundError(`There is no model ${JSON.stringify(id.slice(0, 100))}. ${remedy}`)
  }

  /** A provider that does not answer has no models to show, and keeps no one from seeing the others. */
  async #listOf(provider: ModelProvider): Promise<ModelInfo[]> {
    const known = this.#lists.get(provider.id)
    const now = this.#options.clock.now()
    if (known && now - known.at < listLifeMs) return known.models
    try {
      const models = await provider.list(this.#options.signal)
      this.#lists.set(provider.id, { at: now, models })
      return models
    } catch (error) {
      this.#options.log.warn(
        { provider: provider.id, reason: messageOf(error) },
        'a model provider could not list its models',
      )
      return known?.models ?? []
    }
  }
}

/** Ids as the providers give them; `<provider>/<id>` where two are the same. */
function withDistinctIds(models: readonly ModelInfo[]): ModelInfo[] {
  const counts = new Map<string, number>()
  for (const { id } of models) counts.set(id, (counts.get(id) ?? 0) + 1)
  return models.map(model => (counts.get(model.id) === 1 ? model : { ...model, id: `${model.provider}/${model.id}` }))
}
