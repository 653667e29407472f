import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import type { Nodes } from 'mdast'
import { gfm } from 'micromark-extension-gfm'
import { bracketed, inSentence, sentenceKey } from './citation-syntax.ts'
import type { ParsedReport, Span } from './parsed-report.ts'
import { blocksOf, RecentTexts } from './report-blocks.ts'

/** A stretch of prose, its source with everything that is no prose blanked out. */
interface Prose {
  from: number
  text: string
  isHeading: boolean
}

const bracketGroup = /\[([^[\]]*@[^[\]]*)\](?![([])/g
const recordMark = /\[\[(claim|dataset|analysis|query|run|note|file):([^\]\s@|]+)(?:@(\d+))?\]\]/g
const valueMark = /\{\{value:([\w-]+)(?:\|([^{}|]{1,20}))?\}\}/g
const unverifiedMark = /\[unverified\]/g
const unverifiedBehind = /^\s*\[unverified\]/
const sentenceEnd = /[.!?](?=\s|$)/g
/** Stands where something was cited. */
const cited = '\ufffc'
const figure = /\p{Nd}/u

type Footnote = Span & { label: string }

/** What one block says, by places within it. */
interface ParsedBlock extends Omit<ParsedReport, 'duplicates'> {
  footnotes: Footnote[]
}

/** An editor sends a report again and again, of which a few paragraphs have changed. */
const recent = new RecentTexts<ParsedBlock>(16 * 1024 * 1024)
const footnoteStart = /^ {0,3}\[\^([^\]\s]+)\]:/gm
const footnoteUse = /\[\^([^\]\s]+)\]/g

/** Reads a report: Markdown with Pandoc's citations and the marks of svc. Code, HTML and addresses hold no marks. Runs in a thread. */
export function parseReport(body: string): ParsedReport {
  const defined = new Set(Array.from(body.matchAll(footnoteStart), ([, label]) => label!))
  const report: ParsedReport = {
    citations: [],
    records: [],
    values: [],
    unverified: [],
    bareFigures: [],
    duplicates: [],
  }
  const labels = new Set<string>()
  for (const { text, from, lines } of blocksOf(body)) {
    const whole = text + footnotesFor(text, defined)
    const block = recent.get(whole, () => parseBlock(whole, text.length))
    const moved = <Mark extends Span>(mark: Mark): Mark => ({
      ...mark,
      from: mark.from + from,
      to: mark.to + from,
      line: mark.line + lines,
    })
    report.citations.push(...block.citations.map(moved))
    report.records.push(...block.records.map(moved))
    report.values.push(...block.values.map(moved))
    report.unverified.push(...block.unverified.map(moved))
    report.bareFigures.push(...block.bareFigures.map(moved))
    for (const footnote of block.footnotes) {
      if (labels.has(footnote.label)) report.duplicates.push(moved(footnote))
      labels.add(footnote.label)
    }
  }
  return report
}

/** A footnote is one where its definition is known, which stands in another block. */
function footnotesFor(text: string, defined: ReadonlySet<string>): string {
  if (!text.includes('[^')) return ''
  const own = new Set(Array.from(text.matchAll(footnoteStart), ([, label]) => label))
  const used = new Set(Array.from(text.matchAll(footnoteUse), ([, label]) => label!))
  const missing = [...used].filter(label => defined.has(label) && !own.has(label))
  return missing.map(label => `\n\n[^${label}]: x`).join('')
}

/** What stands behind `length` is no part of the report. */
function parseBlock(text: string, length: number): ParsedBlock {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const places = new Places(text)
  const block: ParsedBlock = { citations: [], records: [], values: [], unverified: [], bareFigures: [], footnotes: [] }
  const visit = (node: Nodes): void => {
    const from = node.position?.start.offset ?? 0
    if (from >= length && length > 0) return
    if (node.type === 'footnoteDefinition')
      block.footnotes.push({ ...places.span(from, from + node.identifier.length + 4), label: node.identifier })
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      readProse(proseOf(node, text), places, block)
      return
    }
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return block
}

