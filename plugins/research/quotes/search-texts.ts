import { readFile } from 'node:fs/promises'
import { CodePoints } from './code-points.ts'
import { pageAt } from './find-quote.ts'

/** The text of a source, in a file. */
export interface SearchedText {
  source_id: string
  path: string
}

export interface FoundPassage {
  source_id: string
  text: string
  /** In code points. */
  start: number
  page: number | null
  /** 0 to 1: the share of the words that were looked for, the rarer ones counting more. */
  score: number
}

interface Scored {
  from: number
  to: number
  words: string[]
}

const wordPattern = /[\p{L}\p{N}]+/gu
const passageEnd = /\n\s*\n|\f|[.!?…]["'”’)\]]*\s+/gu
/** Sentences are joined up to this length. */
const usualPassage = 600
const mostPassage = 1500

/** Passages that hold the words of a query, the best first. Runs in a thread. */
export async function searchTexts({
  texts,
  query,
  limit,
}: {
  texts: readonly SearchedText[]
  query: string
  limit: number
}): Promise<FoundPassage[]> {
  const wanted = [...new Set(wordsIn(query))]
  const holding = new Map<string, number>()
  const found: (FoundPassage & Pick<Scored, 'words'>)[] = []
  let passages = 0
  for (const { source_id, path } of texts) {
    const text = await readText(path)
    if (text === null) continue
    const points = new CodePoints(text)
    for (const { from, to, words } of passagesOf(text, wanted, () => (passages += 1))) {
      for (const word of words) holding.set(word, (holding.get(word) ?? 0) + 1)
      const passage = text.slice(from, Math.min(to, from + mostPassage)).toWellFormed()
      found.push({ source_id, text: passage, start: points.pointAt(from), page: pageAt(text, from), score: 0, words })
    }
  }
  const weight = (word: string) => Math.log(1 + passages / (holding.get(word) ?? 0.5))
  const all = wanted.reduce((sum, word) => sum + weight(word), 0)
  return found
    .map(({ words, ...passage }) => ({
      ...passage,
      score: Math.round((words.reduce((sum, word) => sum + weight(word), 0) / all) * 1000) / 1000,
    }))
    .toSorted((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, limit)
}

/** Those that hold at least one of the words; `seen` is called for each. */
function* passagesOf(text: string, wanted: readonly string[], seen: () => void): Generator<Scored> {
  let from = 0
  const ends = [...Array.from(text.matchAll(passageEnd), ({ 0: end, index }) => index + end.length), text.length]
  for (const [index, to] of ends.entries()) {
    const isLast = index === ends.length - 1
    if (!isLast && ends[index + 1]! - from <= usualPassage && !/\n\s*\n|\f/u.test(text.slice(to - 2, to))) continue
    seen()
    const present = new Set(wordsIn(text.slice(from, to)))
    const words = wanted.filter(word => present.has(word))
    const lead = text.slice(from, to).search(/\S/u)
    if (words.length > 0)
      yield { from: from + Math.max(lead, 0), to: from + text.slice(from, to).trimEnd().length, words }
    from = to
  }
}

function wordsIn(text: string): string[] {
  return Array.from(text.matchAll(wordPattern), ([word]) => word.toLowerCase())
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    // A verification names what is gone; a search goes on with the rest.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
