import type { ModelInfo } from '@svc/plugin/contracts/models'
import { isReserved, isUsableId } from '../model-ids.ts'
import type { ProviderEntry } from './provider-entry.ts'

/** A model with the provider that has it. */
export interface FoundModel {
  /** With the id that the catalogue shows. */
  info: ModelInfo
  /** The id that the provider knows. */
  provider_model: string
  entry: ProviderEntry
}

interface Index {
  /** The lists it was made from. */
  from: (readonly ModelInfo[])[]
  shown: FoundModel[]
  /** Models by the ids that their providers give them. When several have the same id, the first counts. */
  byOwnId: Map<string, FoundModel>
  byShownId: Map<string, FoundModel>
}

/**
 * The providers of one workspace, in their order. A model is shown by the id that its provider gives it; with `<provider>/` before it where
 * that id is taken twice, means something else, or begins with another provider's name.
 */
export class ProviderSet {
  readonly entries: readonly ProviderEntry[]
  #index: Index | null = null

  constructor(entries: readonly ProviderEntry[]) {
    this.entries = entries
  }

  /** Waits for the providers that were never asked; the others renew their lists meanwhile. */
  async refresh(): Promise<void> {
    const waits = this.entries.map(entry => entry.discovery.refresh()).filter(wait => wait !== null)
    if (waits.length > 0) await Promise.all(waits)
  }

  all(): readonly FoundModel[] {
    return this.#current().shown
  }

  /** Finds a model. The model of a named provider need not be listed: the provider itself refuses an unknown one. */
  find(id: string): FoundModel | null {
    if (!isUsableId(id)) return null
    const named = this.entries.find(entry => id.startsWith(`${entry.name}/`))
    if (named) {
      const own = id.slice(named.name.length + 1)
      return this.#listed(named, own) ?? (own === '' ? null : unlisted(named, own, id))
    }
    if (isReserved(id)) return null
    const listed = this.#current().byOwnId.get(id)
    if (listed) return listed
    const [only] = this.entries
    return this.entries.length === 1 && only ? unlisted(only, id, id) : null
  }

  #listed(entry: ProviderEntry, own: string): FoundModel | undefined {
    const { byOwnId, byShownId } = this.#current()
    const first = byOwnId.get(own)
    return first?.entry === entry ? first : byShownId.get(`${entry.name}/${own}`)
  }

  #current(): Index {
    const from = this.entries.map(entry => entry.models)
    const known = this.#index
    if (known && from.every((models, place) => models === known.from[place])) return known
    this.#index = makeIndex(this.entries, from)
    return this.#index
  }
}

function unlisted(entry: ProviderEntry, own: string, id: string): FoundModel {
  const info = { id, provider: entry.name, offline: false, context_window: null, created: null }
  return { info, provider_model: own, entry }
}

function makeIndex(entries: readonly ProviderEntry[], from: (readonly ModelInfo[])[]): Index {
  const names = new Set(['svc', ...entries.map(entry => entry.name)])
  const counts = new Map<string, number>()
  for (const { id } of from.flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
  const isBare = (id: string) => counts.get(id) === 1 && !isReserved(id) && !names.has(id.split('/')[0] ?? '')

  const shown: FoundModel[] = []
  const byOwnId = new Map<string, FoundModel>()
  for (const [place, entry] of entries.entries()) {
    for (const model of from[place] ?? []) {
      const id = isBare(model.id) ? model.id : `${entry.name}/${model.id}`
      const found = { info: { ...model, id }, provider_model: model.id, entry }
      shown.push(found)
      if (!byOwnId.has(model.id)) byOwnId.set(model.id, found)
    }
  }
  return { from, shown, byOwnId, byShownId: new Map(shown.map(found => [found.info.id, found])) }
}
