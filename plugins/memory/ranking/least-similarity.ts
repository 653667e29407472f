import type { QuestionPiece } from '../embedders/token-matches.ts'
import { piecesOfWord } from './known-to-model.ts'

/**
 * Fitted by logistic regression on half of the questions that nothing answers (`bench/memory/nothing.json`) beside those of `notes` and `pages`. The
 * more pieces the model needs for a word, the less it knows of the question, and the nearer everything seems to it.
 */
const forPiecesOfWord = 0.36
const atNoPieces = -0.17
/** What is spelt wrong has many pieces too. */
const most = 0.45

/** The cosine of the best passage below which none of them answers the question; for the built-in model, whose pieces these are. */
export function leastSimilarity(question: string, pieces: readonly QuestionPiece[]): number {
  return Math.min(most, atNoPieces + forPiecesOfWord * piecesOfWord(question, pieces))
}