function readProse(prose: Prose, places: Places, report: ParsedBlock): void {
  let rest = prose.text
  const take = (pattern: RegExp, read: (match: RegExpMatchArray, span: Span, after: string) => boolean): void => {
    rest = rest.replaceAll(pattern, (...found) => {
      const match = found.slice(0, -2) as RegExpMatchArray
      const at = found.findLast(each => typeof each === 'number') as number
      const [text = ''] = match
      const span = places.span(prose.from + at, prose.from + at + text.length)
      return read(match, span, prose.text.slice(at + text.length)) ? cited.repeat(text.length) : text
    })
  }
  if (rest.includes('[['))
    take(recordMark, ([, type, id, version], span, after) => {
      const number = version === undefined ? null : Number(version)
      report.records.push({
        ...span,
        type: type as 'claim',
        id: id!,
        version: number,
        isUnverified: unverifiedBehind.test(after),
      })
      return true
    })
  if (rest.includes('{{'))
    take(valueMark, ([, evidence_id, format], span) => {
      report.values.push({ ...span, evidence_id: evidence_id!, format: format?.trim() ?? null })
      return true
    })
  if (rest.includes('[unverified]')) take(unverifiedMark, (_match, span) => report.unverified.push(span) > 0)
  if (rest.includes('@')) {
    take(bracketGroup, ([, content], span) => {
      const items = bracketed(content!)
      if (items !== null) report.citations.push({ ...span, items, inText: false })
      return items !== null
    })
    take(sentenceKey, ([, braced, plain, brackets], span) => {
      report.citations.push({ ...span, items: [inSentence((braced ?? plain)!, brackets)], inText: true })
      return true
    })
  }
  if (!prose.isHeading && figure.test(rest)) bareFigures(rest, prose, places, report)
}

/** A mark behind the end of a sentence belongs to it. */
function bareFigures(text: string, prose: Prose, places: Places, report: ParsedBlock): void {
  let start = 0
  const ends = [...text.matchAll(sentenceEnd)].map(({ index }) => index + 1)
  for (const end of [...ends, text.length]) {
    if (end <= start) continue
    const behind = /^\s*\ufffc+/.exec(text.slice(end))?.[0].length ?? 0
    const sentence = text.slice(start, end + behind)
    const lead = sentence.length - sentence.trimStart().length
    if (figure.test(sentence) && !sentence.includes(cited))
      report.bareFigures.push({
        ...places.span(prose.from + start + lead, prose.from + end),
        text: sentence.trim().slice(0, 200),
      })
    start = end + behind
  }
}

/** The node's source; code, HTML, addresses of links and what a backslash escapes are blanked out, so that places stay. */
function proseOf(node: Extract<Nodes, { type: 'paragraph' | 'heading' | 'tableCell' }>, body: string): Prose {
  const from = node.position!.start.offset!
  let text = body.slice(from, node.position!.end.offset!)
  const blank = (start: number, end: number): void => {
    text = text.slice(0, start - from) + ' '.repeat(Math.max(end - start, 0)) + text.slice(end - from)
  }
  const visit = (child: Nodes): void => {
    const { start, end } = child.position!
    if (
      child.type === 'inlineCode' ||
      child.type === 'html' ||
      child.type === 'image' ||
      child.type === 'footnoteReference'
    )
      blank(start.offset!, end.offset!)
    else if (child.type === 'link') {
      const last = child.children.at(-1)?.position?.end.offset
      // An autolink is its own address.
      if (body[start.offset!] !== '[') blank(start.offset!, end.offset!)
      else blank(last ?? start.offset!, end.offset!)
    }
    if ('children' in child) for (const each of child.children) visit(each)
  }
  if (node.children.some(({ type }) => type !== 'text')) for (const child of node.children) visit(child)
  if (text.includes('\\')) text = text.replaceAll(/\\[!-/:-@[-`{-~]/g, '  ')
  return { from, text, isHeading: node.type === 'heading' }
}

/** Lines and columns of places. */
class Places {
  readonly #body: string
  readonly #lines: number[] = [0]

  constructor(body: string) {
    this.#body = body
    for (let at = body.indexOf('\n'); at !== -1; at = body.indexOf('\n', at + 1)) this.#lines.push(at + 1)
  }

  span(from: number, to: number): Span {
    let low = 0
    let high = this.#lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#lines[middle]! <= from) low = middle
      else high = middle - 1
    }
    return { from, to, line: low + 1, column: [...this.#body.slice(this.#lines[low], from)].length + 1 }
  }
}
