const mostCharacters = 2000
const mostBefore = 300
const fewWords = 6
const words = /[\p{L}\p{N}]+/gu
/** What the built-in model is asked to run: the words are a tool's arguments and no question. */
const toolRequest = /^\/[A-Za-z0-9_-]{1,64}(?:\s|$)/

/** What memory is asked: the question, and when it is short what was asked before it; null when nothing can be found by it. */
export function memoryQuery(question: string, before: string | null): string | null {
  const text = question.trim().slice(0, mostCharacters)
  const count = text.match(words)?.length ?? 0
  if (count === 0 || toolRequest.test(text)) return null
  if (count >= fewWords || before === null) return text
  return `${text}\n${before.trim().slice(-mostBefore)}`
}
