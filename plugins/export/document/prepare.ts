import { oneLine } from '@svc/plugin/library/text/visible-text'
import type { Block, Chapter, Inline, Table } from '@svc/plugin/contracts/export'
import { imageOfBytes, imageSize } from './images.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import type {
  CoverPage,
  PreparedBlock,
  PreparedChapter,
  PreparedDocument,
  PreparedInline,
  PreparedTable,
  Warn,
} from './prepared-document.ts'
import type { UnpreparedDocument } from './unprepared-document.ts'

/** Makes of what the domains gave, and people wrote, what the writers may take as it is. */
export function prepare(document: UnpreparedDocument, warn: Warn): PreparedDocument {
  const counter = { footnotes: 0 }
  return {
    ...document,
    title: oneLine(document.title),
    cover: document.cover === null ? null : preparedCover(document.cover),
    signatureField: document.signatureField?.map(oneLine) ?? null,
    provenance: document.provenance.map(oneLine),
    chapters: document.chapters.map(chapter => new ChapterPreparation(warn, counter).chapter(chapter)),
  }
}

function preparedCover({ logo, ...cover }: NonNullable<UnpreparedDocument['cover']>): CoverPage {
  const image = logo === undefined ? null : imageOfBytes(logo)
  const size = image === null ? null : imageSize(image)
  return image === null || size === null ? cover : { ...cover, logo: { image, ...size } }
}

class ChapterPreparation {
  readonly #warn: Warn
  readonly #counter: { footnotes: number }
  readonly #footnotes: { number: number; children: readonly PreparedInline[] }[] = []

  constructor(warn: Warn, counter: { footnotes: number }) {
    this.#warn = warn
    this.#counter = counter
  }

  chapter({ title, about = '', blocks }: Chapter): PreparedChapter {
    const prepared = this.#blocks(blocks)
    return { title: oneLine(title), about: oneLine(about), blocks: prepared, footnotes: this.#footnotes }
  }

  #blocks(blocks: readonly Block[]): PreparedBlock[] {
    return blocks.flatMap(block => this.#block(block))
  }

  #block(block: Block): PreparedBlock[] {
    switch (block.type) {
      case 'heading':
      case 'paragraph':
        return [{ ...block, children: this.#inlines(block.children) }]
      case 'reference':
        return [{ ...block, key: oneLine(block.key), children: this.#inlines(block.children) }]
      case 'quote':
        return [{ type: 'quote', children: this.#blocks(block.children) }]
      case 'list':
        return [
          {
            type: 'list',
            ordered: block.ordered,
            start: block.start ?? 1,
            items: block.items.map(item => ({ ...item, children: this.#blocks(item.children) })),
          },
        ]
      case 'code':
        return [{ ...block, text: manyLines(block.text) }]
      case 'table':
        return [this.#table(block)]
      case 'figure': {
        const alt = oneLine(block.alt)
        const caption = block.caption === undefined ? {} : { caption: oneLine(block.caption) }
        const size = imageSize(block.image)
        if (size !== null) return [{ type: 'figure', image: block.image, ...size, ...caption, alt }]
        const name = caption.caption ?? alt
        this.#warn({ code: 'image_dropped', message: `The image ${JSON.stringify(name)} could not be shown.` })
        return [{ type: 'paragraph', children: [{ type: 'text', text: `[${name}]`, marks: ['emphasis'] }] }]
      }
      case 'markdown':
        return this.#blocks(this.#parsed(block.text))
      case 'rule':
      case 'page_break':
        return [block]
    }
  }

  #parsed(text: string): Block[] {
    try {
      return markdownBlocks(text, this.#warn)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // It is nested more deeply than a parser goes: nothing of it is lost.
      return text.split(/\n{2,}/).map(part => ({ type: 'paragraph', children: [{ type: 'text', text: part }] }))
    }
  }

  #table({ caption, columns, rows, left_out: leftOut = 0 }: Table): PreparedTable {
    if (leftOut > 0)
      this.#warn({
        code: 'rows_cut',
        message: `${leftOut} rows of ${caption === undefined ? 'a table' : JSON.stringify(oneLine(caption))} are not printed.`,
      })
    return {
      type: 'table',
      ...(caption !== undefined && { caption: oneLine(caption) }),
      columns: columns.map(({ name, kind }) => ({ name: oneLine(name), isRight: kind === 'number' })),
      rows: rows.map(row =>
        columns.map((_, index) => {
          const cell = row[index] ?? ''
          return typeof cell === 'string' ? [{ type: 'text', text: oneLine(cell) }] : this.#inlines(cell)
        }),
      ),
      leftOut,
    }
  }

  #inlines(inlines: readonly Inline[]): PreparedInline[] {
    return inlines.flatMap((inline): PreparedInline[] => {
      switch (inline.type) {
        case 'text':
          return [{ ...inline, text: withinLine(inline.text) }]
        case 'citation':
          return [{ ...inline, text: withinLine(inline.text) }]
        case 'link': {
          const children = this.#inlines(inline.children)
          const url = safeAddress(inline.url)
          return url === null ? children : [{ type: 'link', url, children }]
        }
        case 'footnote': {
          this.#counter.footnotes += 1
          const number = this.#counter.footnotes
          // Its place is taken before its own footnotes are read.
          const place = this.#footnotes.push({ number, children: [] }) - 1
          this.#footnotes[place] = { number, children: this.#inlines(inline.children) }
          return [{ type: 'footnote', number }]
        }
        case 'break':
          return [inline]
      }
    })
  }
}

/** As {@link oneLine}, with the spaces that part it from what stands beside it. */
function withinLine(text: string): string {
  const [before = ''] = /^\s*/.exec(text) ?? []
  const shown = oneLine(text)
  if (shown === '') return before === '' ? '' : ' '
  return `${before === '' ? '' : ' '}${shown}${/\s$/.test(text) ? ' ' : ''}`
}

function manyLines(text: string): string {
  const lines = text.split(/\r\n|\n|\r/)
  return lines.map(line => line.toWellFormed().replaceAll(/[\p{Cc}--\t]/gv, ' ')).join('\n')
}

function safeAddress(url: string): string | null {
  const isPlain = /^(?:https?:\/\/|mailto:)/i.test(url) && URL.canParse(url)
  return isPlain ? new URL(url).href : null
}
