import type { TokenMatches } from '../token-matches.ts'
import { cutText } from './model/cut-text.ts'
import type { UseLiteAnswer } from './use-lite-thread.ts'

/** What one turn of the model is given. */
export type TurnTask = { texts: readonly string[] } | { question: string; passages: readonly string[] }

/** Work for the model, cut into turns. */
export interface ModelOrder<Result> {
  /** The next turn's part; not asked for again before it is answered. */
  next(): TurnTask
  /** Keeps what came of it; returns the result once all is done. */
  take(answer: UseLiteAnswer): Result | null
}

// About a fifth of a second with the slower runtime, which is what a question waits for at most.
const charactersATurn = 2000
const textsATurn = 16

/** Vectors of texts, in the order of the texts. */
export class SentencesOrder implements ModelOrder<Float32Array[]> {
  readonly #texts: readonly string[]
  readonly #vectors: Float32Array[] = []
  /** Places that are still to do. */
  readonly #places: number[]
  #asked: number[] = []

  constructor(texts: readonly string[]) {
    this.#texts = texts.map(cutText)
    this.#places = [...texts.keys()]
  }

  next(): TurnTask {
    const texts = this.#places.slice(0, textsATurn).map(place => this.#textAt(place))
    this.#asked = this.#places.splice(0, countATurn(texts))
    return { texts: this.#asked.map(place => this.#textAt(place)) }
  }

  take({ vectors }: UseLiteAnswer): Float32Array[] | null {
    for (const [index, place] of this.#asked.entries()) this.#vectors[place] = vectors[index] ?? new Float32Array()
    return this.#places.length === 0 ? this.#vectors : null
  }

  #textAt(place: number): string {
    return this.#texts[place] ?? ''
  }
}

/** How a question compares with passages, in their order. */
export class MatchesOrder implements ModelOrder<TokenMatches> {
  readonly #question: string
  readonly #passages: string[]
  readonly #best: Float32Array[] = []

  constructor(question: string, passages: readonly string[]) {
    this.#question = question
    this.#passages = [...passages]
  }

  next(): TurnTask {
    const passages = this.#passages.splice(0, countATurn(this.#passages.slice(0, textsATurn)))
    return { question: this.#question, passages }
  }

  take({ matches }: UseLiteAnswer): TokenMatches | null {
    this.#best.push(...(matches?.best ?? []))
    return this.#passages.length === 0 ? { pieces: matches?.pieces ?? [], best: this.#best } : null
  }
}

/** At least one text, then as many as make a turn. */
function countATurn(texts: readonly string[]): number {
  let characters = 0
  for (const [count, { length }] of texts.entries()) {
    characters += length
    if (count > 0 && characters > charactersATurn) return count
  }
  return texts.length
}
