import type { SpaceRow } from '../vector-store.ts'
import type { AllowedDocuments } from './document-filter.ts'
import type { SearchFile } from './search-file.ts'
import { searchStore } from './search-store.ts'
import type { SearchState } from './search-store.ts'
import type { SketchIndexes } from './sketch-indexes.ts'

export interface NearPassage {
  passage_id: number
  document_key: number
  /** Cosine, -1 to 1. */
  similarity: number
}

export interface SemanticQuestion {
  space: SpaceRow
  /** Of length 1. */
  values: Float32Array
  state: SearchState
  allowed: AllowedDocuments | null
  limit: number
  /** Found elsewhere, and what is newer than the finder knows is looked through besides. */
  outside: { passageIds: readonly number[]; through: number } | null
}

// A tail that is longer is found faster by the sketches.
const longestTail = 2000

/** The passages nearest in meaning, by the vectors in the file themselves. */
export function searchMeaning(
  file: SearchFile,
  path: string,
  indexes: SketchIndexes,
  question: SemanticQuestion,
): NearPassage[] {
  const found = fromOutside(file, question) ?? fromSketches(file, path, indexes, question)
  return found.sort((a, b) => b.similarity - a.similarity || a.passage_id - b.passage_id).slice(0, question.limit)
}

function fromSketches(
  file: SearchFile,
  path: string,
  indexes: SketchIndexes,
  question: SemanticQuestion,
): NearPassage[] {
  const { space, values, state, allowed, limit } = question
  const index = indexes.of(file, path, space, state)
  return index.nearest(values, limit, allowed).flatMap(slot => {
    const { passageId, vectorId, documentKey } = index.at(slot)
    const numbers = searchStore.numbers(file, vectorId)
    if (numbers === undefined) return []
    return [{ passage_id: passageId, document_key: documentKey, similarity: similarity(numbers, values) }]
  })
}

function fromOutside(file: SearchFile, question: SemanticQuestion): NearPassage[] | null {
  const { space, values, allowed, outside, limit } = question
  if (outside === null) return null
  const tail = searchStore.vectorsAfter(file, space.space_id, outside.through, longestTail + 1)
  if (tail.length > longestTail) return null
  const named = outside.passageIds.flatMap(id => searchStore.vectorOf(file, space.space_id, id) ?? [])
  const rows = new Map([...named, ...tail].map(row => [row.vector_id, row]))
  const left = [...rows.values()].filter(row => allowed === null || allowed.flags[row.document_key] === 1)
  // The finder does not know the filter: where it leaves few, nearer ones than these may be what it did not name.
  if (left.length < rows.size && left.length < limit / 2) return null
  return left.map(({ passage_id, document_key, numbers }) => ({
    passage_id,
    document_key,
    similarity: similarity(numbers, values),
  }))
}

/** Of a passage that was found otherwise; null: it has no vector of the space. */
export function similarityOf(file: SearchFile, space: SpaceRow, id: number, values: Float32Array): number | null {
  const row = searchStore.vectorOf(file, space.space_id, id)
  return row === undefined ? null : similarity(row.numbers, values)
}

/** Cosine similarity: both are of length 1. */
function similarity(numbers: Uint8Array, values: Float32Array): number {
  const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.byteLength)
  let sum = 0
  for (let index = 0; index < values.length; index += 1) {
    sum += view.getFloat16(index * 2, true) * (values[index] as number)
  }
  return Math.max(-1, Math.min(1, sum))
}
