import { reportingWords, smallWords, stemOf, turningWords, wordsOf } from './words.ts'

const shingleLength = 3

/** How much of a text another one says already. */
export interface Overlap {
  /** The share of its runs of three words that the other has, 0 to 1. */
  contained: number
  /** False when it has a number, a name, a negation or any other word of weight that the other has not, or the other way round for negations. */
  saysNothingNew: boolean
}

/** A text as the gate compares it. */
export class ComparedText {
  readonly words: readonly string[]
  readonly shingles: ReadonlySet<string>
  readonly #stems: ReadonlySet<string>

  constructor(text: string) {
    this.words = withoutReport(wordsOf(text))
    this.shingles = shinglesOf(this.words)
    this.#stems = new Set(this.words.map(stemOf))
  }

  /** How much of this one the other says. */
  within(other: ComparedText): Overlap {
    let shared = 0
    for (const shingle of this.shingles) if (other.shingles.has(shingle)) shared += 1
    const contained = this.shingles.size === 0 ? 0 : shared / this.shingles.size
    return { contained, saysNothingNew: this.#hasNoNewWord(other) && this.#turnsAsOften(other) }
  }

  #hasNoNewWord(other: ComparedText): boolean {
    return this.words.every(word => smallWords.has(word) || turningWords.has(word) || other.#stems.has(stemOf(word)))
  }

  /** Within a longer text only what stands near counts, so each negation of this one must stand there with its neighbours. */
  #turnsAsOften(other: ComparedText): boolean {
    const turns = this.words.flatMap((word, index) => (turningWords.has(word) ? [index] : []))
    if (turns.length > 0) {
      const pairs = pairsOf(other.words)
      const stands = (index: number) =>
        pairs.has(pairAt(this.words, index)) || (index > 0 && pairs.has(pairAt(this.words, index - 1)))
      if (!turns.every(stands)) return false
    }
    const isAboutAsLong = other.words.length <= this.words.length * 2
    return !isAboutAsLong || countTurns(other.words) === turns.length
  }
}

function countTurns(words: readonly string[]): number {
  return words.filter(word => turningWords.has(word)).length
}

function pairAt(words: readonly string[], index: number): string {
  return `${words[index]} ${words[index + 1] ?? ''}`
}

function pairsOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((_, index) => pairAt(words, index)))
}

function shinglesOf(words: readonly string[]): ReadonlySet<string> {
  if (words.length === 0) return new Set()
  const length = Math.min(shingleLength, words.length)
  const shingles = new Set<string>()
  for (let index = 0; index + length <= words.length; index += 1)
    shingles.add(words.slice(index, index + length).join(' '))
  return shingles
}

/** `The user said that …` says what follows. */
function withoutReport(words: readonly string[]): readonly string[] {
  const end = words.findIndex(word => !smallWords.has(word))
  const verb = words.slice(0, Math.max(end, 0)).findLastIndex(word => reportingWords.has(word))
  if (verb === -1) return words
  return words.slice(words[verb + 1] === 'that' ? verb + 2 : verb + 1)
}
