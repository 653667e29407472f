import type { Block } from './block.ts'

const blank = /^[\s\u200b\ufeff]*$/

/** What lines end with; texts of old Macintoshes have no line feeds. */
export function lineBreakOf(content: string): '\n' | '\r' {
  return !content.includes('\n') && content.includes('\r') ? '\r' : '\n'
}

/** So many lines take a few milliseconds to look at. */
export const linesATurn = 2000

/** The paragraphs of a text without markup: what stands between blank lines. Null now and then, for other work to go on. */
export function* textBlocks(content: string): Generator<Block | null> {
  let lines = 0
  const lineBreak = lineBreakOf(content)
  let open: Block | null = null
  let start = 0
  while (start < content.length) {
    if (++lines % linesATurn === 0) yield null
    const found = content.indexOf(lineBreak, start)
    const end = found === -1 ? content.length : found
    const isBlank = blank.test(content.slice(start, Math.min(end, start + 1000)))
    if (isBlank && open) {
      yield open
      open = null
    } else if (!isBlank) {
      open ??= { kind: 'text', start, end }
      open.end = end
    }
    start = end + 1
  }
  if (open) yield open
}
