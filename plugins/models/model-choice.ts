import { ForbiddenError, NotFoundError, UpstreamError } from '@svc/plugin'
import type { Principal } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'
import { agentModelId, isReserved, offlineModelId } from './model-ids.ts'
import { howToConnect } from './offline/offline-words.ts'
import type { ProviderEntry } from './providers/provider-entry.ts'
import type { FoundModel } from './providers/provider-set.ts'
import type { WorkspaceModels } from './providers/provider-sets.ts'

/** The models that every workspace has, and those of one. */
export interface ModelSets {
  shared(): WorkspaceModels
  of(workspaceId: string): WorkspaceModels
  /** Reads what another process may have changed. */
  renew(): Promise<void>
}

export interface ModelChoiceOptions {
  sets: ModelSets
  offline: ProviderEntry
  /** The operator's choice, for when a provider is connected. */
  defaultModel: string | null
}

const notForChat = /embed|rerank|whisper|\btts\b|moderation/i
const forEmbeddings = /embed/i

/** Finds the model that is meant, among those that the caller may ask. */
export class ModelChoice {
  readonly #options: ModelChoiceOptions
  readonly #offline: FoundModel

  constructor(options: ModelChoiceOptions) {
    this.#options = options
    const { offline } = options
    const info = { id: offlineModelId, provider: offline.name, offline: true, context_window: null, created: null }
    this.#offline = { info, provider_model: offlineModelId, entry: offline }
  }

  /** Every model of a workspace that the caller may ask, svc/offline last. */
  async all(principal?: Principal): Promise<FoundModel[]> {
    await this.#options.sets.renew()
    const models = this.#modelsOf(principal)
    await models.set.refresh()
    const all = [...models.set.all(), this.#offline]
    const allowed = this.#allowedOf(principal, models)
    return allowed ? all.filter(found => allowed.has(keyOf(found))) : all
  }

  /** @throws NotFoundError, ForbiddenError `model_not_allowed`, UpstreamError when the provider that may have it cannot be asked */
  async find(principal: Principal, id: string): Promise<FoundModel> {
    await this.#options.sets.renew()
    const models = this.#modelsOf(principal)
    if (id !== offlineModelId) await models.set.refresh()
    const found = this.#lookUp(models, id)
    if (!found) throw this.#unknown(principal, models, id)
    const allowed = this.#allowedOf(principal, models)
    if (!allowed || allowed.has(keyOf(found))) return found
    const mayAsk = principal.key_limits?.models?.join(', ') || 'none'
    throw new ForbiddenError(
      'model_not_allowed',
      `This key may not ask the model ${quoted(id)}. It may ask: ${mayAsk.slice(0, 500)}.`,
    )
  }

  /** The model that is asked when none is named. @throws as {@link ModelChoice.find} */
  async default(principal: Principal): Promise<FoundModel> {
    await this.#options.sets.renew()
    const models = this.#modelsOf(principal)
    const chosen = this.#chosenDefault(models)
    const limited = principal.key_limits?.models
    if (chosen !== null && !limited) return this.#findDefault(principal, chosen)
    await models.set.refresh()
    const fallback = () => firstForChat(models.set.all()) ?? null
    if (!limited) return fallback() ?? this.#nothingListed(models)
    const allowed = this.#allowedOf(principal, models) ?? new Set()
    const preferred = chosen === null ? fallback() : this.#lookUp(models, chosen)
    if (preferred && allowed.has(keyOf(preferred))) return preferred
    const own = limited.map(id => this.#lookUp(models, id)).filter(found => found !== null)
    const first = firstForChat(own)
    if (first) return first
    return this.find(principal, limited[0] ?? chosen ?? offlineModelId)
  }

  /** The id of {@link ModelChoice.default}, for lists; null when it is not known now. */
  defaultIn(principal: Principal | undefined, shown: readonly FoundModel[]): string | null {
    const models = this.#modelsOf(principal)
    const chosen = this.#chosenDefault(models)
    const found = chosen === null ? null : this.#lookUp(models, chosen)
    if (found && shown.some(candidate => keyOf(candidate) === keyOf(found))) return found.info.id
    if (found && !principal?.key_limits?.models) return found.info.id
    return firstForChat(shown)?.info.id ?? null
  }

  /** The model that makes embeddings when none is named. */
  async embedder(principal: Principal): Promise<FoundModel | null> {
    return (await this.all(principal)).find(({ info }) => forEmbeddings.test(info.id)) ?? null
  }

  async #findDefault(principal: Principal, id: string): Promise<FoundModel> {
    try {
      return await this.find(principal, id)
    } catch (cause) {
      if (!(cause instanceof NotFoundError)) throw cause
      throw new NotFoundError(`${cause.message} It is the default: choose another with PUT /api/models/settings.`, {
        cause,
      })
    }
  }

  #modelsOf(principal: Principal | undefined): WorkspaceModels {
    const { sets } = this.#options
    return principal ? sets.of(principal.workspace_id) : sets.shared()
  }

  #chosenDefault({ set, default_model }: WorkspaceModels): string | null {
    if (default_model !== null) return default_model
    return set.entries.length === 0 ? offlineModelId : this.#options.defaultModel
  }

  #lookUp(models: WorkspaceModels, id: string): FoundModel | null {
    return id === offlineModelId ? this.#offline : models.set.find(id)
  }

  /** Null: every model. An id that two providers have stands for the one that a question to it would use. */
  #allowedOf(principal: Principal | undefined, models: WorkspaceModels): Set<string> | null {
    const limited = principal?.key_limits?.models
    if (!limited) return null
    const found = limited.map(id => this.#lookUp(models, id)).filter(model => model !== null)
    return new Set(found.map(keyOf))
  }

  #unknown(principal: Principal, models: WorkspaceModels, id: string): Error {
    const { set, errors } = models
    const silent = set.entries.filter(({ discovery }) => !discovery.isKnown)
    const reasons = silent.map(({ name, discovery }) => `${name}: ${discovery.error ?? 'no answer yet'}`)
    // A provider that has never listed its models may have this one, so asking again can help.
    if (reasons.length > 0 && !isReserved(id)) {
      return new UpstreamError(
        `No provider that answers lists the model ${quoted(id)}, and these could not be asked: ${reasons.join(' ').slice(0, 500)}`,
      )
    }
    const allowed = this.#allowedOf(principal, models)
    const shown = set.all().filter(found => !allowed || allowed.has(keyOf(found)))
    const remedy = didYouMean(
      id,
      [agentModelId, offlineModelId, ...shown.map(({ info }) => info.id)],
      set.entries.length === 0 ? howToConnect(principal) : 'Ask for one that a connected provider lists.',
    )
    const unusable = [...errors].map(([name, error]) => ` The provider ${name} cannot be used: ${error}`).join('')
    return new NotFoundError(`There is no model ${quoted(id)}. ${remedy}${unusable.slice(0, 500)}`)
  }

  #nothingListed({ set }: WorkspaceModels): never {
    const reasons = set.entries.flatMap(({ name, discovery }) =>
      discovery.error ? [`${name}: ${discovery.error}`] : [],
    )
    const why = reasons.length === 0 ? '' : ` ${reasons.join(' ').slice(0, 500)}`
    throw new UpstreamError(
      `No model provider lists a model.${why} Name a model, set SVC_MODEL_NAME, or check the provider's address.`,
    )
  }
}

function firstForChat(models: readonly FoundModel[]): FoundModel | undefined {
  return models.find(({ info }) => !notForChat.test(info.id)) ?? models[0]
}

function keyOf({ entry, provider_model }: FoundModel): string {
  return `${entry.name}/${provider_model}`
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 100))
}
