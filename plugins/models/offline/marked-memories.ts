import { PassageIndex, readPrompt } from './passages.ts'

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
    return `“${quoted}”\n— ${source === 'none' ? 'without a source' : source} (${id})`
  })
  return `This workspace remembers:\n\n${quotes.join('\n\n')}`
}
