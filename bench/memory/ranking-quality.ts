import type { LabelledSet } from './labelled-sets.ts'

/** How well rankings answer the questions of a set. */
export interface RankingQuality {
  /** The share of questions with a right passage among the first ten. */
  recall10: number
  /** … among the first five. */
  recall5: number
  /** … in the first place. */
  recall1: number
  /** The mean of 1/rank of the first right passage among ten, 0 where there is none. */
  mrr10: number
}

/** `rankings` are the passages' ids, best first, one list a question. */
export function rankingQuality({ passages, questions }: LabelledSet, rankings: readonly string[][]): RankingQuality {
  const byId = new Map(passages.map(passage => [passage.id, passage]))
  const ranks = questions.map(({ isRight }, index) => {
    const found = (rankings[index] ?? []).slice(0, 10).map(id => byId.get(id))
    return found.findIndex(passage => passage !== undefined && isRight(passage)) + 1
  })
  const share = (count: number) => count / ranks.length
  return {
    recall10: share(ranks.filter(rank => rank > 0).length),
    recall5: share(ranks.filter(rank => rank > 0 && rank <= 5).length),
    recall1: share(ranks.filter(rank => rank === 1).length),
    mrr10: share(ranks.reduce((sum, rank) => sum + (rank === 0 ? 0 : 1 / rank), 0)),
  }
}
