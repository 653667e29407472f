import type { MemoryFilter, VectorSpace } from '@svc/plugin'

export interface CandidateQuestion {
  workspaceId: string
  space: VectorSpace
  /** Of length 1. */
  vector: Float32Array
  filter: MemoryFilter
  /** Passages wanted. */
  limit: number
}

export interface Candidates {
  passageIds: readonly number[]
  /** Up to which change of the workspace the source knows its vectors; what was added after is looked through besides. */
  through: number
}

/**
 * Finds passages whose vectors may be near, in place of the sketches in memory. What it names is a hint: the workspace's file decides
 * which of them there are, whether the filter holds, and how near they are.
 */
export interface CandidateSource {
  /** Null: it has no answer now, and the sketches serve. Never rejects but with the signal's reason. */
  candidates(question: CandidateQuestion, signal: AbortSignal): Promise<Candidates | null>
  /** To be called before the workspace's vectors change; the source follows when they have. */
  changed(workspaceId: string): void
}

export interface AddedVector {
  seq: number
  space: VectorSpace
  passage_id: number
  values: Float32Array
}

export interface RemovedVector {
  seq: number
  space_key: string
  passage_id: number
}

/** What happened to the vectors of a workspace, in order. */
export interface VectorChanges {
  /** Names the life of the file's numbering: of another one, nothing that was learned before counts. */
  instance: string
  added: AddedVector[]
  removed: RemovedVector[]
  /** Up to here nothing is missing; pass it to the next call. */
  through: number
  /** Where the file stands. Equal to `through`: that was all. */
  newest: number
  /** False when removals since `seq` are no longer known: what is not added again may be gone. */
  complete: boolean
}
