// BM25 with the constants of its authors.
export const saturation = 1.2
const lengthWeight = 0.75

interface IndexedText {
  /** How often each word stands in it. */
  counts: ReadonlyMap<string, number>
  norm: number
}

/** Words as they are compared: lower case, letters and digits of any script. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Short texts in memory, ranked against words by BM25. For what stands in a database, use its own full-text search. */
export class WordIndex {
  readonly #texts: readonly IndexedText[]
  readonly #having = new Map<string, number>()

  constructor(texts: readonly (readonly string[])[]) {
    const counted = texts.map(words => ({ length: words.length, counts: countsOf(words) }))
    for (const word of counted.flatMap(({ counts }) => [...counts.keys()]))
      this.#having.set(word, (this.#having.get(word) ?? 0) + 1)
    const total = counted.reduce((sum, { length }) => sum + length, 0)
    const average = Math.max(1, total / Math.max(1, texts.length))
    this.#texts = counted.map(({ counts, length }) => ({
      counts,
      norm: saturation * (1 - lengthWeight + (lengthWeight * length) / average),
    }))
  }

  /** How well each text fits the words, in the order of the texts; 0 for one that has none of them. */
  scores(words: readonly string[]): number[] {
    const asked = Array.from(new Set(words), word => ({ word, rarity: this.rarity(word) }))
    return this.#texts.map(({ counts, norm }) =>
      asked.reduce((score, { word, rarity }) => score + rarity * gain(counts.get(word) ?? 0, norm), 0),
    )
  }

  /** The words of one text, each with what it adds to a score before its rarity. */
  gains(index: number): [word: string, gain: number][] {
    const text = this.#texts[index]
    if (text === undefined) return []
    return Array.from(text.counts, ([word, count]) => [word, gain(count, text.norm)])
  }

  rarity(word: string): number {
    const having = this.#having.get(word) ?? 0
    return Math.log(1 + (this.#texts.length - having + 0.5) / (having + 0.5))
  }

  /** The part of the texts that have the word, 0 to 1. */
  share(word: string): number {
    return (this.#having.get(word) ?? 0) / Math.max(1, this.#texts.length)
  }
}

function gain(count: number, norm: number): number {
  return (count * (saturation + 1)) / (count + norm)
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
