const mostTerms = 16
const mostLetters = 64
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** The words that a person looks for, each once. */
export interface SearchWords {
  /** Those that must occur as they are. */
  whole: string[]
  /** The last word may be the beginning of one; null when it must occur as a whole anyway. */
  beginning: string | null
}

/** Operators and quotes are no words, so nothing of them is left. Null when there is no word in the text. */
export function searchWords(text: string): SearchWords | null {
  // A window is enough: what comes after the first words narrows nothing that a person could mean.
  const found = text
    .normalize('NFC')
    .slice(0, mostTerms * mostLetters * 2)
    .match(words)
  if (!found) return null
  const typed = found.slice(0, mostTerms).map(word => word.slice(0, mostLetters))
  const last = typed.pop() ?? ''
  // FTS5 counts each hit once for each term, so a word that is typed sixteen times would cost sixteen times as much.
  const whole = new Map(typed.map(word => [word.toLowerCase(), word]))
  return { whole: [...whole.values()], beginning: whole.has(last.toLowerCase()) ? null : last }
}

/** What a person typed, as a query of FTS5: every word must occur, the last one may be the beginning of one. Null when there is no word. */
export function searchTerms(text: string): string | null {
  const found = searchWords(text)
  if (!found) return null
  const terms = found.whole.map(word => `"${word}"`)
  return [...terms, ...(found.beginning === null ? [] : [`"${found.beginning}"*`])].join(' AND ')
}
