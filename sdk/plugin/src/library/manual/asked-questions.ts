import { frontPage } from './sections.ts'
import type { Section } from './sections.ts'

/** The file of the manual with {@link readAsked questions that its sections answer}, beside the pages. */
export const askedFile = 'asked.txt'

/**
 * Questions in the words of people, and of the programs that they come from, by the address of the section that answers them.
 * Each line of the file names a section and its questions: `page#place: one; another`.
 */
export function readAsked(text: string): Map<string, string[]> {
  const lines = text.split('\n').flatMap(line => {
    const [, section, questions] = /^([\w-]+(?:#[^\s:]+)?): (.+)$/u.exec(line) ?? []
    return section === undefined || questions === undefined ? [] : [{ section, questions: questions.split('; ') }]
  })
  return new Map(lines.map(({ section, questions }) => [addressOf(section), questions]))
}

/** The questions that the heading of a section is or answers: each sentence of it. */
export function questionsIn({ title, headings }: Section): string[] {
  return (headings.at(-1) ?? title).split(/(?<=\?) /)
}

function addressOf(section: string): string {
  return section === frontPage ? '/docs' : `/docs/${section}`
}
