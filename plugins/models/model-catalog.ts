import { ValidationError } from '@svc/plugin'
import type { Clock, Logger, Principal } from '@svc/plugin'
import type {
  AskAnswer,
  AskRequest,
  BudgetState,
  ChatEvent,
  ChatRequest,
  EmbedAnswer,
  EmbedRequest,
  ForwardRequest,
  ForwardedAnswer,
  ModelInfo,
  Models,
  ResolvedModel,
  TokenUsage,
  WirePath,
} from '@svc/plugin/contracts/models'
import type { Admission } from './admission/admission.ts'
import type { CallKind, CallOutcome, OpenCall } from './admission/call-record.ts'
import type { TokenBudgets } from './admission/token-budgets.ts'
import type { AnswerSchemas } from './answer-schema.ts'
import { ask } from './ask.ts'
import { checkFeatures } from './features.ts'
import { forwardCall, wantsTokens } from './forward-call.ts'
import type { ModelChoice } from './model-choice.ts'
import type { FoundModel } from './providers/provider-set.ts'
import { ProviderData } from './provider-data.ts'
import { streamWithRetries, withRetries } from './retry.ts'
import type { Patience } from './retry.ts'
import { estimatedPrompt, tokensIn, usageOf } from './token-usage.ts'

export interface ModelCatalogOptions {
  choice: ModelChoice
  admission: Admission
  budgets: TokenBudgets
  clock: Clock
  log: Logger
}

const maxEmbeddings = 2048
const noPaths: ReadonlySet<WirePath> = new Set()
const nothing: TokenUsage = { prompt_tokens: 0, completion_tokens: 0 }

/** Finds the provider of a model, lets the call in, hands it on, and counts it. */
export class ModelCatalog implements Models {
  readonly #options: ModelCatalogOptions
  readonly #data = new ProviderData()
  #schemas: Promise<AnswerSchemas> | undefined

  constructor(options: ModelCatalogOptions) {
    this.#options = options
  }

