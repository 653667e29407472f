import type { MemoryCandidate } from '@svc/plugin'

/** How much the places at the top count beside those further down (Cormack, Clarke and Büttcher, SIGIR 2009). */
const constant = 60
const semanticWeight = 1.5
/** A place counts for something, however little it is believed. */
const leastConfidence = 0.01

/**
 * What a candidate's places in the two lists are worth: `weight / (60 + rank)`, times how far that place can be believed, since a list has a first
 * place also where nothing fits: the share of the question's words that the passage has, and its similarity.
 */
export function reciprocalRanks({ keyword, semantic }: MemoryCandidate): { words: number; meaning: number } {
  const words = keyword === null ? 0 : Math.max(leastConfidence, keyword.coverage) / (constant + keyword.rank)
  if (semantic === null || semantic.rank === null) return { words, meaning: 0 }
  const confidence = Math.max(leastConfidence, semantic.similarity)
  return { words, meaning: (semanticWeight * confidence) / (constant + semantic.rank) }
}
