const mostTerms = 16
const mostLetters = 64
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/**
 * What a person typed, as a query of FTS5: every word must occur, the last one may be the beginning of one. Operators and quotes are no
 * words, so nothing of them is left. Null when there is no word in it.
 */
export function searchTerms(text: string): string | null {
  // A window is enough: what comes after the first words narrows nothing that a person could mean.
  const found = text
    .normalize('NFC')
    .slice(0, mostTerms * mostLetters * 2)
    .match(words)
  if (!found) return null
  const terms = found.slice(0, mostTerms).map(word => `"${word.slice(0, mostLetters)}"`)
  return `${terms.join(' AND ')}*`
}
