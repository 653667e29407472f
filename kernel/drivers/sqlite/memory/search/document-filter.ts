import type { MemoryFilter } from '@svc/plugin'
import type { SearchFile } from './search-file.ts'
import { searchStore } from './search-store.ts'

/** The documents that a search may answer with. */
export interface AllowedDocuments {
  /** 1 at the key of each. */
  flags: Uint8Array
  /** Their keys, where they are few; they may include some whose flag says no. */
  few: readonly number[] | null
}

interface Facet {
  flags: Uint8Array
  keys: readonly number[]
}
interface Times {
  keys: readonly number[]
  at: Float64Array
}

const facetsKept = 16
const mostFew = 2000

/** Finds out which documents a filter leaves, and keeps what it read until a document's facts change. */
export class DocumentFilters {
  readonly #facets = new Map<string, Facet>()
  #times: { from: Times; until: Times } | null = null
  #factsSeq = -1
  #room = 0

  /** Null: all of them. */
  allowed(file: SearchFile, filter: MemoryFilter, factsSeq: number): AllowedDocuments | null {
    if (factsSeq !== this.#factsSeq) {
      this.#facets.clear()
      this.#times = null
      this.#factsSeq = factsSeq
      this.#room = searchStore.lastDocumentKey(file) + 1
    }
    const [smallest, ...others] = this.#asked(file, filter).toSorted((a, b) => a.keys.length - b.keys.length)
    const barred = this.#barred(file, filter.at)
    if (smallest === undefined && barred.length === 0) return null
    const flags = smallest === undefined ? new Uint8Array(this.#room).fill(1) : smallest.flags.slice()
    for (const { flags: other } of others)
      for (let key = 0; key < flags.length; key += 1) flags[key] = (flags[key] ?? 0) & (other[key] ?? 0)
    for (const keys of barred) for (const key of keys) flags[key] = 0
    return { flags, few: smallest !== undefined && smallest.keys.length <= mostFew ? smallest.keys : null }
  }

  #asked(file: SearchFile, filter: MemoryFilter): Facet[] {
    const { tags = [], source, created_from: from, created_before: before } = filter
    const facets: Facet[] = []
    for (const tag of new Set(tags)) {
      const facet = this.#facet(`tag ${tag}`, () => searchStore.tagged(file, tag))
      facets.push(facet)
      // Nothing has all of them.
      if (facet.keys.length === 0) return facets
    }
    if (source !== undefined) facets.push(this.#facet(`source ${source}`, () => searchStore.ofSource(file, source)))
    if (from !== undefined || before !== undefined) {
      const read = (): number[] =>
        searchStore.created(file, from ?? Number.MIN_SAFE_INTEGER, before ?? Number.MAX_SAFE_INTEGER)
      facets.push(this.#facet(`created ${from} ${before}`, read))
    }
    return facets
  }

  /** Documents that are not valid yet, or no more. */
  #barred(file: SearchFile, at: number): (readonly number[])[] {
    this.#times ??= { from: timesOf(searchStore.startTimes(file)), until: timesOf(searchStore.endTimes(file)) }
    const { from, until } = this.#times
    return [from.keys.slice(countUpTo(from.at, at)), until.keys.slice(0, countUpTo(until.at, at))].filter(
      keys => keys.length > 0,
    )
  }

  #facet(name: string, read: () => number[]): Facet {
    const known = this.#facets.get(name)
    if (known !== undefined) return known
    if (this.#facets.size >= facetsKept) this.#facets.clear()
    const keys = read()
    const flags = new Uint8Array(this.#room)
    for (const key of keys) flags[key] = 1
    const facet = { flags, keys }
    this.#facets.set(name, facet)
    return facet
  }
}

function timesOf({ keys, at }: { keys: number[]; at: number[] }): Times {
  return { keys, at: Float64Array.from(at) }
}

/** How many of the sorted times are not after `at`. */
function countUpTo(times: Float64Array, at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] as number) <= at) low = middle + 1
    else high = middle
  }
  return low
}
