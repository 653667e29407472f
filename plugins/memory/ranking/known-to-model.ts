import type { QuestionPiece } from '../embedders/token-matches.ts'
import { plainWords } from './question-terms.ts'

/** English words have fewer pieces. */
const piecesOfKnownWord = 2
const spacing = /[▁\s]+/gu

/** Pieces that the model needs for a word of a question: the more, the less it knows of it. */
export function piecesOfWord(question: string, pieces: readonly QuestionPiece[]): number {
  return pieces.length / Math.max(1, plainWords(question).length)
}

/**
 * How far the built-in model's view of a question can be believed, 0 to 1: the share of its letters that are in pieces of the vocabulary, less where
 * words fall into many of them, as those of other languages do.
 */
export function knownToModel(question: string, pieces: readonly QuestionPiece[]): number {
  const known = pieces.filter(({ logProbability }) => logProbability < 0).map(({ text }) => text)
  const lengthOf = (text: string): number => text.replaceAll(spacing, '').length
  const share = Math.min(1, lengthOf(known.join('')) / Math.max(1, lengthOf(question.normalize('NFKC'))))
  return share * Math.min(1, piecesOfKnownWord / piecesOfWord(question, pieces))
}
