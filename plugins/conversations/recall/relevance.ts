import type { MemoryResult } from '@svc/plugin/contracts/memory'

/** Measured with the built-in embedder over svc's own documentation: questions about other things stay below 0.33. */
const leastSimilarity = 0.42
/** The share of a question's significant words that a passage must have when it was found by words alone. */
const leastShare = 0.5
const words = /[\p{L}\p{N}]+/gu
const shortestWord = 3
const common = new Set(
  `about after all also and any are been before but can could did does for from get had has have her him his how into its just know let
  make many may more most much not now off one only other our out over say see she should some tell than that the their them then there
  these they this those through too under use very was what when where which while who whom whose why will with would you your
  hello thanks thank good morning evening great nice okay yes
  please show give find me please kannst bitte und oder der die das ist was wie wer wo warum`.split(/\s+/),
)

/** True when a passage that was found has to do with the question: the best of a search may be far off all the same. */
export function isRelevant(question: string, { chunk, explain }: Pick<MemoryResult, 'chunk' | 'explain'>): boolean {
  if ((explain.semantic?.similarity ?? -1) >= leastSimilarity) return true
  if (explain.keyword === null) return false
  return shareOf(question, `${chunk.heading.join(' ')} ${chunk.text}`) >= leastShare
}

function shareOf(question: string, text: string): number {
  const asked = new Set(significantWords(question))
  if (asked.size === 0) return 0
  const has = new Set(plainWords(text).map(stem))
  const found = [...asked].filter(word => has.has(stem(word)))
  return found.length / asked.size
}

/** The words of a text that say what it is about, in lower case and without accents. */
export function significantWords(text: string): string[] {
  return plainWords(text).filter(word => word.length >= shortestWord && !common.has(word))
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.match(words) ?? []
}

/** Enough to bring singular and plural, and the forms of a verb, together. */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ies|ed|es|s|e|y)$/, '') : word
}
