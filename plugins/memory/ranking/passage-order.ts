import type { MemoryCandidate, MemoryFindings } from '@svc/plugin'
import type { ScoreParts, ScoreShares } from '@svc/plugin/contracts/memory'
import type { TokenMatches } from '../embedders/token-matches.ts'
import { knownToModel } from './known-to-model.ts'
import { leastSimilarity } from './least-similarity.ts'
import type { OrderedPassage } from './ordered-passage.ts'
import { questionTerms } from './question-terms.ts'
import type { QuestionTerms } from './question-terms.ts'
import { reciprocalRanks } from './reciprocal-ranks.ts'
import { scaleOf, standardized } from './standardized.ts'
import { textSignals } from './text-signals.ts'
import type { TextSignals } from './text-signals.ts'
import { tokenSimilarities } from './token-similarity.ts'

/**
 * What each signal counts. Chosen on the labelled sets `notes` and `pages` of `npm run bench -- memory`, where the order changes little within
 * half and double of each; the set `packages` chose nothing.
 */
const weights: Readonly<ScoreShares> = { meaning: 1, tokens: 0.7, words: 2, proximity: 0.5, exact: 2 }

/** What one question in twenty of these sets has less than; of a few passages, all may be as near. */
const leastDeviations = { meaning: 0.04, tokens: 0.03, ranks: 0.0016 }

/** Characters of passages that are compared piece by piece: the model reads about as many in a tenth of a second. */
const mostCompared = 8000
const leastCompared = 5
/** Of what was asked: a passage that has so much of it is shown, whatever the model says of a language that it may not know. */
const tellingCoverage = 0.3

interface Read {
  candidate: MemoryCandidate
  text: string
  texts: TextSignals
  /** By the ranks, and by what the text shows. */
  shares: ScoreShares
}

/** The candidates of a search by words and meaning: first by their places in both lists, then by a weighted sum of all that speaks for each. */
export class PassageOrder {
  readonly #question: string
  readonly #terms: QuestionTerms
  readonly #first: Read[]
  readonly #compared: number

  constructor(question: string, findings: MemoryFindings) {
    this.#question = question
    this.#terms = questionTerms(question, findings)
    const ranks = findings.candidates.map(reciprocalRanks)
    const scaleIn = (values: number[]) => scaleOf(values, leastDeviations.ranks)
    const [words, meaning] = [scaleIn(ranks.map(each => each.words)), scaleIn(ranks.map(each => each.meaning))]
    const { deviation } = scaleIn(ranks.map(each => each.words + each.meaning))
    this.#first = findings.candidates
      .map((candidate, index) => {
        const text = [...candidate.heading, candidate.text].join('\n')
        const texts = textSignals(this.#terms, text)
        const shares = {
          meaning: ((ranks[index]?.meaning ?? 0) - meaning.mean) / deviation,
          words: ((ranks[index]?.words ?? 0) - words.mean) / deviation,
          tokens: 0,
          proximity: weights.proximity * texts.proximity,
          exact: weights.exact * texts.exact,
        }
        return { candidate, text, texts, shares }
      })
      .sort((a, b) => sumOf(b.shares) - sumOf(a.shares))
    this.#compared = fewEnough(this.#first.map(({ text }) => text.length))
  }

  /** The texts that are worth comparing piece by piece. */
  get compared(): string[] {
    return this.#first.slice(0, this.#compared).map(({ text }) => text)
  }

  /** False when all that was found is too far from the question to answer it. `matches` are of {@link compared}. */
  comesNear(matches: TokenMatches): boolean {
    const isFoundByWords = this.#first.some(
      ({ candidate, texts }) => texts.exact > 0 || (candidate.keyword?.coverage ?? 0) >= tellingCoverage,
    )
    if (isFoundByWords) return true
    const similarities = this.#first.flatMap(({ candidate }) => candidate.semantic?.similarity ?? [])
    return Math.max(-1, ...similarities) >= leastSimilarity(this.#question, matches.pieces)
  }

  /** Best first, by ranks and by what the texts show. */
  byRanks(): OrderedPassage[] {
    return this.#first.map(read => orderedPassage(read, { method: 'ranks', ...read.shares }, null))
  }

  /** Best first, by the weighted sum. `matches` are of {@link compared}. */
  bySum(matches: TokenMatches): OrderedPassage[] {
    const similarities = tokenSimilarities(matches, this.#terms)
    const tokens = standardized(similarities, leastDeviations.tokens)
    const cosines = this.#first.map(({ candidate }) => candidate.semantic?.similarity ?? null)
    const meaning = standardized(cosines, leastDeviations.meaning)
    // What was not compared is taken to match no better than the worst that was.
    const least = Math.min(0, ...tokens)
    const nearest = Math.max(0, ...meaning)
    const trust = knownToModel(this.#question, matches.pieces)
    return this.#first
      .map((read, index) => {
        const { keyword, semantic } = read.candidate
        const { share = 0, coverage = 0 } = keyword ?? {}
        // What has no vector yet is taken to be as near as it has the words.
        const near = semantic === null ? coverage * nearest : (meaning[index] ?? 0)
        const fusion = {
          ...read.shares,
          method: 'sum' as const,
          meaning: trust * weights.meaning * near,
          tokens: trust * weights.tokens * (tokens[index] ?? least),
          // Where no word matched, words do not count.
          words: weights.words * share * coverage,
        }
        return orderedPassage(read, fusion, similarities[index] ?? null)
      })
      .sort((a, b) => sumOf(b.parts.fusion) - sumOf(a.parts.fusion))
  }
}

function orderedPassage(
  { candidate, texts }: Read,
  fusion: ScoreParts['fusion'],
  similarity: number | null,
): OrderedPassage {
  const { keyword, semantic } = candidate
  const tokens = similarity === null ? null : { similarity }
  return { ...candidate, score: logistic(sumOf(fusion)), parts: { keyword, semantic, tokens, ...texts, fusion } }
}

function fewEnough(lengths: readonly number[]): number {
  let characters = 0
  const over = lengths.findIndex((length, index) => {
    characters += length
    return characters > mostCompared && index >= leastCompared
  })
  return over === -1 ? lengths.length : over
}

function sumOf({ meaning, tokens, words, proximity, exact }: ScoreShares): number {
  return meaning + tokens + words + proximity + exact
}

function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}
