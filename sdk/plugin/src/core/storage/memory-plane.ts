import { defineService } from '../../service.ts'
import type { WorkspaceDatabase } from './data-plane.ts'

/** A piece of a document that is found by itself. */
export interface Passage {
  /** From 0, in the order of the document. */
  ordinal: number
  text: string
  /** The headings it stands under, the outermost first. */
  heading: readonly string[]
  /** Where its text stands in the document's, in UTF-16 units: `content.slice(start, end)`. */
  start: number
  end: number
}

/** What a passage is filtered by: the same for all of a document. Times are milliseconds since the epoch. */
export interface PassageFacts {
  source: string | null
  tags: readonly string[]
  created_at: number
  /** The passage is found at times from here on; null: always. */
  valid_from: number | null
  /** The passage is found at times before this; null: always. */
  valid_until: number | null
}

export interface PassageDocument extends PassageFacts {
  document_id: string
  passages: readonly Passage[]
}

/** Passages that {@link MemoryPlane.prepare} has kept, for {@link MemoryPlane.putPrepared}. */
export interface PreparedPassages {
  readonly passages: readonly Passage[]
}

/** Which texts a vector may be compared with: those of the same embedder, whose key names model, version and dimensions. */
export interface VectorSpace {
  key: string
  dimensions: number
}

export interface MemoryFilter {
  /** Passages that have all of them. */
  tags?: readonly string[]
  source?: string
  created_from?: number
  created_before?: number
  /** The time whose validity counts. */
  at: number
}

export type MemorySearchMode = 'hybrid' | 'keyword' | 'semantic'

export interface MemorySearch {
  mode: MemorySearchMode
  /** What was asked, as it was written: it is no query language. */
  text: string
  /** The same as a vector; null: by keywords alone, whatever the mode. Of another length than its space is an InternalError. */
  vector: { space: VectorSpace; values: Float32Array } | null
  filter: MemoryFilter
  /** Passages wanted by words, and as many by meaning; 1 to 400. */
  limit: number
}

/** How a passage was found by its words. */
export interface KeywordMatch {
  /** From 1. */
  rank: number
  /** Larger for better ones. */
  bm25: number
  /** The one that found it: whole words, or runs of three letters for scripts without spaces. */
  index: 'words' | 'trigrams'
  /** Of the best in its list, 0 to 1; up to 2 for what both indexes found. */
  share: number
  /** Of what was asked, how much the passage has, by how rare the words are, 0 to 1. */
  coverage: number
}

/** A passage that may answer a question. */
export interface MemoryCandidate extends Passage {
  document_id: string
  /** Null: not among the best by words. */
  keyword: KeywordMatch | null
  /** Cosine similarity, -1 to 1, and the rank from 1; rank null: found by its words alone. Null: without a vector. */
  semantic: { rank: number | null; similarity: number } | null
}

export interface MemoryFindings {
  /** Those found by words, the best first, then the others, the nearest first. Of one document at most three in each list while others are left. */
  candidates: MemoryCandidate[]
  /** Words of the question, as the index has them, and how many passages have each. */
  words: { term: string; passages: number }[]
  /** In the workspace. */
  passages: number
  /** False while passages of the workspace have no vector of the space yet: they were found by keywords alone. */
  complete: boolean
}

/** How far a workspace's passages have vectors of one embedder. */
export interface VectorCount {
  passages: number
  embedded: number
}

/**
 * The memory plane: passages of text, found by their words and by their meaning. Text and vectors are in the workspace's file, so that a
 * copy of it carries both; where the control plane is a PostgreSQL that has pgvector, that finds the candidates, and the file's own vectors rank them.
 * Which passages there are is decided with the caller's own records, in its transaction; vectors are derived, and follow.
 */
export interface MemoryPlane {
  /** Within a transaction on the workspace's file: the document's passages are these and no others. Passages whose text stays keep their vectors. */
  put(db: WorkspaceDatabase, document: PassageDocument): void
  /**
   * Keeps the passages of a document that may have many, a few at a time, where nobody finds them until they are put. Those whose text the
   * document (null: a new one) has already get the same vectors. @throws the signal's reason
   */
  prepare(
    workspaceId: string,
    documentId: string | null,
    passages: readonly Passage[],
    signal: AbortSignal,
  ): Promise<PreparedPassages>
  /** Within a transaction: as {@link put}, at once however many there are. @throws UnavailableError when they are no longer there */
  putPrepared(db: WorkspaceDatabase, document: PassageFacts & { document_id: string }, prepared: PreparedPassages): void
  /** They will not be put. */
  discard(workspaceId: string, prepared: PreparedPassages): void
  /**
   * Removes, a few passages at a time, what {@link put} and {@link remove} have left of documents of many passages, and what was prepared
   * before `before` and never put. To be called after them, and where they may have been cut short. @throws the signal's reason
   */
  tidy(workspaceId: string, before: number, signal: AbortSignal): Promise<void>
  /** False while {@link tidy} has, or may come to have, something to remove. */
  isTidy(workspaceId: string): boolean
  /** Within a transaction: changes what the document's passages are filtered by. */
  describe(db: WorkspaceDatabase, documentId: string, facts: PassageFacts): void
  /** Within a transaction: nobody finds them any more. */
  remove(db: WorkspaceDatabase, documentIds: readonly string[]): void
  /** Passages without a vector of the space, the oldest first; `text` begins with its headings. `documentIds` narrows it to these. */
  unembedded(
    workspaceId: string,
    space: VectorSpace,
    options: { limit: number; documentIds?: readonly string[] },
  ): { passage_id: number; text: string }[]
  /** Keeps vectors; what was changed or removed meanwhile is left out. @throws InternalError for a vector of the wrong length or with a value that is no finite number */
  addVectors(
    workspaceId: string,
    space: VectorSpace,
    vectors: readonly { passage_id: number; values: Float32Array }[],
  ): void
  count(workspaceId: string, space: VectorSpace): VectorCount
  /** The keys of all embedders that the workspace's file has vectors of. */
  spaces(workspaceId: string): VectorSpace[]
  /** Removes the vectors of an embedder, at most `limit` at once; true when none are left. */
  dropVectors(workspaceId: string, key: string, limit: number): boolean
  /** What may answer a question, for its caller to order. Reads in a thread of its own. @throws UnavailableError, the signal's reason */
  search(workspaceId: string, search: MemorySearch, signal: AbortSignal): Promise<MemoryFindings>
}

export const memoryPlane = defineService<MemoryPlane>('core.memory-plane')
