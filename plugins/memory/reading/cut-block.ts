import { countWords } from './count-words.ts'
import type { Block } from './block.ts'

/** A stretch of the content. */
export interface Stretch {
  start: number
  end: number
}

type Cut = (content: string, stretch: Stretch) => Generator<Stretch>

let segmenter: Intl.Segmenter | null = null
/** Made for the first long block: making it takes longer than the start of the whole plugin. */
const sentencesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })).segment(text)
const windowCharacters = 8000
const partOfItem = /\n(?=[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t])|\n[ \t]*\r?\n/g

/** Where a block may be cut, the best places first. */
const cuts: Record<Block['kind'], Cut[]> = {
  heading: [cutAtSentences, cutAtWords],
  text: [cutAtSentences, cutAtLines, cutAtWords],
  item: [cutAtParts, cutAtSentences, cutAtLines, cutAtWords],
  code: [cutAtLines, cutAtWords],
  table: [cutAtLines, cutAtWords],
}

/** Pieces of a block that is too long, of about equal size and at most about `most` words. */
export function* cutBlock(content: string, block: Block, most: number): Generator<Stretch> {
  const words = countWords(content, block.start, block.end)
  const goal = words / Math.ceil(words / most)
  const piece = { start: block.start, end: block.start }
  let size = 0
  for (const part of parts(content, block, cuts[block.kind], most)) {
    const added = countWords(content, part.start, part.end)
    if (size > 0 && size + added > goal * 1.15) {
      yield { ...piece }
      piece.start = part.start
      size = 0
    }
    piece.end = part.end
    size += added
  }
  if (piece.end > piece.start) yield piece
}

function* parts(content: string, stretch: Stretch, [cut, ...finer]: Cut[], most: number): Generator<Stretch> {
  if (!cut) {
    yield stretch
    return
  }
  for (const part of cut(content, stretch)) {
    if (finer.length > 0 && countWords(content, part.start, part.end) > most) yield* parts(content, part, finer, most)
    else yield part
  }
}

function* cutAtSentences(content: string, { start, end }: Stretch): Generator<Stretch> {
  let from = start
  while (from < end) {
    const to = windowEnd(content, from, end)
    // A line break within a sentence does not end it.
    const text = content.slice(from, to).replaceAll(/[\r\n]/g, ' ')
    const ends = Array.from(sentencesOf(text), ({ index, segment }) => from + index + segment.length)
    // The last one of a window may go on in the next.
    if (to < end && ends.length > 1) ends.pop()
    for (const next of ends) {
      yield { start: from, end: next }
      from = next
    }
  }
}

/** A window's end that is no middle of a word, if there is another. */
function windowEnd(content: string, from: number, end: number): number {
  if (end - from <= windowCharacters) return end
  return lastSpace(content, from, from + windowCharacters) ?? wholeCharacter(content, from + windowCharacters)
}

function* cutAtLines(content: string, { start, end }: Stretch): Generator<Stretch> {
  let from = start
  for (const { index } of content.slice(start, end).matchAll(/\n/g)) {
    yield { start: from, end: start + index + 1 }
    from = start + index + 1
  }
  if (from < end) yield { start: from, end }
}

/** The parts of a list item: its paragraphs, and the items in it. */
function* cutAtParts(content: string, { start, end }: Stretch): Generator<Stretch> {
  let from = start
  for (const found of content.slice(start, end).matchAll(partOfItem)) {
    const next = start + found.index + found[0].length
    if (next > from) yield { start: from, end: next }
    from = next
  }
  if (from < end) yield { start: from, end }
}

/** As a last resort; words without an end are cut where it comes. */
function* cutAtWords(content: string, { start, end }: Stretch): Generator<Stretch> {
  const longest = 60
  let from = start
  while (from < end) {
    const limit = Math.min(from + longest, end)
    const next = limit === end ? end : (lastSpace(content, from, limit) ?? wholeCharacter(content, limit))
    yield { start: from, end: next }
    from = next
  }
}

/** After the last space of a stretch; looks at no more than that. */
function lastSpace(content: string, from: number, to: number): number | null {
  const found = content.slice(from, to).lastIndexOf(' ')
  return found > 0 ? from + found + 1 : null
}

/** Not between the two halves of a character beyond the first plane. */
function wholeCharacter(content: string, index: number): number {
  const code = content.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index
}
