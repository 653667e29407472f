import type { Mark } from './code-editor.ts'

/** What a message underlines in a statement, by the "line 2, column 8" that it names: the word there, or one character; none: it names no place. */
export function marksOfError(sql: string, message: string): Mark[] {
  const [, line, column] = /\bline (\d+), column (\d+)\b/.exec(message) ?? []
  if (line === undefined || column === undefined) return []
  const lines = sql.split('\n')
  const above = lines.slice(0, Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0)
  const from = Math.min(above + Number(column) - 1, sql.length)
  const word = /^(?:\w+|"[^"\n]*"|[^\s])/u.exec(sql.slice(from))?.[0] ?? ''
  // At the very end there is nothing to underline but what stands before it.
  if (word === '') return [{ from: Math.max(0, from - 1), to: from, message }]
  return [{ from, to: from + word.length, message }]
}
