import { saturation, wordsOf } from '../search/word-index.ts'
import { stem } from '../search/stem.ts'
import type { Section } from './sections.ts'
import { synonyms } from './synonyms.ts'

/** Where a link leads says nothing of where it stands. */
const linkTarget = /\]\([^)\s]*\)/g

type Parts = Pick<Section, 'title' | 'headings' | 'text'>

/** The parts of a section: a word of a heading says more than one of the text, and how long a heading is matters less. */
const fields = [
  { weight: 2, lengthWeight: 0.5, textOf: ({ title }: Parts) => title },
  { weight: 6, lengthWeight: 0.5, textOf: ({ headings }: Parts) => headings.join(' ') },
  { weight: 1, lengthWeight: 0.75, textOf: ({ text }: Parts) => text.replace(linkTarget, ']') },
]
/** What a word of the manual counts for that stands for one of the question. */
const synonymWeight = 0.5
const withoutMeaning = new Set(
  'a although am an and any are at be by can could do does each every for from get has have how i if in into is it its let make me my not of on one or our should so some than that the their them then there they this to use used using want was we were what when where which who why will with working works would you your svc'.split(
    ' ',
  ),
)

/** A word of a question with those that mean the same, each with what it counts for. */
type Meaning = ReadonlyMap<string, number>

/** The sections of a manual, ranked against words by BM25F: BM25 over parts of different weights. */
export class SectionIndex {
  /** How often each word stands in a section, by the weights of its parts. */
  readonly #counts: readonly ReadonlyMap<string, number>[]
  readonly #having = new Map<string, number>()

  constructor(sections: readonly Parts[]) {
    // The same words come again and again.
    const stems = new Map<string, string>()
    const parts = fields.map(({ textOf, ...field }) => {
      const words = sections.map(section => termsOf(textOf(section), stems))
      const average = Math.max(1, words.flat().length / Math.max(1, sections.length))
      return { ...field, words, average }
    })
    this.#counts = sections.map((_section, at) => {
      const counts = new Map<string, number>()
      for (const { weight, lengthWeight, words, average } of parts) {
        const found = words[at] ?? []
        const gain = weight / (1 - lengthWeight + (lengthWeight * found.length) / average)
        for (const word of found) counts.set(word, (counts.get(word) ?? 0) + gain)
      }
      return counts
    })
    for (const word of this.#counts.flatMap(counts => [...counts.keys()]))
      this.#having.set(word, (this.#having.get(word) ?? 0) + 1)
  }

  /** How well each section fits a question, in the order of the sections; 0 for one that has none of its words. */
  scores(question: string): number[] {
    const meanings = meaningsOf(question)
    return this.#counts.map(counts => {
      const gains = meanings.map(meaning => this.#gain(counts, meaning)).filter(gain => gain > 0)
      // A section that has all the words fits better than one that says a rare one often.
      const coverage = gains.length / Math.max(1, meanings.length)
      return coverage * gains.reduce((sum, gain) => sum + gain, 0)
    })
  }

  #gain(counts: ReadonlyMap<string, number>, meaning: Meaning): number {
    const gains = Array.from(meaning, ([word, weight]) => {
      const count = counts.get(word) ?? 0
      return (weight * this.#rarity(word) * count * (saturation + 1)) / (count + saturation)
    })
    return Math.max(...gains)
  }

  #rarity(word: string): number {
    const having = this.#having.get(word) ?? 0
    return Math.log(1 + (this.#counts.length - having + 0.5) / (having + 0.5))
  }
}

/** The words of a text that mean something, without their endings. `stems` keeps those that were seen, for many texts. */
export function termsOf(text: string, stems = new Map<string, string>()): string[] {
  return wordsOf(text)
    .filter(word => !withoutMeaning.has(word))
    .map(word => {
      const known = stems.get(word) ?? stem(word)
      stems.set(word, known)
      return known
    })
}

/** Each word of a question once, with the words of the manual for it. */
function meaningsOf(question: string): Meaning[] {
  const meanings = new Map<string, Meaning>()
  for (const word of termsOf(question)) {
    const similar = similarTo.get(word) ?? []
    meanings.set(word, new Map([...similar.map(each => [each, synonymWeight] as const), [word, 1]]))
  }
  return [...meanings.values()]
}

const similarTo: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(synonyms, ([said, meant]) => [stem(said), meant.map(stem)]),
)
