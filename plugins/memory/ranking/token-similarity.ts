import type { TokenMatches } from '../embedders/token-matches.ts'
import { plainText, plainWords } from './question-terms.ts'
import type { QuestionTerms } from './question-terms.ts'

/** Pieces that are as frequent in texts at large as this say nothing. */
const commonestLogProbability = -4
const leastWeight = 0.05
const wordStart = '▁'

/**
 * For each passage, the weighted mean of how near its nearest piece is to each piece of the question, -1 to 1 (the MaxSim of Khattab and Zaharia,
 * SIGIR 2020, with weights: a piece that is rare at large, of a word that is rare in the workspace, counts most).
 */
export function tokenSimilarities({ pieces, best }: TokenMatches, terms: QuestionTerms): number[] {
  const words = wordsOf(pieces.map(({ text }) => text))
  const weights = pieces.map(({ logProbability }, index) => {
    const atLarge = Math.max(commonestLogProbability - logProbability, leastWeight)
    const here = Math.max(rarest(words[index] ?? '', terms), leastWeight)
    return Math.sqrt(atLarge * here)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  return best.map(
    cosines => cosines.reduce((sum, cosine, index) => sum + cosine * (weights[index] ?? 0), 0) / (all || 1),
  )
}

function rarest(word: string, terms: QuestionTerms): number {
  return Math.max(0, ...plainWords(plainText(word)).map(part => terms.weightOf(part)))
}

/** For each piece the word that it is a part of. */
function wordsOf(pieces: readonly string[]): string[] {
  const words: string[] = []
  const wordAt = pieces.map((piece, index) => {
    if (index === 0 || piece.startsWith(wordStart)) words.push('')
    words[words.length - 1] += piece.replaceAll(wordStart, '')
    return words.length - 1
  })
  return wordAt.map(at => words[at] ?? '')
}
