import { identifiersOf, sourceOf } from './report.ts'
import type { Report } from './report.ts'

type Cell = string | number | boolean | null

/** All tables, one below the other with their titles, numbers in full. */
export function reportCsv({ analyses }: Report): string {
  const lines: Cell[][] = []
  for (const analysis of analyses) {
    for (const { title, columns, rows } of analysis.tables) {
      lines.push([analysis.title, sourceOf(analysis), identifiersOf(analysis)])
      lines.push(
        [title],
        columns.map(({ name }) => name),
        ...rows,
        [],
      )
    }
  }
  return lines.map(line => `${line.map(field).join(',')}\r\n`).join('')
}

function field(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  const text = harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets run what begins like a formula; an apostrophe makes it a text. */
function harmless(text: string): string {
  return /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
