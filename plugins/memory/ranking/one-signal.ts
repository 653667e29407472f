import type { MemoryCandidate } from '@svc/plugin'
import type { OrderedPassage } from './ordered-passage.ts'

const none = { meaning: 0, tokens: 0, words: 0, proximity: 0, exact: 0 }
const unknown = { tokens: null, proximity: 0, exact: 0 }

/** By words alone: the score is the share of the best. `candidates` are in that order. */
export function byWords(candidates: readonly MemoryCandidate[]): OrderedPassage[] {
  const most = candidates[0]?.keyword?.share ?? 1
  return candidates.map(candidate => {
    const { keyword, semantic } = candidate
    const score = (keyword?.share ?? 0) / most
    const fusion = { ...none, method: 'keyword' as const, words: score }
    return { ...candidate, score, parts: { keyword, semantic, ...unknown, fusion } }
  })
}

/** By meaning alone: the score is the similarity, 0 for what is opposite. `candidates` are in that order. */
export function byMeaning(candidates: readonly MemoryCandidate[]): OrderedPassage[] {
  return candidates.map(candidate => {
    const { keyword, semantic } = candidate
    const score = Math.max(0, semantic?.similarity ?? 0)
    const fusion = { ...none, method: 'semantic' as const, meaning: score }
    return { ...candidate, score, parts: { keyword, semantic, ...unknown, fusion } }
  })
}
