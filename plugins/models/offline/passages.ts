const maxCharacters = 128 * 1024
const maxSentences = 1000
const maxSentenceCharacters = 600
const maxInstructionWords = 60

// BM25 with the constants of its authors; the pull towards what the whole text is about breaks ties and carries summaries.
const saturation = 1.2
const lengthWeight = 0.75
const centralityWeight = 0.25

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const hasWords = /[\p{L}\p{N}]/u

export interface Passage {
  text: string
  /** Place in the text. */
  index: number
  words: readonly string[]
}

/** Words as they are compared: lower case, letters and digits of any script. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The sentences of a text whose lines are their own; no more than anyone will rank. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split('\n')) {
    for (const { segment } of segmenter.segment(line)) {
      if (hasWords.test(segment)) sentences.push(segment.trim())
      if (sentences.length >= maxSentences) return sentences
    }
  }
  return sentences
}

function blocksOf(text: string): string[] {
  return text
    .slice(0, maxCharacters)
    .split(/\n\s*\n/)
    .map(block => block.trim())
    .filter(block => block !== '')
}

/** A prompt, taken apart: what is asked, and the passages it may be answered from. */
export interface Prompt {
  question: string
  /** The text from which the answer may be taken. */
  source: string
  passages: readonly Passage[]
}

const sourceHeading = /^#{0,6} ?[\p{L}\p{N}' ]{1,40}:$/u
const openingTag = /^<([a-z][a-z0-9_-]{0,40})>$/i

/** The text between `<notes>` and `</notes>`, each alone on its line, and what stands around; null when nothing is marked so. */
function markedParts(text: string): { inside: string; outside: string } | null {
  const lines = text
    .slice(0, maxCharacters)
    .split('\n')
    .map(line => line.trim())
  const lastLineOf = new Map(lines.map((line, index) => [line, index]))
  const inside: string[] = []
  const outside: string[] = []
  let end = -1
  for (const [index, line] of lines.entries()) {
    if (index <= end) {
      if (index < end) inside.push(line)
      continue
    }
    const tag = openingTag.exec(line)?.[1]
    const closing = tag ? (lastLineOf.get(`</${tag}>`) ?? -1) : -1
    if (closing > index) end = closing
    else outside.push(line)
  }
  return inside.length === 0 ? null : { inside: inside.join('\n'), outside: outside.join('\n') }
}

/** What follows a heading such as `Notes:` in a block of its own, and what stands before it; null without one. */
function headedParts(text: string): { inside: string; outside: string } | null {
  const blocks = blocksOf(text)
  const at = blocks.findIndex((block, index) => index > 0 && sourceHeading.test(block))
  if (at === -1 || at === blocks.length - 1) return null
  return { inside: blocks.slice(at + 1).join('\n\n'), outside: blocks.slice(0, at).join('\n\n') }
}

const marks = /^\s*<([a-z][a-z0-9_-]{0,40})(?: [^<>\n]{0,200})?>\n([\s\S]*)\n<\/\1(?: [^<>\n]{0,200})?>\s*$/i

/** What stands between the tags that mark a whole text as data, such as the output of a tool. */
export function withoutMarks(text: string): string {
  return marks.exec(text)?.[2] ?? text
}

/** True when tags or a heading mark what the answer may be taken from. */
export function hasMarkedSource(text: string): boolean {
  return markedParts(text) !== null || headedParts(text) !== null
}

/**
 * What is marked by tags, or follows a heading, is the source, and all around it is what is asked. Without marks, the first block, when it is short,
 * and every sentence that ends in a question mark are asked; a prompt of one block gives its first sentence to the question.
 */
export function readPrompt(text: string): Prompt {
  const marked = markedParts(text) ?? headedParts(text)
  if (marked) {
    return { question: marked.outside, source: marked.inside, passages: passagesOf(sentencesOf(marked.inside)) }
  }
  const [first = '', ...rest] = blocksOf(text)
  const firstSentences = sentencesOf(first)
  const firstIsInstruction = rest.length > 0 && wordsOf(first).length <= maxInstructionWords
  const asked = firstIsInstruction ? firstSentences : firstSentences.slice(0, 1)
  const candidates = [...firstSentences.slice(asked.length), ...sentencesOf(rest.join('\n'))]
  const questions = candidates.filter(sentence => sentence.endsWith('?'))
  const passages = passagesOf(candidates.filter(sentence => !sentence.endsWith('?')))
  return { question: [...asked, ...questions].join(' '), source: text, passages }
}

function passagesOf(sentences: readonly string[]): Passage[] {
  return sentences
    .slice(0, maxSentences)
    .map((sentence, index) => ({ text: shortened(sentence), index, words: wordsOf(sentence) }))
}

function shortened(sentence: string): string {
  if (sentence.length <= maxSentenceCharacters) return sentence
  return `${sentence.slice(0, maxSentenceCharacters).replace(/\s+\S*$/, '')} …`
}

interface Ranked {
  passage: Passage
  /** How often each word stands in it. */
  counts: ReadonlyMap<string, number>
  norm: number
  centrality: number
}

/** Ranks the passages of one text against questions by BM25. */
export class PassageIndex {
  readonly #ranked: readonly Ranked[]
  readonly #documents = new Map<string, number>()

  constructor(passages: readonly Passage[]) {
    const counted = passages.map(passage => ({ passage, counts: countsOf(passage.words) }))
    for (const { counts } of counted) {
      for (const word of counts.keys()) this.#documents.set(word, (this.#documents.get(word) ?? 0) + 1)
    }
    const averageLength =
      passages.reduce((sum, passage) => sum + passage.words.length, 0) / Math.max(1, passages.length)
    this.#ranked = counted.map(({ passage, counts }) => {
      const norm = saturation * (1 - lengthWeight + (lengthWeight * passage.words.length) / Math.max(1, averageLength))
      return { passage, counts, norm, centrality: this.#centrality(counts, norm, passages.length) }
    })
  }

  /** The `count` passages that fit the question best, in the order of the text. */
  best(question: string, count: number): Passage[] {
    const asked = Array.from(new Set(wordsOf(question)), word => ({
      word,
      rarity: this.#rarity(word, this.#ranked.length),
    }))
    return this.#ranked
      .map(ranked => ({ passage: ranked.passage, score: this.#score(ranked, asked) }))
      .sort((a, b) => b.score - a.score || a.passage.index - b.passage.index)
      .slice(0, count)
      .map(({ passage }) => passage)
      .sort((a, b) => a.index - b.index)
  }

  #score({ counts, norm, centrality }: Ranked, asked: readonly { word: string; rarity: number }[]): number {
    return asked.reduce((score, { word, rarity }) => score + rarity * gain(counts.get(word) ?? 0, norm), centrality)
  }

  #centrality(counts: ReadonlyMap<string, number>, norm: number, passages: number): number {
    let sum = 0
    for (const [word, count] of counts) sum += this.#commonness(word, passages) * gain(count, norm)
    return (centralityWeight * sum) / Math.max(1, counts.size)
  }

  #rarity(word: string, passages: number): number {
    const having = this.#documents.get(word) ?? 0
    return Math.log(1 + (passages - having + 0.5) / (having + 0.5))
  }

  /** High for words that many, but not most, passages share: what the text keeps coming back to. */
  #commonness(word: string, passages: number): number {
    const share = (this.#documents.get(word) ?? 0) / Math.max(1, passages)
    return share > 0.5 ? 0 : share * this.#rarity(word, passages) * 10
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
