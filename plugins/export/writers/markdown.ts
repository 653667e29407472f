import { fixedWords } from '../document/fixed-words.ts'
import { stringify } from 'yaml'
import { coverParts, signatoryLines, signatoryPlaces } from '../document/signing-lines.ts'
import type {
  PreparedBlock,
  PreparedChapter,
  PreparedDocument,
  PreparedFigure,
  PreparedInline,
  PreparedTable,
} from '../document/prepared-document.ts'

export interface MarkdownOptions {
  /** Where a figure lies beside the text; without it its caption stands in its place. */
  figurePath?: (figure: PreparedFigure) => string
}

/** Markdown as GitHub reads it, with front matter. */
export function writeMarkdown(document: PreparedDocument, options: MarkdownOptions = {}): string {
  const writer = new MarkdownWriter(options)
  const { cover, chapters, signatories, createdAt, title, setup, provenance } = document
  const parts = cover === null ? null : coverParts(cover)
  const front = {
    title,
    ...(parts?.subtitle && { subtitle: parts.subtitle }),
    ...(cover?.authors && cover.authors.length > 0 && { author: [...cover.authors] }),
    ...(parts?.organisation && { organisation: parts.organisation }),
    date: cover?.date ?? createdAt.slice(0, 10),
    lang: setup.lang,
    ...(parts &&
      Object.fromEntries(
        parts.facts
          .filter(({ label }) => label !== fixedWords.date)
          .map(fact => [fact.label.toLowerCase(), fact.value]),
      )),
    ...(parts?.classification && { classification: parts.classification }),
    ...(parts && parts.abstract.length > 0 && { abstract: parts.abstract.join('\n\n') }),
  }
  const head = `---\n${stringify(front)}---`
  const isTitled = chapters.length === 1 && chapters[0]?.title === title
  const body = [
    head,
    ...(isTitled ? [] : [`# ${escapedLine(title)}`]),
    ...chapters.flatMap(chapter => writer.chapter(chapter, isTitled ? 1 : 2)),
    ...provenance.map(line => escapedLine(line)),
    ...(signatories.length === 0 ? [] : [`## ${fixedWords.signatures}`, ...signatories.map(signingBlock)]),
  ]
  return `${body.join('\n\n')}\n`
}

function signingBlock(signatory: PreparedDocument['signatories'][number]): string {
  const places = signatoryPlaces(signatory).map(
    ({ label, value }) => `${label}: ${value === null ? '\\_'.repeat(16) : escaped(value)}`,
  )
  const lines = ['\\_'.repeat(32), ...signatoryLines(signatory).map(escaped), places.join(', ')]
  return lines.join('  \n')
}

class MarkdownWriter {
  readonly #options: MarkdownOptions

  constructor(options: MarkdownOptions) {
    this.#options = options
  }

