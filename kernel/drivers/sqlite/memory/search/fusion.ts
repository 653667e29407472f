import type { MemorySearchMode, ScoreParts } from '@svc/plugin'

/** A passage in one of the two lists. */
export interface Ranked {
  passage_id: number
  document_key: number
  keyword?: { bm25: number; index: 'words' | 'trigrams' }
  /** Of what was asked, how much the passage has, 0 to 1. */
  coverage?: number
  similarity?: number
}

export interface Fused {
  passage_id: number
  document_key: number
  score: number
  parts: ScoreParts
}

/** How much the ranks at the top count beside those further down, as in the paper on reciprocal rank fusion. */
export const rrfConstant = 60
export const keywordWeight = 1
export const semanticWeight = 1.5
/** A place counts for something, however little it is believed. */
const leastConfidence = 0.01

/**
 * Joins what was found by words and by meaning, one passage a document: each list gives a passage `weight / (60 + rank)`, times how
 * far that place can be believed, since a list has a first place also where nothing fits: the share of the question's words that the passage has,
 * and its similarity. A passage that leads both and has all that was asked has the score 1. With one list alone the score is its rank's share of
 * the first's.
 */
export function fuse(
  lists: { keyword: readonly Ranked[]; semantic: readonly Ranked[] },
  mode: MemorySearchMode,
  limit: number,
): Fused[] {
  const weights = {
    keyword: mode === 'semantic' ? 0 : keywordWeight,
    semantic: mode === 'keyword' ? 0 : semanticWeight,
  }
  const confidence = (share = 1): number => (mode === 'hybrid' ? Math.max(leastConfidence, share) : 1)
  const most = (weights.keyword + weights.semantic) / (rrfConstant + 1)
  const fused = new Map<number, Fused>()
  const place = ({ passage_id, document_key }: Ranked): Fused => {
    const known = fused.get(passage_id)
    if (known !== undefined) return known
    const fusion = { method: `rrf(${rrfConstant})`, keyword: 0, semantic: 0 }
    const made: Fused = { passage_id, document_key, score: 0, parts: { keyword: null, semantic: null, fusion } }
    fused.set(passage_id, made)
    return made
  }
  for (const [index, ranked] of lists.keyword.entries()) {
    const { parts } = place(ranked)
    if (ranked.keyword !== undefined) parts.keyword = { rank: index + 1, ...ranked.keyword }
    parts.fusion.keyword = (confidence(ranked.coverage) * weights.keyword) / (rrfConstant + index + 1) / most
  }
  for (const [index, ranked] of lists.semantic.entries()) {
    const { parts } = place(ranked)
    parts.semantic = { rank: index + 1, similarity: ranked.similarity ?? 0 }
    parts.fusion.semantic = (confidence(ranked.similarity) * weights.semantic) / (rrfConstant + index + 1) / most
  }
  for (const each of fused.values()) each.score = each.parts.fusion.keyword + each.parts.fusion.semantic
  const sorted = [...fused.values()].sort((a, b) => b.score - a.score || a.passage_id - b.passage_id)
  return bestOfEach(sorted, limit)
}

function bestOfEach(sorted: readonly Fused[], limit: number): Fused[] {
  const documents = new Set<number>()
  const best: Fused[] = []
  for (const each of sorted) {
    if (best.length >= limit) break
    if (documents.has(each.document_key)) continue
    documents.add(each.document_key)
    best.push(each)
  }
  return best
}
