import type { FoundPassage, MemoryFindings, MemorySearch } from '@svc/plugin'
import { DocumentFilters } from './document-filter.ts'
import { fuse } from './fusion.ts'
import type { Fused } from './fusion.ts'
import { KeywordSearch } from './keyword-search.ts'
import { SearchFile } from './search-file.ts'
import { searchStore } from './search-store.ts'
import { searchMeaning } from './semantic-search.ts'
import type { SketchIndexes } from './sketch-indexes.ts'
import type { TermSplitter } from './term-splitter.ts'

// Of each of the two lists, so that what one alone would show lower down can rise.
const leastCandidates = 200
const candidatesADocument = 4

export type Outside = { passageIds: readonly number[]; through: number } | null

/** Searches in one workspace's file, open as long as it is used. */
export class WorkspaceSearch {
  readonly #path: string
  readonly #file: SearchFile
  readonly #indexes: SketchIndexes
  readonly #keywords: KeywordSearch
  readonly #filters = new DocumentFilters()
  lastUsed = performance.now()

  constructor(path: string, shared: { indexes: SketchIndexes; splitter: TermSplitter }) {
    this.#path = path
    this.#file = new SearchFile(path)
    this.#indexes = shared.indexes
    this.#keywords = new KeywordSearch(this.#file, shared.splitter)
  }

  search(question: MemorySearch, outside: Outside): MemoryFindings {
    try {
      return this.#file.reading(() => this.#search(question, outside))
    } finally {
      this.lastUsed = performance.now()
    }
  }

  close(): void {
    this.#file.close()
  }

  #search(question: MemorySearch, outside: Outside): MemoryFindings {
    const state = searchStore.state(this.#file)
    const space = question.vector === null ? undefined : searchStore.space(this.#file, question.vector.space.key)
    const isComplete = question.vector === null || (space?.embedded ?? 0) >= state.passages
    const allowed = this.#filters.allowed(this.#file, question.filter, state.facts_seq)
    const limit = Math.max(leastCandidates, question.limit * candidatesADocument)
    const mode = question.vector === null ? 'keyword' : question.mode
    const keyword = mode === 'semantic' ? [] : this.#keywords.search(question.text, state, { allowed, limit })
    const semantic =
      mode === 'keyword' || question.vector === null || space === undefined
        ? []
        : searchMeaning(this.#file, this.#path, this.#indexes, {
            space,
            values: question.vector.values,
            state,
            allowed,
            limit,
            outside,
          })
    const best = fuse({ keyword, semantic }, mode, question.limit)
    return { found: best.flatMap(each => this.#described(each) ?? []), complete: isComplete }
  }

  #described({ passage_id, score, parts }: Fused): FoundPassage | null {
    const row = searchStore.found(this.#file, passage_id)
    if (row === undefined) return null
    const { document_id, ordinal, text, start_at, end_at } = row
    return {
      document_id,
      ordinal,
      text,
      heading: JSON.parse(row.heading) as string[],
      start: start_at,
      end: end_at,
      score,
      parts,
    }
  }
}
