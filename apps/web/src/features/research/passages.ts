/** A stretch of a text in code points, and what is said of it. */
export interface Span {
  start: number
  end: number
  note: string
}

export interface Part {
  text: string
  /** Null: nothing is said of it. */
  note: string | null
}

/** A text that begins at `from`, cut where spans begin and end; of spans that overlap the first counts. */
export function partsOf(text: string, from: number, spans: readonly Span[]): Part[] {
  const points = Array.from(text)
  const parts: Part[] = []
  let at = 0
  const upTo = (end: number, note: string | null): void => {
    if (end > at) parts.push({ text: points.slice(at, end).join(''), note })
    at = Math.max(at, end)
  }
  for (const { start, end, note } of spans.toSorted((a, b) => a.start - b.start)) {
    upTo(Math.min(Math.max(start - from, 0), points.length), null)
    upTo(Math.min(Math.max(end - from, 0), points.length), note)
  }
  upTo(points.length, null)
  return parts
}

/** What is selected within an element, and where it begins in its text, in code points; null: nothing of it. */
export function selectedIn(element: Element): { text: string; start: number } | null {
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!element.contains(range.commonAncestorContainer)) return null
  const before = document.createRange()
  before.selectNodeContents(element)
  before.setEnd(range.startContainer, range.startOffset)
  const whole = range.toString()
  const text = whole.trim()
  if (text === '') return null
  const lead = whole.slice(0, whole.length - whole.trimStart().length)
  return { text, start: Array.from(before.toString() + lead).length }
}

/** Where a line and a column of a report stand in its text, in UTF-16; columns are counted in code points. */
export function placeIn(text: string, line: number, column: number): number {
  const lines = text.split('\n')
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  const lead = Array.from(lines[line - 1] ?? '').slice(0, column - 1)
  return Math.min(before + lead.join('').length, text.length)
}
