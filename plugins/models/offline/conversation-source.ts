import type { ChatMessage } from '@svc/plugin/contracts/models'
import { wordsOf } from '@svc/plugin/library/search/word-index'
import { hasMarkedSource, PassageIndex, readPrompt, withoutMarks } from './passages.ts'
import type { Passage, Prompt } from './passages.ts'

// Small talk is no text to quote from, an article is.
const mostTalkWords = 30
const shortestKeyword = 4

/** What is asked and what it may be answered from: the last message's own text, else what is remembered, or stood in the conversation before. */
export function readConversation(messages: readonly ChatMessage[]): Prompt & { memories: readonly MarkedMemory[] } {
  const at = messages.findLastIndex(message => message.role === 'user')
  const { memories, rest: text } = splitMemories(messages[at]?.content ?? '')
  const own = readPrompt(text)
  if (own.passages.length > 0 && !isTalk(text)) return { ...own, memories: [] }
  const before = messages.slice(0, at).flatMap(materialOf)
  const asked = new Set(wordsOf(text).filter(word => word.length >= shortestKeyword))
  const isAbout = before.some(passage => passage.words.some(word => asked.has(word)))
  const passages = isAbout ? before.map((passage, index) => ({ ...passage, index })) : []
  return { question: text, source: passages.map(passage => passage.text).join('\n'), passages, memories }
}

function isTalk(text: string): boolean {
  return !hasMarkedSource(text) && !/\n\s*\n/.test(text.trim()) && wordsOf(text).length <= mostTalkWords
}

/** Only the marked data of instructions may be quoted. Answers of this model are quotes already. */
function materialOf({ role, content }: ChatMessage): readonly Passage[] {
  if (role === 'assistant') return []
  if (role === 'tool') return readPrompt(`Result.\n\n${withoutMarks(content)}`).passages
  if (role === 'system' && !hasMarkedSource(content)) return []
  return role === 'user' && isTalk(content) ? [] : readPrompt(content).passages
}

/** A passage of the workspace's memory, as a prompt holds it beside the question. */
export interface MarkedMemory {
  id: string
  source: string
  text: string
}

const block =
  /^\s*<memory (\S{1,64}) id="([^"\n]{1,64})" source=("(?:[^"\\\n]|\\.)*") date="[^"\n]*">\n([\s\S]*?)\n<\/memory \1>\s*/
const mostQuoted = 3
const sentencesOfEach = 2

/** Takes the memories from the beginning of a question. */
export function splitMemories(text: string): { memories: MarkedMemory[]; rest: string } {
  const memories: MarkedMemory[] = []
  let rest = text
  for (let found = block.exec(rest); found !== null; found = block.exec(rest)) {
    const [all, , id = '', source = '""', passage = ''] = found
    memories.push({ id, source: String(JSON.parse(source)), text: passage })
    rest = rest.slice(all.length)
  }
  return { memories, rest }
}

/** The sentences that fit the question best, each with the document it is from. */
export function quoteMemories(question: string, memories: readonly MarkedMemory[]): string {
  const quotes = memories.slice(0, mostQuoted).map(({ id, source, text }) => {
    const { passages } = readPrompt(`${question}\n\n${text}`)
    const best = new PassageIndex(passages).best(question, sentencesOfEach)
    const quoted = best.length === 0 ? text.slice(0, 600) : best.map(passage => passage.text).join(' ')
    return `“${quoted}”\n— ${source === 'none' ? id : source}`
  })
  return `This workspace remembers:\n\n${quotes.join('\n\n')}`
}
