import leven from 'leven'
import type { CodePoints } from './code-points.ts'

/** The part of a text that is most like a quote which is not there. */
export interface Passage {
  text: string
  /** In code points. */
  start: number
  /** 0 to 1: the share of characters that agree. */
  similarity: number
}

interface Word {
  text: string
  from: number
  to: number
}

const wordPattern = /[\p{L}\p{N}]+/gu
/** Windows that are compared letter by letter, the likeliest first. */
const mostCompared = 5
const leastSimilarity = 0.3
const mostLetters = 2000

/** The passage with most of the quote's words, for an author who mistyped one. Null when nothing is near. */
export function nearestPassage(points: CodePoints, quote: string): Passage | null {
  const wanted = wordsOf(quote)
  const words = wordsOf(points.text)
  if (wanted.length === 0 || words.length === 0) return null
  const passages = likelyWindows(words, wanted).map(([from, to]) => passageOf(points, words[from]!, words[to]!, quote))
  const best = passages.reduce<Passage | null>(
    (found, each) => (found !== null && found.similarity >= each.similarity ? found : each),
    null,
  )
  return best !== null && best.similarity >= leastSimilarity ? best : null
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }))
}

/** Runs as many words long as the quote that share the most words with it, none within another. */
function likelyWindows(words: readonly Word[], wanted: readonly Word[]): [number, number][] {
  const size = Math.min(wanted.length, words.length)
  const left = new Map<string, number>()
  for (const { text } of wanted) left.set(text, (left.get(text) ?? 0) + 1)
  let shared = 0
  const take = (text: string, by: 1 | -1): void => {
    const count = left.get(text)
    if (count === undefined) return
    if (by === 1 ? count > 0 : count >= 0) shared += by
    left.set(text, count - by)
  }
  const scored: { from: number; shared: number }[] = []
  for (let index = 0; index < words.length; index += 1) {
    take(words[index]!.text, 1)
    if (index >= size) take(words[index - size]!.text, -1)
    if (index >= size - 1 && shared > 0) scored.push({ from: index - size + 1, shared })
  }
  const chosen: number[] = []
  for (const { from } of scored.toSorted((a, b) => b.shared - a.shared || a.from - b.from)) {
    if (chosen.every(other => Math.abs(other - from) >= Math.ceil(size / 2))) chosen.push(from)
    if (chosen.length === mostCompared) break
  }
  return chosen.map(from => [from, from + size - 1])
}

function passageOf(points: CodePoints, first: Word, last: Word, quote: string): Passage {
  const text = points.text.slice(first.from, last.to)
  const [one, other] = [plain(text), plain(quote)]
  const similarity = 1 - leven(one, other) / Math.max(one.length, other.length, 1)
  return {
    text: text.slice(0, 5000),
    start: points.pointAt(first.from),
    similarity: Math.round(similarity * 1000) / 1000,
  }
}

function plain(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim().slice(0, mostLetters)
}
