import type { Block } from './block.ts'
import { linesATurn, lineBreakOf } from './text-lines.ts'

/** What is open while lines are read. */
interface Open extends Block {
  /** What its lines are to the next ones. */
  as: 'paragraph' | 'quote' | 'table' | 'item' | 'indented' | 'fence' | 'html' | 'raw-html'
  /** Where its last line begins. */
  lastLine: number
  /** The column where the text of an item begins. */
  indent: number
  blankBefore: boolean
  /** What ends a fence or raw HTML. */
  closes?: RegExp
  /** It is not read by people, so it is not found either. */
  dropped?: boolean
}

const blank = /^[\s\u200b\ufeff]*$/
const atxHeading = /^ {0,3}(#{1,6})(?:[ \t]|$)/
const setextUnderline = /^ {0,3}(?:=+|-+)[ \t]*$/
const thematicBreak = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const fence = /^ {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$/
const quote = /^ {0,3}>/
const listItem = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)/
const interruptingItem = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/
const delimiterRow = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const markup = /^ {0,3}</
const rawHtml: [opens: RegExp, closes: RegExp, dropped: boolean][] = [
  [/^ {0,3}<!--/, /-->/, true],
  [/^ {0,3}<(?:script|style)(?=[\s>]|$)/i, /<\/(?:script|style)>/i, true],
  [/^ {0,3}<(?:pre|textarea)(?=[\s>]|$)/i, /<\/(?:pre|textarea)>/i, false],
  [/^ {0,3}<\?/, /\?>/, true],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/, false],
  [/^ {0,3}<![a-z]/i, />/, true],
]
const blockTags =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'
const blockHtml = new RegExp(String.raw`^ {0,3}</?(?:${blockTags})(?=[\s>]|/>|$)`, 'i')
const loneTag = /^ {0,3}<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?>[ \t]*$/i
// What can begin a block; other lines are looked at no further.
const blockMarker = /[#`~>*+\-_=|<\d]/
const looked = 1000

/**
 * The blocks of a Markdown text in order, by CommonMark's rules for lines. A parser of whole trees takes a second for a few hundred
 * kilobytes, and much longer for text that was made for it; this looks at each line once. Null now and then, for other work to go on.
 */
export function* markdownBlocks(content: string): Generator<Block | null> {
  let lines = 0
  const scan = new BlockScan()
  const lineBreak = lineBreakOf(content)
  let start = frontMatterEnd(content)
  if (start > 0) yield { kind: 'code', start: 0, end: start }
  while (start < content.length) {
    if (++lines % linesATurn === 0) yield null
    const found = content.indexOf(lineBreak, start)
    const next = found === -1 ? content.length : found + 1
    const end = found === -1 ? content.length : withoutReturn(content, start, found)
    scan.line(content, start, end)
    yield* scan.taken()
    start = next
  }
  scan.close()
  yield* scan.taken()
}

class BlockScan {
  #open: Open | null = null
  #found: Block[] = []

  /** What was found since the last time. */
  taken(): Block[] {
    const found = this.#found
    if (found.length > 0) this.#found = []
    return found
  }

  #continues(open: Open, line: string): boolean {
    switch (open.as) {
      case 'indented':
        return columns(line) >= 4
      case 'item':
        return columns(line) >= open.indent || (!open.blankBefore && !interrupts(line))
      case 'quote':
        return quote.test(line) || !interrupts(line)
      case 'paragraph':
        return setextUnderline.test(line) || !interrupts(line)
      case 'table':
        return columns(line) < 4 && !interrupts(line)
      default:
        return true
    }
  }

  close(): void {
    const open = this.#open
    this.#open = null
    if (open && !open.dropped) this.#found.push({ kind: open.kind, start: open.start, end: open.end })
  }

  line(content: string, start: number, end: number): void {
    // The beginning of a line decides what it is; a line of megabytes is not searched.
    const line = content.slice(start, Math.min(end, start + looked))
    const open = this.#open
    if (open?.closes) {
      open.end = end
      if (open.closes.test(open.as === 'raw-html' ? content.slice(start, end) : line)) this.close()
      return
    }
    if (blank.test(line) && end - start <= looked) {
      if (open?.as === 'item' || open?.as === 'indented') open.blankBefore = true
      else this.close()
      return
    }
    if (open && this.#continues(open, line)) {
      this.#extend(content, open, line, start, end)
      return
    }
    this.close()
    this.#begin(content, line, start, end)
  }

  #extend(content: string, open: Open, line: string, start: number, end: number): void {
    if (open.as === 'paragraph' && setextUnderline.test(line)) {
      this.#open = null
      this.#found.push({ kind: 'heading', start: open.start, end: open.end, level: line.includes('=') ? 1 : 2 })
      return
    }
    const header = open.lastLine
    if (open.as === 'paragraph' && isDelimiterRow(line, content.slice(header, Math.min(open.end, header + looked)))) {
      if (header > open.start) this.#found.push({ kind: 'text', start: open.start, end: header })
      this.#open = { ...opened('table', 'table', header, end), lastLine: start }
      return
    }
    open.end = end
    open.lastLine = start
    open.blankBefore = false
  }

  #begin(content: string, line: string, start: number, end: number): void {
    const isHtml = markup.test(line)
    const raw = isHtml ? rawHtml.find(([opens]) => opens.test(line)) : undefined
    if (raw) {
      const [, closes, dropped] = raw
      this.#open = { ...opened('raw-html', 'text', start, end), closes, dropped }
      if (closes.test(content.slice(start + line.indexOf('<') + 2, end))) this.close()
      return
    }
    const heading = atxHeading.exec(line)
    if (heading) {
      this.#found.push({ kind: 'heading', start, end, level: heading[1]!.length })
      return
    }
    if (columns(line) >= 4) {
      this.#open = opened('indented', 'code', start, end)
      return
    }
    const opener = fence.exec(line)
    if (opener) {
      const mark = opener[1] ?? opener[2]!
      const closes = new RegExp(`^ {0,3}[${mark[0]}]{${mark.length},}[ \\t]*$`)
      this.#open = { ...opened('fence', 'code', start, end), closes }
      return
    }
    if (thematicBreak.test(line)) return
    const item = listItem.exec(line)
    if (item) {
      // More than four spaces after the mark are code in the item, whose text begins one after the mark.
      const gap = item[3]!.length > 4 || item[3] === '' ? 1 : item[3]!.length
      this.#open = { ...opened('item', 'item', start, end), indent: item[1]!.length + item[2]!.length + gap }
      return
    }
    if (quote.test(line)) this.#open = opened('quote', 'text', start, end)
    else if (isHtml && (blockHtml.test(line) || loneTag.test(line))) this.#open = opened('html', 'text', start, end)
    else this.#open = opened('paragraph', 'text', start, end)
  }
}