  chapter({ title, about, blocks, footnotes }: PreparedChapter, level: number): string[] {
    return [
      `${'#'.repeat(level)} ${escapedLine(title)}`,
      ...(about === '' ? [] : [escapedLine(about)]),
      ...blocks.flatMap(block => this.#block(block, level)),
      ...footnotes.map(({ number, children }) => `[^${number}]: ${this.#inlines(children)}`),
    ]
  }

  #block(block: PreparedBlock, level: number): string[] {
    switch (block.type) {
      case 'heading':
        return [`${'#'.repeat(Math.min(6, level + block.level))} ${this.#inlines(block.children)}`]
      case 'paragraph':
      case 'reference':
        return [safeStart(this.#inlines(block.children))]
      case 'quote':
        return [prefixed(this.#blocks(block.children, level), '> ', '> ')]
      case 'list':
        return [
          block.items
            .map(({ children, checked }, index) => {
              const mark = block.ordered ? `${block.start + index}. ` : '- '
              const box = checked === undefined ? '' : `[${checked ? 'x' : ' '}] `
              return prefixed(box + this.#blocks(children, level), mark, ' '.repeat(mark.length))
            })
            .join('\n'),
        ]
      case 'code':
        return [fenced(block.language ?? '', block.text)]
      case 'table':
        return this.#table(block)
      case 'figure':
        return [this.#figure(block)]
      case 'rule':
        return ['---']
      case 'page_break':
        return []
    }
  }

  #blocks(blocks: readonly PreparedBlock[], level: number): string {
    return blocks.flatMap(block => this.#block(block, level)).join('\n\n')
  }

  #table({ caption, columns, rows, leftOut }: PreparedTable): string[] {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
    const grid = [
      line(columns.map(({ name }) => escapedLine(name))),
      line(columns.map(({ isRight }) => (isRight ? '---:' : '---'))),
      ...rows.map(row =>
        line(
          row.map(cell =>
            this.#inlines(cell)
              .replaceAll(/(?<!\\)\|/g, '\\|')
              .replaceAll('\n', ' '),
          ),
        ),
      ),
    ]
    return [
      ...(caption === undefined ? [] : [`**${escapedLine(caption)}**`]),
      grid.join('\n'),
      ...(leftOut === 0 ? [] : [`${leftOut} more rows are not printed.`]),
    ]
  }

  #figure(figure: PreparedFigure): string {
    const name = escapedLine(figure.caption ?? figure.alt)
    if (!this.#options.figurePath) return `*Figure: ${name}*`
    const image = `![${escapedLine(figure.alt)}](${this.#options.figurePath(figure)})`
    return figure.caption === undefined ? image : `${image}\n\n*${name}*`
  }

  #inlines(inlines: readonly PreparedInline[]): string {
    return inlines.map(inline => this.#inline(inline)).join('')
  }

  #inline(inline: PreparedInline): string {
    switch (inline.type) {
      case 'text':
        return marked(inline.text, inline.marks ?? [])
      case 'citation':
        return escaped(inline.text)
      case 'link':
        return `[${this.#inlines(inline.children)}](<${inline.url.replaceAll(/[<>]/g, encodeURIComponent)}>)`
      case 'footnote':
        return `[^${inline.number}]`
      case 'break':
        return '  \n'
    }
  }
}

const signs = { strong: '**', emphasis: '*', strike: '~~' } as const

function marked(text: string, marks: readonly (keyof typeof signs | 'code')[]): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  if (words === '') return text
  const signed = marks.flatMap(mark => (mark === 'code' ? [] : signs[mark]))
  const inner = marks.includes('code') ? codeSpan(words) : escaped(words)
  return `${before}${signed.join('')}${inner}${signed.toReversed().join('')}${after}`
}

function codeSpan(text: string): string {
  const ticks = '`'.repeat(longestTicks(text, 0) + 1)
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${ticks}${room}${text}${room}${ticks}`
}

function fenced(language: string, text: string): string {
  const fence = '`'.repeat(longestTicks(text, 2) + 1)
  return `${fence}${language.replaceAll(/[^\w+#.-]/g, '')}\n${text.trimEnd()}\n${fence}`
}

function longestTicks(text: string, least: number): number {
  return Math.max(least, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
}

function prefixed(text: string, first: string, other: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : other + line).trimEnd())
    .join('\n')
}

/** Nothing in the text is Markdown or HTML. */
export function escaped(text: string): string {
  const within = text.replaceAll(/[\\`*_[\]<>#|~!&]/g, '\\$&')
  // What would make a link of itself.
  return within.replaceAll(/(https?|ftp|mailto|www)([:.])/gi, '$1\\$2')
}

function escapedLine(text: string): string {
  return safeStart(escaped(text))
}

/** What would begin a list or a heading is a paragraph. */
function safeStart(text: string): string {
  return text.replace(/^(?=[-+=])/, '\\').replace(/^(\d+)(?=[.)](\s|$))/, '$1\\')
}
