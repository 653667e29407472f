import type { MemoryCandidate, MemoryFindings, MemorySearch } from '@svc/plugin'
import { DocumentFilters } from './document-filter.ts'
import { KeywordSearch } from './keyword-search.ts'
import { SearchFile } from './search-file.ts'
import { searchStore } from './search-store.ts'
import { searchMeaning, similarityOf } from './semantic-search.ts'
import type { SketchIndexes } from './sketch-indexes.ts'
import type { TermSplitter } from './term-splitter.ts'

const readForOneWanted = 4
const mostOfDocument = 3
const nothing = { hits: [], words: [] }

export type Outside = { passageIds: readonly number[]; through: number } | null

/** Searches in one workspace's file, open as long as it is used. */
export class WorkspaceSearch {
  readonly #path: string
  readonly #file: SearchFile
  readonly #indexes: SketchIndexes
  readonly #keywords: KeywordSearch
  readonly #filters = new DocumentFilters()

  constructor(path: string, shared: { indexes: SketchIndexes; splitter: TermSplitter }) {
    this.#path = path
    this.#file = new SearchFile(path)
    this.#indexes = shared.indexes
    this.#keywords = new KeywordSearch(this.#file, shared.splitter)
  }

  search(question: MemorySearch, outside: Outside): MemoryFindings {
    return this.#file.reading(() => this.#search(question, outside))
  }

  close(): void {
    this.#file.close()
  }

  #search({ text, mode: asked, vector, filter, limit }: MemorySearch, outside: Outside): MemoryFindings {
    const file = this.#file
    const state = searchStore.state(file)
    const space = vector === null ? undefined : searchStore.space(file, vector.space.key)
    const allowed = this.#filters.allowed(file, filter, state.facts_seq)
    const mode = vector === null ? 'keyword' : asked
    const within = { allowed, limit: limit * readForOneWanted }
    const byWords = mode === 'semantic' ? nothing : this.#keywords.search(text, state, within)
    const near =
      mode === 'keyword' || vector === null || space === undefined
        ? []
        : searchMeaning(file, this.#path, this.#indexes, { space, values: vector.values, state, ...within, outside })
    const similarities = new Map(near.map((each, index) => [each.passage_id, { rank: index + 1, ...each }]))
    const chosen = new Map(
      [...spread(byWords.hits, limit), ...spread(near, limit)].map(each => [each.passage_id, each]),
    )
    const found = new Map(byWords.hits.map(hit => [hit.passage_id, hit.keyword]))
    const candidates = [...chosen.keys()].flatMap(id => {
      const known = similarities.get(id)
      const similarity =
        known?.similarity ??
        (vector === null || space === undefined || mode === 'keyword'
          ? null
          : similarityOf(file, space, id, vector.values))
      const semantic = similarity === null ? null : { rank: known?.rank ?? null, similarity }
      return this.#described(id, { keyword: found.get(id) ?? null, semantic }) ?? []
    })
    return {
      candidates,
      words: byWords.words,
      passages: state.passages,
      complete: vector === null || (space?.embedded ?? 0) >= state.passages,
    }
  }

  #described(id: number, matches: Pick<MemoryCandidate, 'keyword' | 'semantic'>): MemoryCandidate | null {
    const row = searchStore.found(this.#file, id)
    if (row === undefined) return null
    const { document_id, ordinal, text, start_at: start, end_at: end } = row
    return { document_id, ordinal, text, heading: JSON.parse(row.heading) as string[], start, end, ...matches }
  }
}

/** So many of a list that a document with many passages leaves room for others. */
function spread<Found extends { document_key: number }>(list: readonly Found[], limit: number): Found[] {
  const ofDocument = new Map<number, number>()
  const [first, rest]: [Found[], Found[]] = [[], []]
  for (const each of list) {
    const count = (ofDocument.get(each.document_key) ?? 0) + 1
    ofDocument.set(each.document_key, count)
    ;(count <= mostOfDocument ? first : rest).push(each)
  }
  const kept = new Set([...first, ...rest].slice(0, limit))
  return list.filter(each => kept.has(each))
}
