import type { MemoryFindings } from '@svc/plugin'

/** A word or a phrase of a question, and how much it says: more, the fewer passages have it. */
export interface WeightedTerm {
  text: string
  weight: number
}

/** What of a question can be looked for in a text. */
export interface QuestionTerms {
  /** Words that few passages have, and some, as {@link plainText} writes them, with their weights. */
  words: ReadonlyMap<string, number>
  /** What is meant letter by letter: identifiers, numbers, and what stands in quotes. */
  exact: readonly WeightedTerm[]
  /** How much a word says, 0 for one that every passage has. */
  weightOf(word: string): number
}

/** A word in more passages than this is in all kinds of texts. */
const mostShare = 0.3
/** … unless there are hardly any passages. */
const mostOfFew = 3
const mostExact = 32
const word = /[\p{L}\p{M}\p{N}]+/gu
const unbroken = /[\p{L}\p{M}\p{N}_$@./:-]*[\p{L}\p{N}_$]/gu
// With an underscore, a digit, a dot or a hyphen inside, a capital inside, capitals alone, or as an option of a command.
const identifier = /[_$@/:\d]|\p{Ll}\p{Lu}|^\p{Lu}{2,}|[\p{L}\p{N}][.-][\p{L}\p{N}]|^--?\p{L}/u
const quoted = /"([^"\n]{2,200})"|“([^”\n]{2,200})”|`([^`\n]{2,200})`/gu

/** Reads a question by what the workspace has of its words. */
export function questionTerms(
  question: string,
  { words, passages }: Pick<MemoryFindings, 'words' | 'passages'>,
): QuestionTerms {
  const counts = new Map(words.map(each => [each.term, each.passages]))
  const weightOf = (text: string): number => rarity(counts.get(text) ?? 0, passages)
  const most = Math.max(mostOfFew, passages * mostShare)
  const few = [...counts].filter(([, count]) => count > 0 && count <= most)
  return {
    words: new Map(few.map(([text]) => [text, weightOf(text)])),
    exact: exactTerms(question, weightOf),
    weightOf,
  }
}

function exactTerms(question: string, weightOf: (word: string) => number): WeightedTerm[] {
  const inQuotes = [...question.matchAll(quoted)].map(([, ...groups]) => groups.find(Boolean) ?? '')
  const identifiers = (question.match(unbroken) ?? []).filter(each => identifier.test(each))
  const texts = new Set([...inQuotes, ...identifiers].map(each => plainText(each).trim()))
  return [...texts].slice(0, mostExact).flatMap(text => {
    const weights = plainWords(text).map(weightOf)
    return weights.length === 0 ? [] : [{ text, weight: Math.max(...weights) }]
  })
}

/** The inverse document frequency of BM25, never below 0. */
function rarity(count: number, passages: number): number {
  const within = Math.min(count, passages)
  return Math.log(1 + (passages - within + 0.5) / (within + 0.5))
}

/** In lower case and without the accents of Latin, Greek and Cyrillic letters, as the index has it. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
}

/** The words of a plain text. */
export function plainWords(text: string): string[] {
  return text.match(word) ?? []
}
