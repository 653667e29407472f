import type { Nodes } from 'mdast'
import { nodesOf, plainText } from './read-pages.ts'
import type { Page } from './read-pages.ts'

/** Five lines of 100 letters. */
const longestParagraph = 500
const meanWords = 16
const howToLines = 60
/** Pages that are read from their beginning; in the others one looks something up. */
const readThrough = new Set(['Tutorials', 'How-to guides', 'Explanations', 'Parts of svc'])
const readme = 'README.md'
const readmeLines = 120
/** Words that say nothing, belittle, have a shorter one, or leave open who does what. */
const forbidden =
  /\b(simply|just|easy|easily|obviously|basically|of course|please|utili[sz]e|in order to|leverage|seamless(?:ly)?|whoever|whomever|tells?|told|telling|wish(?:es|ed)?|affairs?|e\.g\.|i\.e\.|etc\.)(?=\W|$)/i

/** What is hard to read on the pages that are read from their beginning. */
export function checkWords(pages: readonly Page[], kinds: ReadonlyMap<string, string>): string[] {
  return pages.flatMap(page => {
    const kind = kinds.get(page.path) ?? ''
    if (!readThrough.has(kind) && page.path !== readme) return []
    return [...lengthFaults(page, kind), ...wordFaults(page), ...sentenceFaults(page)]
  })
}

function lengthFaults({ path, text }: Page, kind: string): string[] {
  const faults: string[] = []
  const lines = text.trimEnd().split('\n')
  // Answers of two lines each, of which one reads one.
  const isList = lines.filter(line => /^## .*\?$/.test(line)).length > 10
  if (kind === 'How-to guides' && !isList && lines.length > howToLines)
    faults.push(`${path}: ${lines.length} lines; a how-to guide has at most ${howToLines}`)
  if (path === readme && lines.length > readmeLines)
    faults.push(`${path}: ${lines.length} lines; the README has at most ${readmeLines}`)
  if (kind === 'Tutorials' && !/^# .+\n\n(At the end,|You see)/.test(text))
    faults.push(`${path}: a tutorial begins with what one has at its end: "At the end, …"`)
  return faults
}

function wordFaults({ path, tree }: Page): string[] {
  return paragraphsOf(tree).flatMap(({ line, text }) => {
    const faults: string[] = []
    if (text.length > longestParagraph)
      faults.push(`${path}:${line}: a paragraph of ${text.length} letters; at most ${longestParagraph} are read`)
    const [word] = forbidden.exec(text) ?? []
    if (word !== undefined) faults.push(`${path}:${line}: say it without "${word}"`)
    return faults
  })
}

function sentenceFaults({ path, tree }: Page): string[] {
  const sentences = paragraphsOf(tree)
    .flatMap(({ text }) => text.split(/(?<=[.!?:])\s+/))
    .map(sentence => sentence.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length)
    .filter(words => words > 0)
  const mean = sentences.reduce((sum, words) => sum + words, 0) / Math.max(1, sentences.length)
  return mean > meanWords ? [`${path}: sentences of ${mean.toFixed(1)} words at the mean; at most ${meanWords}`] : []
}

/** What is read as text: not headings, tables and code. */
function paragraphsOf(tree: Nodes): { line: number; text: string }[] {
  return [...nodesOf(tree)]
    .filter(node => node.type === 'paragraph')
    .map(node => ({ line: node.position?.start.line ?? 0, text: plainText(node) }))
}
