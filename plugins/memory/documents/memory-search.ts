import { bodyFault } from '@svc/plugin'
import type { Clock, DataPlane, MemoryFilter, MemoryFindings, MemoryPlane, MemorySearchMode } from '@svc/plugin'
import type { MemoryAnswer, MemoryQuestion, MemoryResult } from '@svc/plugin/contracts/memory'
import type { WorkspaceEmbedding } from '../embedders/workspace-embedding.ts'
import { bestOfDocuments } from '../ranking/best-of-documents.ts'
import type { OrderedPassage } from '../ranking/ordered-passage.ts'
import type { PassageRanking } from '../ranking/passage-ranking.ts'
import { timeOf } from './check-memory.ts'
import { shownDocument } from './document-row.ts'
import type { DocumentRow } from './document-row.ts'
import { documentStore } from './document-store.ts'

const defaultResults = 5
/** What words and meaning name each, for the ranking to choose from. */
const leastCandidates = 50
const candidatesForOne = 2
/** A document that is changed while it is found is looked for again. */
const mostAttempts = 3

export interface MemorySearchesOptions {
  data: DataPlane
  plane: MemoryPlane
  embedding: WorkspaceEmbedding
  ranking: PassageRanking
  clock: Clock
}

/** Answers questions with what the workspace remembers. */
export class MemorySearches {
  readonly #options: MemorySearchesOptions

  constructor(options: MemorySearchesOptions) {
    this.#options = options
  }

  async search(question: MemoryQuestion): Promise<MemoryAnswer> {
    const { principal, signal, mode = 'hybrid', top_k: limit = defaultResults, rerank } = question
    const { data, plane, ranking, clock } = this.#options
    // Half of a surrogate pair or a NUL finds nothing, and is no reason to refuse the rest.
    const text = question.query.toWellFormed().replaceAll('\0', ' ')
    const filter = this.#filterOf(question)
    // Every turn of an agent asks; where nothing is kept yet, none of them shall load a model or pay for one.
    const { documents } = data.use(principal.workspace_id, db => documentStore.totals(db))
    if (documents === 0) return { results: [], mode, notice: null }
    const { vector, notice } = await this.#vectorOf(question, mode, text)
    const usedMode = vector === null ? 'keyword' : mode
    const wanted = Math.max(leastCandidates, limit * candidatesForOne)
    const search = { mode: usedMode, text, vector, filter, limit: wanted } as const
    for (let attempt = 1; ; attempt += 1) {
      const begunAt = clock.now()
      const findings = await plane.search(principal.workspace_id, search, signal)
      const ordered = await ranking.ordered(principal, { text, mode: usedMode, rerank, findings }, signal)
      const results = this.#resultsOf(principal.workspace_id, bestOfDocuments(ordered, limit), begunAt)
      if (results.includes('changed') && attempt < mostAttempts) continue
      const kept = results.filter(result => result !== 'changed')
      return { results: kept, mode: usedMode, notice: notice ?? noticeOf(usedMode, findings, ordered) }
    }
  }

  /** With the documents as they are now; `changed` in place of one whose passage was of another text. */
  #resultsOf(workspaceId: string, found: readonly OrderedPassage[], begunAt: number): (MemoryResult | 'changed')[] {
    return this.#options.data.use(workspaceId, db => {
      const rows = documentStore.many(
        db,
        found.map(({ document_id }) => document_id),
      )
      const byId = new Map(rows.map(row => [row.id, row]))
      return found.flatMap(passage => {
        // Deleted since it was found.
        const row = byId.get(passage.document_id)
        if (!row) return []
        const isSame =
          row.updated_at < begunAt || documentStore.content(db, row).startsWith(passage.text, passage.start)
        return [isSame ? resultOf(row, passage) : 'changed']
      })
    })
  }

  async #vectorOf({ principal, signal }: MemoryQuestion, mode: MemorySearchMode, text: string) {
    if (mode === 'keyword' || text.trim() === '') return { vector: null, notice: null }
    const answer = await this.#options.embedding.query(principal, text, signal)
    if (!('unavailable' in answer)) return { vector: answer, notice: null }
    return { vector: null, notice: `Found by keywords alone: ${answer.unavailable}` }
  }

  #filterOf({ tags, source, created_from, created_before, at }: MemoryQuestion): MemoryFilter {
    return {
      at: at === undefined ? this.#options.clock.now() : requireTime('at', at),
      ...(tags !== undefined && tags.length > 0 && { tags }),
      ...(source !== undefined && { source }),
      ...(created_from !== undefined && { created_from: requireTime('created_from', created_from) }),
      ...(created_before !== undefined && { created_before: requireTime('created_before', created_before) }),
    }
  }
}

function noticeOf(
  mode: MemorySearchMode,
  { candidates, complete }: MemoryFindings,
  ordered: readonly OrderedPassage[],
): string | null {
  if (candidates.length > 0 && ordered.length === 0) {
    return 'No good match: nothing that is remembered comes near the question. The modes keyword and semantic show what is nearest.'
  }
  if (complete || mode === 'keyword') return null
  return 'Some documents are not embedded yet and were found by keywords alone.'
}

function resultOf(row: DocumentRow, passage: OrderedPassage): MemoryResult {
  const { ordinal, text, heading, start, end, score, parts } = passage
  const chunk = { ordinal, text, heading: [...heading], start, end }
  return { ...shownDocument(row), score, chunk, explain: parts }
}

function requireTime(name: string, text: string): number {
  const time = timeOf(text)
  if (time !== null) return time
  throw bodyFault(`/${name}`, 'must be a time as RFC 3339 has it, such as 2026-01-31T12:00:00Z')
}
