import type { ModelInfo, ModelProvider } from '@svc/plugin/contracts/models'
import type { ModelFacts } from '../generated/config.ts'
import { isUsableId } from '../model-ids.ts'
import { ModelDiscovery } from './model-discovery.ts'
import type { DiscoveryOptions } from './model-discovery.ts'

/** A provider that is open, with its list of models. */
export class ProviderEntry {
  /** Names it in model ids. */
  readonly name: string
  readonly provider: ModelProvider
  readonly discovery: ModelDiscovery
  readonly #facts: readonly ModelFacts[]
  #merged: { from: readonly ModelInfo[]; models: readonly ModelInfo[] } | null = null

  constructor(name: string, provider: ModelProvider, facts: readonly ModelFacts[], options: DiscoveryOptions) {
    this.name = name
    this.provider = provider
    this.discovery = new ModelDiscovery(provider, options)
    this.#facts = facts
  }

  /** What the provider lists, and what the settings name beside it; of both the settings are believed. */
  get models(): readonly ModelInfo[] {
    const from = this.discovery.models
    if (this.#merged?.from !== from) this.#merged = { from, models: this.#merge(from) }
    return this.#merged.models
  }

  #merge(listed: readonly ModelInfo[]): ModelInfo[] {
    const usable = listed.filter(model => isUsableId(model.id))
    const byId = new Map(usable.map(model => [model.id, { ...model, provider: this.name }]))
    for (const facts of this.#facts) {
      const known = byId.get(facts.id) ?? unlisted(facts.id, this.name)
      byId.set(facts.id, withFacts(known, facts))
    }
    return [...byId.values()]
  }
}

function unlisted(id: string, provider: string): ModelInfo {
  return { id, provider, offline: false, context_window: null, created: null }
}

function withFacts(model: ModelInfo, facts: ModelFacts): ModelInfo {
  const { context_window, input_usd_per_million, output_usd_per_million } = facts
  const { cache_read_usd_per_million, cache_write_usd_per_million } = facts
  const hasPrices = input_usd_per_million !== undefined || output_usd_per_million !== undefined
  const cachePrices = {
    ...(cache_read_usd_per_million !== undefined && { cache_read_usd_per_million }),
    ...(cache_write_usd_per_million !== undefined && { cache_write_usd_per_million }),
  }
  return {
    ...model,
    ...(context_window !== undefined && { context_window }),
    // A price that is not given is none: embeddings have no output.
    ...(hasPrices && {
      prices: {
        input_usd_per_million: input_usd_per_million ?? 0,
        output_usd_per_million: output_usd_per_million ?? 0,
        ...cachePrices,
      },
    }),
    // The provider states its prices, and not what its cache costs.
    ...(!hasPrices && model.prices && { prices: { ...model.prices, ...cachePrices } }),
  }
}
