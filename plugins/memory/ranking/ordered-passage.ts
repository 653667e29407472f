import type { MemoryCandidate } from '@svc/plugin'
import type { ScoreParts } from '@svc/plugin/contracts/memory'

/** A candidate in its place. */
export interface OrderedPassage extends MemoryCandidate {
  /** 0 to 1, comparable within one answer. */
  score: number
  parts: ScoreParts
}
