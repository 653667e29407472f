import type { KeywordMatch } from '@svc/plugin'
import { unspacedRuns } from '../unspaced-runs.ts'
import type { AllowedDocuments } from './document-filter.ts'
import type { SearchFile } from './search-file.ts'
import { searchStore } from './search-store.ts'
import type { RankRow, SearchState, TermCount, TextIndex } from './search-store.ts'
import type { TermSplitter } from './term-splitter.ts'

/** `share`: of the best of its list; `coverage`: of what was asked, by how rare its terms are; both from 0 to 1. */
type Scored = RankRow & { share: number; coverage: number }
type Hit = Scored & { index: TextIndex }

export interface KeywordHit {
  passage_id: number
  document_key: number
  keyword: KeywordMatch
}

// More than these are looked up of no question, the first ones first.
const termsLookedUp = 256
const mostTerms = 32
// A term in more of the passages than this says little about any of them, and reading it costs more.
const mostShare = 0.2
// Rows that further terms may add; the first one may be in any number.
const rowsBudget = 30_000
// One term in more passages than this is looked for in the newest of them.
const mostRows = 50_000
// Runs of three that begin with one or two letters.
const mostContinuations = 64
const mostShortRuns = 32
// Where a filter may refuse some of what is found, before all of it is asked for.
const firstTry = 4
const fewPassages = 5000
// How much it counts that a passage has many of the terms, beside how often it has them.
const coverageWeight = 0.5
const countsKept = 20_000
const countsDrift = 0.05

/** Passages that have words of the question, the best first. What was asked is no query language: each term is quoted. */
export class KeywordSearch {
  readonly #file: SearchFile
  readonly #splitter: TermSplitter
  readonly #counts = new Map<string, number>()
  #countedAt = 0

  constructor(file: SearchFile, splitter: TermSplitter) {
    this.#file = file
    this.#splitter = splitter
  }

