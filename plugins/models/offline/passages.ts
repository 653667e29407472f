import { WordIndex, wordsOf } from '@svc/plugin/library/search/word-index'

const maxCharacters = 128 * 1024
const maxSentences = 1000
const maxSentenceCharacters = 600
const maxInstructionWords = 60

// The pull towards what the whole text is about breaks ties and carries summaries.
const centralityWeight = 0.25

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const hasWords = /[\p{L}\p{N}]/u

export interface Passage {
  text: string
  /** Place in the text. */
  index: number
  words: readonly string[]
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
/** `<notes>`, or as prompts mark attachments: `<attachment k3-0 name="a.txt">`, whose end repeats the word after the name. */
const openingTag = /^<([a-z][a-z0-9_-]{0,40})(?: (\S{1,64})(?: .*)?)?>$/i

/** The text between opening and closing tags, each alone on its line, and what stands around; null when nothing is marked so. */
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
    const [, tag, mark] = openingTag.exec(line) ?? []
    const closing = tag ? (lastLineOf.get(`</${tag}${mark === undefined ? '' : ` ${mark}`}>`) ?? -1) : -1
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

/** Ranks the passages of one text against questions. */
export class PassageIndex {
  readonly #passages: readonly Passage[]
  readonly #words: WordIndex
  readonly #centralities: readonly number[]

  constructor(passages: readonly Passage[]) {
    this.#passages = passages
    this.#words = new WordIndex(passages.map(({ words }) => words))
    this.#centralities = passages.map((_, index) => this.#centrality(index))
  }

  /** The `count` passages that fit the question best, in the order of the text. */
  best(question: string, count: number): Passage[] {
    const scores = this.#words.scores(wordsOf(question))
    return this.#passages
      .map((passage, at) => ({ passage, score: (scores[at] ?? 0) + (this.#centralities[at] ?? 0) }))
      .sort((a, b) => b.score - a.score || a.passage.index - b.passage.index)
      .slice(0, count)
      .map(({ passage }) => passage)
      .sort((a, b) => a.index - b.index)
  }

  #centrality(index: number): number {
    const gains = this.#words.gains(index)
    const sum = gains.reduce((total, [word, gain]) => total + this.#commonness(word) * gain, 0)
    return (centralityWeight * sum) / Math.max(1, gains.length)
  }

  /** High for words that many, but not most, passages share: what the text keeps coming back to. */
  #commonness(word: string): number {
    const share = this.#words.share(word)
    return share > 0.5 ? 0 : share * this.#words.rarity(word) * 10
  }
}
