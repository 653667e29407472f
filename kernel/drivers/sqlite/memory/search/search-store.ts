import type { PassageRow } from '../passage-store.ts'
import type { SpaceRow, StateRow } from '../vector-store.ts'
import type { SearchFile } from './search-file.ts'

export interface SearchState extends StateRow {
  facts_seq: number
}
/** Whole words, or runs of three letters of scripts that are written without spaces. */
export type TextIndex = 'words' | 'trigrams'
export interface RankRow {
  passage_id: number
  document_key: number
  bm25: number
}
/** Sketches one after the other, each as the hexadecimal digits of its ids and bits: many of them in one value are read several times faster. */
export interface SketchSlice {
  count: number
  last: number
  digits: string
}
export interface VectorRow {
  vector_id: number
  passage_id: number
  document_key: number
  numbers: Uint8Array
}
export interface FoundRow extends PassageRow {
  document_key: number
  document_id: string
}
export interface TermCount {
  term: string
  doc: number
}
const selectState = `SELECT instance, seq, removals_pruned, passages, facts_seq FROM kernel_passage_state`
const selectSpace = `SELECT space_id, key, dimensions, embedded, embedded_through FROM kernel_passage_spaces WHERE key = ?`
// A word in a heading says more of what stands under it than one in the text.
const headingWeight = 2
const selectWordCount = `SELECT doc FROM temp.word_counts WHERE term = ?`
const selectTrigramCount = `SELECT doc FROM temp.trigram_counts WHERE term = ?`
const selectTrigrams = `SELECT term, doc FROM temp.trigram_counts WHERE term >= ? AND term < ? LIMIT ?`
// The plus keeps the ids from the index of words, which would search it once for each.
const isWithin = '+rowid IN (SELECT value FROM json_each(@within))'
const tables = { words: 'kernel_passage_words', trigrams: 'kernel_passage_trigrams' }
const ranks = {
  words: `-bm25(kernel_passage_words, ${headingWeight}, 1)`,
  trigrams: '-bm25(kernel_passage_trigrams)',
}
const rank = (index: TextIndex, condition: string): string => `
  WITH ranked AS MATERIALIZED (
    SELECT rowid AS passage_id, ${ranks[index]} AS bm25
    FROM ${tables[index]} WHERE ${tables[index]} MATCH @match AND ${condition}
    ORDER BY bm25 DESC, rowid LIMIT @limit
  )
  SELECT r.passage_id, p.document_key, r.bm25 FROM ranked r JOIN kernel_passages p USING (passage_id)
  ORDER BY r.bm25 DESC, r.passage_id`
const have = (index: TextIndex): string =>
  `SELECT rowid FROM ${tables[index]} WHERE ${tables[index]} MATCH @match AND ${isWithin}`
const selectPassagesOf = `
  SELECT passage_id FROM kernel_passages WHERE document_key IN (SELECT value FROM json_each(?)) LIMIT ?`
const selectLastPassage = `SELECT max(passage_id) FROM kernel_passages`
const selectLastDocument = `SELECT max(document_key) FROM kernel_passage_documents`
const selectSketches = `
  SELECT count(*) AS count, max(vector_id) AS last,
    group_concat(printf('%08x%08x%08x', vector_id, passage_id, document_key) || hex(bits), '') AS digits
  FROM (
    SELECT vector_id, passage_id, document_key, bits FROM kernel_passage_sketches
    WHERE space_id = ? AND vector_id > ? ORDER BY vector_id LIMIT ?
  )`
const selectRemoved = `SELECT vector_id FROM kernel_passage_removals WHERE seq > ? AND space_id = ?`
const selectNumbers = `SELECT numbers FROM kernel_passage_vectors WHERE vector_id = ?`
const selectVectors = `
  SELECT s.vector_id, s.passage_id, s.document_key, v.numbers
  FROM kernel_passage_sketches s JOIN kernel_passage_vectors v USING (vector_id)`
const selectVectorOf = `${selectVectors} WHERE s.space_id = ? AND s.passage_id = ?`
const selectVectorsAfter = `${selectVectors} WHERE s.space_id = ? AND s.vector_id > ? LIMIT ?`
const selectFound = `
  SELECT p.passage_id, p.ordinal, p.heading, p.text, p.start_at, p.end_at, p.document_key, d.document_id
  FROM kernel_passages p JOIN kernel_passage_documents d USING (document_key) WHERE p.passage_id = ?`