  search(
    text: string,
    state: SearchState,
    options: { allowed: AllowedDocuments | null; limit: number },
  ): { hits: KeywordHit[]; words: { term: string; passages: number }[] } {
    this.#forgetCounts(state.passages)
    const found = (['words', 'trigrams'] as const).map(index => {
      const asked = this.#terms(index, text)
      const terms = this.#rarest(index, asked, state.passages)
      if (terms.length === 0) return { index, asked, rows: [] }
      const rows = this.#rank(index, terms, options).slice(0, options.limit)
      return { index, asked, rows: this.#covering(index, { asked, terms, passages: state.passages }, rows) }
    })
    const hits = joined(found)
      .slice(0, options.limit)
      .map(({ passage_id, document_key, ...match }, place) => ({
        passage_id,
        document_key,
        keyword: { rank: place + 1, ...match },
      }))
    return { hits, words: (found[0]?.asked ?? []).map(({ term, doc }) => ({ term, passages: doc })) }
  }

  #rank(
    index: TextIndex,
    terms: readonly TermCount[],
    { allowed, limit }: { allowed: AllowedDocuments | null; limit: number },
  ): RankRow[] {
    const match = terms.map(({ term }) => quoted(term)).join(' OR ')
    const within = allowed === null || allowed.few === null ? null : this.#passagesOf(allowed.few)
    const rows = terms.reduce((sum, { doc }) => sum + doc, 0)
    const share = Math.min(1, mostRows / rows)
    const from = share === 1 ? 0 : Math.floor(searchStore.lastPassageId(this.#file) * (1 - share))
    const accepts = ({ document_key }: RankRow): boolean => allowed === null || allowed.flags[document_key] === 1
    if (within !== null) {
      return searchStore.rankWithin(this.#file, index, { match, within, limit: within.length }).filter(accepts)
    }
    if (allowed === null) return searchStore.rank(this.#file, index, { match, from, limit })
    const some = searchStore.rank(this.#file, index, { match, from, limit: limit * firstTry })
    const accepted = some.filter(accepts)
    if (accepted.length >= limit || some.length < limit * firstTry) return accepted
    return searchStore.rank(this.#file, index, { match, from, limit: rows }).filter(accepts)
  }

  /** Passages with more of what was asked rise: FTS5 counts a term that is in half of the passages for nothing. */
  #covering(
    index: TextIndex,
    { asked, terms, passages }: { asked: readonly TermCount[]; terms: readonly TermCount[]; passages: number },
    rows: readonly RankRow[],
  ): Scored[] {
    const most = rows[0]?.bm25 ?? 1
    const weightOf = ({ doc }: TermCount): number =>
      Math.log(1 + (passages - Math.min(doc, passages) + 0.5) / (doc + 0.5))
    const sum = (all: readonly TermCount[]): number => all.reduce((weight, term) => weight + weightOf(term), 0)
    const [all, chosen] = [sum(asked), sum(terms)]
    if (terms.length === 1) return rows.map(row => ({ ...row, share: row.bm25 / most, coverage: chosen / all }))
    const within = rows.map(row => row.passage_id)
    const covered = new Map<number, number>()
    for (const term of terms) {
      for (const id of searchStore.having(this.#file, index, { match: quoted(term.term), within })) {
        covered.set(id, (covered.get(id) ?? 0) + weightOf(term))
      }
    }
    return rows
      .map(row => {
        const weight = covered.get(row.passage_id) ?? 0
        const share = (row.bm25 / most) * (1 - coverageWeight) + (weight / chosen) * coverageWeight
        return { ...row, share, coverage: weight / all }
      })
      .sort((a, b) => b.share - a.share || a.passage_id - b.passage_id)
  }

  #passagesOf(documentKeys: readonly number[]): number[] | null {
    const ids = searchStore.passagesOf(this.#file, documentKeys, fewPassages + 1)
    return ids.length > fewPassages ? null : ids
  }

  #terms(index: TextIndex, text: string): TermCount[] {
    if (index === 'trigrams') return this.#trigrams(text)
    return this.#splitter
      .terms(text, termsLookedUp)
      .filter(term => unspacedRuns(term).join('') !== term)
      .map(term => ({ term, doc: this.#count(index, term) }))
  }

  #trigrams(text: string): TermCount[] {
    const terms = new Map<string, TermCount>()
    let shortRuns = 0
    for (const run of new Set(unspacedRuns(text))) {
      if (terms.size >= termsLookedUp) break
      const letters = [...run.toLowerCase()]
      if (letters.length < 3) {
        shortRuns += 1
        if (shortRuns > mostShortRuns) continue
        for (const found of searchStore.trigramsFrom(this.#file, letters.join(''), mostContinuations)) {
          terms.set(found.term, found)
        }
      }
      for (let at = 0; at + 3 <= letters.length && terms.size < termsLookedUp; at += 1) {
        const term = letters.slice(at, at + 3).join('')
        if (!terms.has(term)) terms.set(term, { term, doc: this.#count('trigrams', term) })
      }
    }
    return [...terms.values()]
  }

  /** The rarest terms first, as many as can be read. */
  #rarest(index: TextIndex, terms: readonly TermCount[], passages: number): TermCount[] {
    const known = terms.filter(({ doc }) => doc > 0).toSorted((a, b) => a.doc - b.doc)
    const most = index === 'words' ? Math.max(1, passages * mostShare) : passages
    const rare = known.filter(({ doc }) => doc <= most)
    // In a small workspace every word is in many of its passages.
    const wanted = rare.length === 0 || passages < 100 ? known : rare
    let rows = 0
    return wanted.slice(0, mostTerms).filter(({ doc }, place) => {
      rows += doc
      return place === 0 || rows <= rowsBudget
    })
  }

  /** To count a term reads all that it is in, so it is kept while there are about as many passages. */
  #count(index: TextIndex, term: string): number {
    const key = `${index} ${term}`
    const known = this.#counts.get(key)
    if (known !== undefined) return known
    const count = searchStore.count(this.#file, index, term)
    if (this.#counts.size >= countsKept) this.#counts.clear()
    // What is rare may come any moment, and is quick to count.
    if (count > 100) this.#counts.set(key, count)
    return count
  }

  #forgetCounts(passages: number): void {
    if (Math.abs(passages - this.#countedAt) <= this.#countedAt * countsDrift) return
    this.#counts.clear()
    this.#countedAt = passages
  }
}

/** The two indexes count different things: what is asked in both kinds of script is led by what leads both lists. */
function joined(found: readonly { index: TextIndex; rows: readonly Scored[] }[]): Hit[] {
  const hits = new Map<number, Hit>()
  for (const { index, rows } of found) {
    for (const row of rows) {
      const { share } = row
      const other = hits.get(row.passage_id)
      const leading = other !== undefined && other.share >= share ? other : { ...row, index }
      const coverage = Math.max(row.coverage, other?.coverage ?? 0)
      hits.set(row.passage_id, { ...leading, share: share + (other?.share ?? 0), coverage })
    }
  }
  return [...hits.values()].sort((a, b) => b.share - a.share || a.passage_id - b.passage_id)
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`
}
