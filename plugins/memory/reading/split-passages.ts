import { PayloadTooLargeError } from '@svc/plugin'
import type { Passage } from '@svc/plugin'
import type { Block } from './block.ts'
import { countWords } from './count-words.ts'
import { cutBlock } from './cut-block.ts'
import type { Stretch } from './cut-block.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { textBlocks } from './text-lines.ts'

/** How long passages are, in words; measured with `npm run bench -- memory`. */
export const passageWords = {
  /** Neighbours under one heading are joined up to here. */
  joined: 120,
  /** A paragraph longer than this is cut at its sentences. */
  paragraph: 180,
  /** Code, tables and list items longer than this are cut at their lines and parts. */
  whole: 300,
  /** A last passage shorter than this is joined with the one before it, if both stand under the same heading. */
  rest: 20,
}

const longestPassage = 20_000
/** Passages of one document. A text with more is malicious, or many texts in one. */
const mostPassages = 50_000
const sliceMs = 4
const breatheEvery = 500

/**
 * The passages in which a document is found: by its headings, never across one; code, tables and list items whole unless they are too
 * long. `content.slice(start, end)` is the passage's text; the headings it stands under are not in it.
 */
export function splitPassages(content: string, format: 'markdown' | 'text'): Passage[] {
  return [...passages(content, format)].filter(passage => passage !== null)
}

/** The same, for long documents: lets other work go on every few milliseconds. */
export async function splitPassagesInSlices(
  content: string,
  format: 'markdown' | 'text',
  signal: AbortSignal,
): Promise<Passage[]> {
  const found: Passage[] = []
  let sliceEnd = performance.now() + sliceMs
  for (const passage of passages(content, format)) {
    if (passage) found.push(passage)
    if (found.length > mostPassages) throw tooMany()
    if (performance.now() < sliceEnd) continue
    await new Promise(resolve => setImmediate(resolve))
    signal.throwIfAborted()
    sliceEnd = performance.now() + sliceMs
  }
  return found
}

/** Null now and then where many blocks make no passage. */
function* passages(content: string, format: 'markdown' | 'text'): Generator<Passage | null> {
  let ordinal = 0
  for (const section of sections(content, format)) {
    if (!section) {
      yield null
      continue
    }
    const { heading, start, end } = section
    // Words can be far apart: what stands between them has no end of its own.
    for (let from = start, to = start; from < end; from = to) {
      to = end - from <= longestPassage ? end : wholeCharacters(content, from + longestPassage)
      const piece = trimmed(content, { start: from, end: to })
      const text = content.slice(piece.start, piece.end)
      yield /[\p{L}\p{N}]/u.test(text) ? { ordinal: ordinal++, text, heading, ...piece } : null
    }
  }
  if (ordinal > 0) return
  // Signs alone, such as a row of emoji, are a passage when there is nothing else.
  const whole = trimmed(content, { start: 0, end: Math.min(content.length, 2000) })
  if (whole.start < whole.end) yield { ordinal, text: content.slice(whole.start, whole.end), heading: [], ...whole }
}

function tooMany(): PayloadTooLargeError {
  const message = `The content falls into more than ${mostPassages.toLocaleString('en')} passages. Cut it into several documents.`
  return new PayloadTooLargeError(message)
}

interface HeadedStretch extends Stretch {
  heading: readonly string[]
}

function* sections(content: string, format: 'markdown' | 'text'): Generator<HeadedStretch | null> {
  const blocks = format === 'markdown' ? markdownBlocks(content) : textBlocks(content)
  const path: { level: number; title: string; place: Stretch; hasText: boolean }[] = []
  const heading = (): string[] => path.map(({ title }) => title)
  const section = new Section(content)

  /** A heading with nothing under it is found by its own words. */
  function* leave(level: number): Generator<HeadedStretch> {
    for (const stretch of section.close()) yield { heading: heading(), ...stretch }
    while (path.length > 0 && path.at(-1)!.level >= level) {
      const left = path.pop()!
      if (!left.hasText && left.title !== '') yield { heading: heading(), ...left.place }
    }
  }

  let seen = 0
  for (const block of blocks) {
    if (++seen % breatheEvery === 0 || !block) yield null
    if (!block) continue
    if (block.kind === 'heading') {
      yield* leave(block.level!)
      for (const above of path) above.hasText = true
      path.push({ level: block.level!, ...headingText(content, block), hasText: false })
      continue
    }
    for (const above of path) above.hasText = true
    for (const stretch of section.add(block)) yield { heading: heading(), ...stretch }
  }
  yield* leave(0)
}

/** Joins what stands under one heading into passages. */
class Section {
  readonly #content: string
  /** Finished but for a short rest that may follow. */
  #before: (Stretch & { words: number }) | null = null
  #current: (Stretch & { words: number }) | null = null

  constructor(content: string) {
    this.#content = content
  }

  *add(block: Block): Generator<Stretch> {
    const words = countWords(this.#content, block.start, block.end)
    const most = block.kind === 'text' ? passageWords.paragraph : passageWords.whole
    if (words <= most) {
      yield* this.#join(block, words)
      return
    }
    for (const piece of cutBlock(this.#content, block, passageWords.joined))
      yield* this.#join(piece, countWords(this.#content, piece.start, piece.end))
  }

  *close(): Generator<Stretch> {
    const [before, current] = [this.#before, this.#current]
    this.#before = null
    this.#current = null
    if (before && current && current.words < passageWords.rest) {
      yield trimmed(this.#content, { start: before.start, end: current.end })
      return
    }
    for (const each of [before, current]) if (each) yield trimmed(this.#content, each)
  }

  *#join({ start, end }: Stretch, words: number): Generator<Stretch> {
    const current = this.#current
    if (current && current.words + words <= passageWords.joined) {
      this.#current = { start: current.start, end, words: current.words + words }
      return
    }
    if (this.#before) yield trimmed(this.#content, this.#before)
    this.#before = current
    this.#current = { start, end, words }
  }
}

/** There, or one before where that would be in the midst of a character. */
function wholeCharacters(content: string, at: number): number {
  const last = content.charCodeAt(at - 1)
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at
}

function trimmed(content: string, { start, end }: Stretch): Stretch {
  const text = content.slice(start, end)
  // The first line keeps its indentation only where something stands before it.
  const from = start + (text.length - text.trimStart().length)
  return { start: from, end: Math.max(from, start + text.trimEnd().length) }
}

const maxCharacters = 200
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A heading's words without marks, and where they stand. */
function headingText(content: string, { start, end }: Block): { title: string; place: Stretch } {
  const line = content.slice(start, Math.min(end, start + 1000))
  const opening = /^ {0,3}#{1,6}[ \t]*/.exec(line)?.[0].length ?? 0
  const inside = line.slice(opening).replace(/(?:^|[ \t]+)#*[ \t]*$/, '')
  const place = { start: start + opening, end: start + opening + inside.length }
  return { title: plainInline(inside).slice(0, maxCharacters).trim(), place }
}

/** Words without Markdown's marks for parts of a line. */
function plainInline(text: string): string {
  if (!/[[<*`~_&\\]/.test(text)) return text
  return text
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/(?<!\\)(`+|\*{1,3}|~~)/g, '')
    .replaceAll(/(?<![\p{L}\p{N}\\])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
}