  async list(principal?: Principal): Promise<ModelInfo[]> {
    return (await this.#options.choice.all(principal)).map(({ info }) => info)
  }

  async resolve(principal: Principal, model?: string): Promise<ResolvedModel> {
    const { info, provider_model, entry } = await this.#found(principal, model)
    return { ...info, provider_model, forwards: entry.provider.openAiWire?.paths ?? noPaths }
  }

  budget(principal: Principal): BudgetState | null {
    return this.#options.budgets.state(principal)
  }

  async *stream(request: ChatRequest): AsyncGenerator<ChatEvent> {
    const { principal, signal, max_tokens } = request
    signal.throwIfAborted()
    const found = await this.#found(principal, request.model)
    const { info, entry } = found
    checkFeatures(request, entry.provider, info.id)
    const messages = this.#data.opened({ principal, ...found }, request.messages)
    const asked = { ...request, messages, model: found.provider_model }
    const call = this.#open('chat', { found, principal, prompt_tokens: () => estimatedPrompt(asked), max_tokens })
    const sealed = this.#data.sealing({ principal, ...found }, () => this.#tooMuchData(info.id))
    // Until it is known how it ends: the reader leaves in the middle.
    let outcome: CallOutcome = 'cancelled'
    let written = 0
    try {
      for await (const event of streamWithRetries(() => entry.provider.stream(asked), this.#patience(found, signal))) {
        if (event.type === 'done') {
          // Before the event is passed on, because the reader may stop at the last one.
          const usage = usageOf(event.usage) ?? { prompt_tokens: estimatedPrompt(asked), completion_tokens: written }
          call.end('succeeded', usage)
          outcome = 'succeeded'
          yield { ...event, usage, model: info.id }
          continue
        }
        const tokens = tokensIn(event.type === 'tool_call' ? event.call.arguments : event.delta)
        written += tokens
        call.grow(tokens)
        yield event.type === 'tool_call' ? { ...event, call: sealed(event.call) } : event
      }
    } catch (error) {
      if (!signal.aborted) outcome = 'failed'
      throw error
    } finally {
      if (outcome !== 'succeeded') {
        const isUnused = outcome === 'failed' && written === 0
        const prompt_tokens = isUnused ? 0 : estimatedPrompt(asked)
        call.end(outcome, { prompt_tokens, completion_tokens: written })
      }
    }
  }

  async ask(request: AskRequest): Promise<AskAnswer> {
    const check = request.schema ? (await this.#openSchemas()).check(request.schema) : null
    return ask(chat => this.stream(chat), request, check)
  }

  async embed(request: EmbedRequest): Promise<EmbedAnswer> {
    const { principal, input, signal } = request
    signal.throwIfAborted()
    if (input.length === 0 || input.length > maxEmbeddings) {
      const message = `must be 1 to ${maxEmbeddings} texts, but has ${input.length}`
      throw new ValidationError(`input ${message}`, [{ path: '/input', message }])
    }
    const found = await this.#embedder(request)
    const { provider } = found.entry
    if (!provider.embed) {
      const message = `The provider ${provider.id} of the model ${found.info.id} makes no embeddings. Name a model that does.`
      throw new ValidationError(message, [{ path: '/model', message: 'makes no embeddings' }])
    }
    const prompt_tokens = () => input.reduce((sum, text) => sum + tokensIn(text), 0)
    const call = this.#open('embedding', { found, principal, prompt_tokens, max_tokens: 0 })
    const asked = { ...request, model: found.provider_model }
    try {
      const answer = await withRetries(async () => provider.embed?.(asked), this.#patience(found, signal))
      if (!answer) throw new TypeError('The provider makes embeddings no more.')
      const usage = usageOf(answer.usage) ?? { ...nothing, prompt_tokens: prompt_tokens() }
      call.end('succeeded', usage)
      return { ...answer, usage, model: found.info.id }
    } finally {
      // The provider has read the question even if the caller leaves before the answer.
      if (signal.aborted) call.end('cancelled', { ...nothing, prompt_tokens: prompt_tokens() })
      else call.end('failed', nothing)
    }
  }

  async forward(request: ForwardRequest): Promise<ForwardedAnswer> {
    const { principal, signal, path, json } = request
    signal.throwIfAborted()
    const found = await this.#found(principal, request.model.id)
    const { openAiWire } = found.entry.provider
    if (!openAiWire?.paths.has(path)) {
      throw new ValidationError(`The model ${found.info.id} does not take OpenAI's wire format as it is.`)
    }
    const kind = path === '/embeddings' ? 'embedding' : 'chat'
    const wanted = wantsTokens(kind, json)
    const call = this.#open(kind, { found, principal, ...wanted })
    const model = { ...found.info, provider_model: found.provider_model, forwards: openAiWire.paths }
    return forwardCall({ ...request, model }, { wire: openAiWire, call, patience: this.#patience(found, signal) })
  }

  #found(principal: Principal, model: string | undefined): Promise<FoundModel> {
    const { choice } = this.#options
    return model === undefined ? choice.default(principal) : choice.find(principal, model)
  }

  async #embedder({ principal, model }: EmbedRequest): Promise<FoundModel> {
    if (model !== undefined) return this.#found(principal, model)
    const found = await this.#options.choice.embedder(principal)
    if (found) return found
    const message = 'names no model, and no connected provider lists one whose name says that it makes embeddings'
    throw new ValidationError(`model: the request ${message}`, [{ path: '/model', message }])
  }

  #open(
    kind: CallKind,
    asked: { found: FoundModel; principal: Principal; prompt_tokens(): number; max_tokens: number | undefined },
  ): OpenCall {
    const { found, principal, prompt_tokens, max_tokens } = asked
    const { id: model, provider, prices } = found.info
    return this.#options.admission.open({ principal, kind, model, provider, prices, prompt_tokens, max_tokens })
  }

  #tooMuchData(model: string): void {
    this.#options.log.warn({ model }, 'a provider gave more with the calls of an answer than is kept to be sent back')
  }

  #patience({ entry }: FoundModel, signal: AbortSignal): Patience {
    const { clock, log } = this.#options
    return { clock, log, signal, provider: entry.name }
  }

  /** The validator is loaded when the first schema comes, not at start. */
  #openSchemas(): Promise<AnswerSchemas> {
    this.#schemas ??= import('./answer-schema.ts').then(module => new module.AnswerSchemas())
    return this.#schemas
  }
}
