/** A piece of text, and whether it stands out. */
export interface Piece {
  text: string
  isMarked: boolean
}

const word = /[\p{L}\p{N}_]+/gu
const leastStem = 4

/** Short words of a question stand in every passage. */
const leastWord = 3

/** The text with the words of a question marked, also where they only begin alike: "booking" marks "booked". */
export function markWords(text: string, question: string): Piece[] {
  const stems = [...new Set((question.toLowerCase().match(word) ?? []).filter(each => each.length >= leastWord))].map(
    each => (each.length > leastStem + 1 ? each.slice(0, Math.max(leastStem, each.length - 3)) : each),
  )
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(word)) {
    const lower = found[0].toLowerCase()
    if (!stems.some(stem => (stem.length < leastStem ? lower === stem : lower.startsWith(stem)))) continue
    if (found.index > end) pieces.push({ text: text.slice(end, found.index), isMarked: false })
    pieces.push({ text: found[0], isMarked: true })
    end = found.index + found[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMarked: false })
  return pieces
}

interface Place {
  start: number
  end: number
}

/** The lines in which a place lies. */
export function wholeLines(content: string, { start, end }: Place): Place {
  const next = content.indexOf('\n', Math.max(start, end - 1))
  return { start: content.lastIndexOf('\n', start - 1) + 1, end: next === -1 ? content.length : next }
}

/** What of a long text is shown around a place, and how much is left out. */
export function windowAround(
  content: string,
  place: Place | null,
  most: number,
): { before: string; passage: string; after: string; hidden: number } {
  const { start, end } = place ?? { start: 0, end: 0 }
  const from = content.length <= most ? 0 : Math.max(0, start - most / 2)
  const to = content.length <= most ? content.length : Math.min(content.length, Math.max(end, from + most))
  return {
    before: content.slice(from, start),
    passage: content.slice(start, end),
    after: content.slice(end, to),
    hidden: content.length - (to - from),
  }
}

/** A name for a text that has none: its first line. */
export function firstLine(content: string): string {
  const line = content.split('\n', 50).find(each => /[\p{L}\p{N}]/u.test(each)) ?? ''
  const plain = line.trim().replace(/^(?:#{1,6}|>|[*-]|\d+\.)\s+/, '')
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain || 'Untitled'
}

/** A place of a text as it stands in the address: `399-598`. */
export function placeOf(value: string | undefined): Place | null {
  const found = /^(\d{1,9})-(\d{1,9})$/.exec(value ?? '')
  if (!found) return null
  const [start, end] = [Number(found[1]), Number(found[2])]
  return end > start ? { start, end } : null
}

/** Text whose lines were broken to a width, with one line a paragraph; lists and headings keep theirs. */
export function unwrapped(text: string): string {
  return text.replace(/(?<=[^\n])\n(?!\n|\s*(?:[-*#>|]|\d+\.))/g, ' ')
}