const selectTagged = `SELECT document_key FROM kernel_passage_tags WHERE tag = ?`
const selectOfSource = `SELECT document_key FROM kernel_passage_documents WHERE source = ?`
const selectCreated = `SELECT document_key FROM kernel_passage_documents WHERE created_at >= ? AND created_at < ?`
const selectTimes = (
  column: 'document_key' | 'valid_from' | 'valid_until',
  time: 'valid_from' | 'valid_until',
): string => `SELECT ${column} FROM kernel_passage_documents WHERE ${time} IS NOT NULL ORDER BY ${time}, document_key`
const selectStartKeys = selectTimes('document_key', 'valid_from')
const selectStarts = selectTimes('valid_from', 'valid_from')
const selectEndKeys = selectTimes('document_key', 'valid_until')
const selectEnds = selectTimes('valid_until', 'valid_until')

const statements = {
  count: { words: selectWordCount, trigrams: selectTrigramCount },
  rank: { words: rank('words', 'rowid >= @from'), trigrams: rank('trigrams', 'rowid >= @from') },
  rankWithin: { words: rank('words', isWithin), trigrams: rank('trigrams', isWithin) },
  have: { words: have('words'), trigrams: have('trigrams') },
}

/** What a search reads. */
export const searchStore = {
  state(file: SearchFile): SearchState {
    return file.get<SearchState>(selectState) ?? { instance: '', seq: 0, removals_pruned: 0, passages: 0, facts_seq: 0 }
  },
  space(file: SearchFile, key: string): SpaceRow | undefined {
    return file.get<SpaceRow>(selectSpace, key)
  },
  count(file: SearchFile, index: TextIndex, term: string): number {
    return file.values<number>(statements.count[index], term)[0] ?? 0
  },
  /** Trigrams of the index that begin so. */
  trigramsFrom(file: SearchFile, start: string, limit: number): TermCount[] {
    return file.all<TermCount>(selectTrigrams, start, `${start}\u{10ffff}`, limit)
  },
  rank(file: SearchFile, index: TextIndex, query: { match: string; from: number; limit: number }): RankRow[] {
    return file.all<RankRow>(statements.rank[index], query)
  },
  rankWithin(
    file: SearchFile,
    index: TextIndex,
    { match, within, limit }: { match: string; within: readonly number[]; limit: number },
  ): RankRow[] {
    return file.all<RankRow>(statements.rankWithin[index], { match, within: JSON.stringify(within), limit })
  },
  /** Which of the passages match. */
  having(
    file: SearchFile,
    index: TextIndex,
    { match, within }: { match: string; within: readonly number[] },
  ): number[] {
    return file.values<number>(statements.have[index], { match, within: JSON.stringify(within) })
  },
  passagesOf(file: SearchFile, documentKeys: readonly number[], limit: number): number[] {
    return file.values<number>(selectPassagesOf, JSON.stringify(documentKeys), limit)
  },
  lastPassageId(file: SearchFile): number {
    return file.values<number | null>(selectLastPassage)[0] ?? 0
  },
  lastDocumentKey(file: SearchFile): number {
    return file.values<number | null>(selectLastDocument)[0] ?? 0
  },
  sketches(file: SearchFile, spaceId: number, after: number, limit: number): SketchSlice | undefined {
    return file.get<SketchSlice>(selectSketches, spaceId, after, limit)
  },
  removed(file: SearchFile, spaceId: number, after: number): number[] {
    return file.values<number>(selectRemoved, after, spaceId)
  },
  numbers(file: SearchFile, vectorId: number): Uint8Array | undefined {
    return file.values<Uint8Array>(selectNumbers, vectorId)[0]
  },
  vectorOf(file: SearchFile, spaceId: number, passageId: number): VectorRow | undefined {
    return file.get<VectorRow>(selectVectorOf, spaceId, passageId)
  },
  vectorsAfter(file: SearchFile, spaceId: number, after: number, limit: number): VectorRow[] {
    return file.all<VectorRow>(selectVectorsAfter, spaceId, after, limit)
  },
  found(file: SearchFile, passageId: number): FoundRow | undefined {
    return file.get<FoundRow>(selectFound, passageId)
  },
  tagged(file: SearchFile, tag: string): number[] {
    return file.values<number>(selectTagged, tag)
  },
  ofSource(file: SearchFile, source: string): number[] {
    return file.values<number>(selectOfSource, source)
  },
  created(file: SearchFile, from: number, before: number): number[] {
    return file.values<number>(selectCreated, from, before)
  },
  /** When documents begin to be valid, sorted, and which. */
  startTimes(file: SearchFile): { keys: number[]; at: number[] } {
    return { keys: file.values<number>(selectStartKeys), at: file.values<number>(selectStarts) }
  },
  endTimes(file: SearchFile): { keys: number[]; at: number[] } {
    return { keys: file.values<number>(selectEndKeys), at: file.values<number>(selectEnds) }
  },
}
