const charactersOfLongWord = 12
const letter = 0
const space = 255
const tenths = kindsOfCharacters()

/**
 * How much a reader or an embedder has to take in, in English words: words between spaces; characters of scripts without spaces count for a part
 * of one, and runs without a space (addresses, encoded bytes) for several.
 */
export function countWords(content: string, start: number, end: number): number {
  let words = 0
  let parts = 0
  let run = 0
  for (let index = start; index < end; index++) {
    const kind = tenths[content.charCodeAt(index)]!
    if (kind === letter) {
      run += 1
    } else if (kind === space) {
      if (run > 0) words += run <= charactersOfLongWord ? 1 : Math.ceil(run / charactersOfLongWord)
      run = 0
    } else {
      parts += kind
    }
  }
  return words + Math.ceil(run / charactersOfLongWord) + parts / 10
}

/** For each UTF-16 unit: which part of a word it is in a script without spaces, in tenths. */
function kindsOfCharacters(): Uint8Array {
  const kinds = new Uint8Array(0x1_0000)
  kinds.fill(space, 0, 0x21)
  for (const code of [0x7f, 0xa0, 0x1680, 0x2028, 0x2029, 0x3000]) kinds[code] = space
  kinds.fill(space, 0x2000, 0x200c)
  // Thai, Lao and Tibetan; Burmese; Khmer.
  kinds.fill(2, 0x0e00, 0x0fff)
  kinds.fill(2, 0x1000, 0x10a0)
  kinds.fill(2, 0x1780, 0x1800)
  // Chinese and Japanese; ideographs beyond the first plane are two units each.
  kinds.fill(6, 0x2e80, 0x3000)
  kinds.fill(6, 0x3001, 0xa000)
  kinds.fill(6, 0xf900, 0xfb00)
  kinds.fill(3, 0xd800, 0xe000)
  return kinds
}
