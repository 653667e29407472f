/** Stands in a folded text where a line ended with a hyphen inside a word: there may be a hyphen, or nothing. */
export const lineBreakMark = '\u0001'

export interface FoldedText {
  text: string
  /** For each UTF-16 unit of `text`, and for its end, where it began in the text that was folded. */
  starts: Uint32Array
  /** For each UTF-16 unit of `text`, where what it stands for ended. */
  ends: Uint32Array
}

const singleQuotes = new Set('‘’‚‛′`´‹›')
const doubleQuotes = new Set('“”„‟″«»')
const dashes = new Set('‐‑‒–—―−')
/** Nobody sees these. */
const unseen = new Set('\u00ad\u200b\u2060\ufeff')
const space = /\s/u
const letterBefore = /\p{L}$/u
// A hyphen, or a soft one, that ends a line within a word; the next line or page begins with the rest of it.
const brokenWord = /[-‐\u00ad][ \t\u200b]*[\n\r\f\u2028]\s*(?=\p{Ll})/uy

/**
 * Folds what printing changes and writing does not mean: runs of white space, soft hyphens, words broken at the end of a line, typographic
 * quotes and dashes. Letters, digits and case stay as they are. The text is in NFC.
 */
export function foldText(text: string): FoldedText {
  const folded: string[] = []
  const starts = new Uint32Array(text.length + 1)
  const ends = new Uint32Array(text.length + 1)
  let length = 0
  const put = (unit: string, start: number, end: number): void => {
    folded.push(unit)
    starts[length] = start
    ends[length] = end
    length += 1
  }
  for (let index = 0; index < text.length;) {
    const unit = text[index]!
    const code = text.charCodeAt(index)
    const isPlain = (code > 0x60 && code < 0x7f) || (code > 0x40 && code < 0x5b) || (code > 0x2f && code < 0x3a)
    const end = isPlain ? index + 1 : endOfPart(text, index, unit)
    if (isPlain) put(unit, index, end)
    else if (isBrokenWord(text, index)) put(lineBreakMark, index, end)
    else if (space.test(unit)) {
      if (folded[length - 1] === ' ') ends[length - 1] = end
      else put(' ', index, end)
    } else if (!unseen.has(unit) && unit !== lineBreakMark) put(plainMark(unit), index, end)
    index = end
  }
  starts[length] = text.length
  return { text: folded.join(''), starts: starts.subarray(0, length + 1), ends: ends.subarray(0, length) }
}

function plainMark(unit: string): string {
  if (singleQuotes.has(unit)) return "'"
  if (doubleQuotes.has(unit)) return '"'
  return dashes.has(unit) ? '-' : unit
}

function isBrokenWord(text: string, index: number): boolean {
  brokenWord.lastIndex = index
  return brokenWord.test(text) && letterBefore.test(text.slice(Math.max(0, index - 2), index))
}

function endOfPart(text: string, index: number, unit: string): number {
  if (isBrokenWord(text, index)) return index + brokenLength(text, index)
  if (!space.test(unit)) return index + 1
  let end = index + 1
  while (end < text.length && space.test(text[end]!)) end += 1
  return end
}

function brokenLength(text: string, index: number): number {
  brokenWord.lastIndex = index
  return brokenWord.exec(text)?.[0].length ?? 1
}