function opened(as: Open['as'], kind: Block['kind'], start: number, end: number): Open {
  return { as, kind, start, end, lastLine: start, indent: 0, blankBefore: false }
}

/** The row under a table's header has as many cells. */
function isDelimiterRow(line: string, header: string): boolean {
  return line.includes('|') && delimiterRow.test(line) && cells(line) === cells(header)
}

function cells(row: string): number {
  const inside = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inside.split(/(?<!\\)\|/).length
}

/** True for what ends a paragraph without a blank line. */
function interrupts(line: string): boolean {
  if (!blockMarker.test(line.slice(0, 8))) return false
  return (
    atxHeading.test(line) ||
    fence.test(line) ||
    thematicBreak.test(line) ||
    quote.test(line) ||
    interruptingItem.test(line) ||
    (markup.test(line) && (blockHtml.test(line) || rawHtml.some(([opens]) => opens.test(line))))
  )
}

/** How far a line is indented; a tab goes to the next multiple of four. */
function columns(line: string): number {
  let column = 0
  for (const character of line) {
    if (character === ' ') column += 1
    else if (character === '\t') column += 4 - (column % 4)
    else return column
  }
  return column
}

function withoutReturn(content: string, start: number, end: number): number {
  return end > start && content.charCodeAt(end - 1) === 13 ? end - 1 : end
}

/** Where the text begins after YAML between lines of three dashes; 0 without it. */
export function frontMatterEnd(content: string): number {
  const opening = /^\ufeff?---[ \t]*\r?\n/.exec(content.slice(0, 100))
  if (!opening) return 0
  const closing = /\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(content.slice(opening[0].length - 1, 20_000))
  if (!closing) return 0
  const inside = content.slice(opening[0].length, opening[0].length - 1 + closing.index)
  // A line between two rules is no front matter.
  return /^[\w-]+:(?:\s|$)/m.test(inside) ? opening[0].length - 1 + closing.index + closing[0].length : 0
}
