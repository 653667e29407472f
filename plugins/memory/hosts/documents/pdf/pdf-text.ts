import { escapedLines } from '../html/html-to-markdown.ts'
import type { Line } from './pdf-lines.ts'

const bullet = /^[•◦▪‣●○■–·]\s*(?=\S)/
const pageNumber = /^(?:page\s+|seite\s+|p\.\s*)?[-–]?\s*\d{1,5}\s*[-–]?(?:\s*(?:of|\/|von)\s*\d{1,5})?$/i
const maxHeadingCharacters = 200
const minRepeats = 3
const maxLevels = 3
const marginLines = 2
const fewLines = 6

/** Pages as Markdown: paragraphs by the room between lines, headings by the size of letters. A form feed between pages, on a line of its own. */
export function pagesToMarkdown(pages: readonly Line[][]): string {
  const body = bodySize(pages)
  const bodies = withoutMargins(pages, body)
  const sizes = headingSizes(bodies, body)
  return bodies
    .map(lines => paragraphs(lines, sizes).join('\n\n'))
    .filter(text => text !== '')
    .join('\n\n\f\n\n')
}

/** Pages as they are printed, line by line; a form feed between pages, so that the pages of a place can be counted. */
export function pagesToLines(pages: readonly Line[][]): string {
  return pages.map(lines => lines.map(({ text }) => text).join('\n')).join('\n\f\n')
}

function paragraphs(lines: readonly Line[], sizes: readonly number[]): string[] {
  const found: string[] = []
  const room = usualRoom(lines)
  let before: Line | null = null
  for (const line of lines) {
    const level = sizes.indexOf(line.size) + 1
    const isNew = !before || before.size !== line.size || beginsParagraph(before, line, room)
    if (!isNew) found.push(joined(found.pop()!, line.text))
    else if (level > 0 && line.text.length <= maxHeadingCharacters) found.push(`${'#'.repeat(level)} ${line.text}`)
    else found.push(bullet.test(line.text) ? line.text.replace(bullet, '- ') : escapedLines(line.text))
    before = line
  }
  return found
}

function beginsParagraph(before: Line, line: Line, room: number): boolean {
  const gap = before.y - line.y
  return bullet.test(line.text) || gap > room * 1.35 || gap < -room
}

/** A word that was cut at the end of a line is one again. */
function joined(text: string, line: string): string {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : `${text} ${line}`
}

/** The room between two lines of a paragraph, as most of the page have it. */
function usualRoom(lines: readonly Line[]): number {
  const gaps = lines.slice(1).map((line, index) => Math.round((lines[index]!.y - line.y) * 2) / 2)
  const counts = counted(gaps.filter(gap => gap > 1 && gap < 60).map(gap => [gap, 1]))
  const [gap] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])
  return gap || (lines[0]?.size ?? 12) * 1.3
}

/** The size of most letters. */
function bodySize(pages: readonly Line[][]): number {
  const counts = counted(pages.flat().map(({ size, text }) => [size, text.length]))
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0])[0]
}

/** Sizes of letters clearly larger than those of most of the text, the largest first. */
function headingSizes(pages: readonly Line[][], body: number): number[] {
  const lines = pages.flat()
  const counts = counted(lines.map(({ size, text }) => [size, text.length]))
  const large = [...counts.keys()].filter(size => isLarge(size, body)).toSorted((a, b) => b - a)
  const inLarge = large.reduce((sum, size) => sum + counts.get(size)!, 0)
  const all = lines.reduce((sum, { text }) => sum + text.length, 0)
  // A poster or slides: font sizes say nothing about the order of headings.
  return inLarge > all * 0.4 ? [] : large.slice(0, maxLevels)
}

function isLarge(size: number, body: number): boolean {
  return size >= body * 1.15
}

function counted(pairs: readonly (readonly [number, number])[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const [key, count] of pairs) counts.set(key, (counts.get(key) ?? 0) + count)
  return counts
}

/** Without page numbers, and without lines at the top and at the bottom that most pages repeat. */
function withoutMargins(pages: readonly Line[][], body: number): Line[][] {
  const numbered = pages.map(lines => {
    const kept = lines.filter(line => !(isOuter(lines, line, 1) && pageNumber.test(line.text)))
    return kept.length > 0 ? kept : lines
  })
  const counts = new Map<string, number>()
  for (const lines of numbered) {
    const outer = lines.filter(line => isOuter(lines, line, marginLines)).map(({ text }) => withoutNumbers(text))
    for (const text of new Set(outer)) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const most = Math.max(minRepeats, pages.length * 0.6)
  const isRepeated = ({ size, text }: Line): boolean =>
    !isLarge(size, body) && (counts.get(withoutNumbers(text)) ?? 0) >= most
  return numbered.map(lines => {
    // Short pages, as of a form, may say the same on purpose.
    if (lines.length < fewLines) return lines
    return lines.filter(line => !(isOuter(lines, line, marginLines) && isRepeated(line)))
  })
}

function isOuter(lines: readonly Line[], line: Line, count: number): boolean {
  return lines.slice(0, count).includes(line) || lines.slice(-count).includes(line)
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, '0')
}
