import { plainText, plainWords } from './question-terms.ts'
import type { QuestionTerms } from './question-terms.ts'

/** Words farther apart have nothing to do with each other. */
const farthest = 12
const partOfWord = /[\p{L}\p{M}\p{N}_]/u

/** What a text shows of a question's words beyond how often they stand there. */
export interface TextSignals {
  /** From 0: higher, the closer together rare words of the question stand. */
  proximity: number
  /** Of what was meant letter by letter, the share that stands in the text so, by weight; 0 where nothing was. */
  exact: number
}

export function textSignals(terms: QuestionTerms, text: string): TextSignals {
  const plain = plainText(text)
  return { proximity: proximity(terms.words, plain), exact: exactShare(terms, plain) }
}

/**
 * ln(1 + Σ min(weight) / distance²) over pairs of different words of the question, each pair where it stands closest, the distance in words.
 * After the term proximity of Tao and Zhai, SIGIR 2007.
 */
function proximity(words: ReadonlyMap<string, number>, plain: string): number {
  if (words.size < 2) return 0
  const places = plainWords(plain).flatMap((word, at) => (words.has(word) ? { word, at } : []))
  const pairs = new Map<string, number>()
  for (const [index, { word, at }] of places.entries()) {
    for (let next = index + 1; next < places.length; next += 1) {
      const other = places[next]
      if (other === undefined || other.at - at > farthest) break
      if (other.word === word) continue
      const pair = word < other.word ? `${word} ${other.word}` : `${other.word} ${word}`
      const value = Math.min(words.get(word) ?? 0, words.get(other.word) ?? 0) / (other.at - at) ** 2
      pairs.set(pair, Math.max(pairs.get(pair) ?? 0, value))
    }
  }
  return Math.log1p([...pairs.values()].reduce((sum, value) => sum + value, 0))
}

function exactShare({ exact }: QuestionTerms, plain: string): number {
  const all = exact.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return 0
  return exact.reduce((sum, { text, weight }) => sum + (standsIn(plain, text) ? weight : 0), 0) / all
}

/** Not as a part of a longer word. */
function standsIn(plain: string, text: string): boolean {
  for (let at = plain.indexOf(text); at !== -1; at = plain.indexOf(text, at + 1)) {
    if (!partOfWord.test(plain[at - 1] ?? ' ') && !partOfWord.test(plain[at + text.length] ?? ' ')) return true
  }
  return false
}
