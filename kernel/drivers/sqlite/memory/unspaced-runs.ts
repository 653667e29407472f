const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}ー々]+/gu

/** The parts of a text that are written without spaces between words (or, as Korean, with endings on them). */
export function unspacedRuns(text: string): string[] {
  return text.match(unspaced) ?? []
}

/** Stands after a run, twice: so each of its last letters begins a run of three as well, and is found by it. */
export const runEnd = '\u0001\u0001'
