import type { ChatMessage } from '@svc/plugin/contracts/models'
import { hasMarkedSource, readPrompt, withoutMarks, wordsOf } from './passages.ts'
import type { Passage, Prompt } from './passages.ts'
import { splitMemories } from './marked-memories.ts'
import type { MarkedMemory } from './marked-memories.ts'

// Small talk is no text to quote from, an article is.
const mostTalkWords = 30
const shortestTellingWord = 4

/** What is asked and what it may be answered from: the last message's own text, else what is remembered, or stood in the conversation before. */
export function readConversation(messages: readonly ChatMessage[]): Prompt & { memories: readonly MarkedMemory[] } {
  const at = messages.findLastIndex(message => message.role === 'user')
  const { memories, rest: text } = splitMemories(messages[at]?.content ?? '')
  const own = readPrompt(text)
  if (own.passages.length > 0 && !isTalk(text)) return { ...own, memories: [] }
  const before = messages.slice(0, at).flatMap(materialOf)
  const asked = new Set(wordsOf(text).filter(word => word.length >= shortestTellingWord))
  const isAbout = before.some(passage => passage.words.some(word => asked.has(word)))
  const passages = isAbout ? before.map((passage, index) => ({ ...passage, index })) : []
  return { question: text, source: passages.map(passage => passage.text).join('\n'), passages, memories }
}

function isTalk(text: string): boolean {
  return !hasMarkedSource(text) && !/\n\s*\n/.test(text.trim()) && wordsOf(text).length <= mostTalkWords
}

/** Of instructions only what is marked as data may be quoted; answers of this model are quotes already. */
function materialOf({ role, content }: ChatMessage): readonly Passage[] {
  if (role === 'assistant') return []
  if (role === 'tool') return readPrompt(`Result.\n\n${withoutMarks(content)}`).passages
  if (role === 'system' && !hasMarkedSource(content)) return []
  return role === 'user' && isTalk(content) ? [] : readPrompt(content).passages
}
