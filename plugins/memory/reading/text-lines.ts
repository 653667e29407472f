import type { Block } from './block.ts'

const blank = /^[\s\u200b\ufeff]*$/

/** What lines end with; texts of old Macintoshes have no line feeds. */
export function lineBreakOf(content: string): '\n' | '\r' {
  return !content.includes('\n') && content.includes('\r') ? '\r' : '\n'
}

/** The paragraphs of a text without markup: what stands between blank lines. */
export function* textBlocks(content: string): Generator<Block> {
  const lineBreak = lineBreakOf(content)
  let open: Block | null = null
  let start = 0
  while (start < content.length) {
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
