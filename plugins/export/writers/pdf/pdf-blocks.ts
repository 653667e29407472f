import type { Content, Style, TextNode } from 'pdfmake'
import type { FigureImage } from '@svc/plugin/contracts/export'
import type { PreparedBlock, PreparedChapter, PreparedFigure } from '../../document/prepared-document.ts'
import { boxLayout, codeLayout, doubt, faint, line, quoteLayout, ruleAcross, soft } from './pdf-look.ts'
import type { PageSize } from './pdf-look.ts'
import { pdfTable } from './pdf-tables.ts'
import type { PdfTexts } from './pdf-texts.ts'

/** The share of a page that a figure takes at most. */
const mostFigureHeight = 0.42
/** What is longer cannot be kept together with its heading. */
const mostKeptLetters = 2000
const pointsOfPixel = 0.75

type Paragraph = Extract<PreparedBlock, { type: 'paragraph' }>

const headingSizes = [12.5, 11.5, 10.5, 10, 10] as const
const tones: Record<NonNullable<Paragraph['tone']>, Style> = {
  note: {},
  small: { fontSize: 8.5, color: faint },
  warning: { color: doubt, bold: true },
}

/** The blocks of chapters as the PDF library takes them. */
export class PdfBlocks {
  readonly #texts: PdfTexts
  readonly #page: PageSize

  constructor(texts: PdfTexts, page: PageSize) {
    this.#texts = texts
    this.#page = page
  }

  chapter({ title, about, blocks, footnotes }: PreparedChapter, index: number): Content[] {
    const id = `chapter${index + 1}`
    const heading: TextNode = {
      text: this.#texts.plain(title),
      fontSize: 16,
      bold: true,
      lineHeight: 1.15,
      tocItem: true,
      id,
      outline: true,
      outlineExpanded: false,
      margin: [0, index === 0 ? 8 : 28, 0, 2],
    }
    const head: Content[] =
      about === '' ? [heading] : [heading, { text: this.#texts.plain(about), fontSize: 8.5, color: faint }]
    return [...this.#kept(head, blocks, id), ...this.#footnotes(footnotes)]
  }

  /** Headings never stand alone at the end of a page. */
  #kept(head: Content[], blocks: readonly PreparedBlock[], parentId: string): Content[] {
    const shown: Content[] = []
    let waiting = head
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at]
      if (block === undefined) continue
      if (block.type === 'heading') {
        waiting.push(this.#heading(block, parentId))
        continue
      }
      const notes = notesFrom(blocks, at)
      const contents = notes.length > 0 ? [this.#note(notes)] : this.#block(block)
      at += Math.max(0, notes.length - 1)
      const [first, ...rest] = contents
      if (waiting.length > 0 && first !== undefined) {
        const isKept = lettersOf(notes.length > 0 ? notes : [block]) < mostKeptLetters
        shown.push({ stack: [...waiting, first], unbreakable: isKept }, ...rest)
        waiting = []
      } else shown.push(...contents)
    }
    return [...shown, ...waiting]
  }

  blocks(blocks: readonly PreparedBlock[]): Content[] {
    return blocks.flatMap(block => (block.type === 'heading' ? [this.#heading(block, null)] : this.#block(block)))
  }

  image(image: FigureImage, size: { width: number; height: number }): Content {
    if (image.kind === 'svg') return { svg: this.#texts.drawing(image.svg), ...size }
    return { image: `data:image/${image.kind};base64,${Buffer.from(image.bytes).toString('base64')}`, ...size }
  }

  #heading({ level, children }: Extract<PreparedBlock, { type: 'heading' }>, parentId: string | null): TextNode {
    return {
      ...this.#texts.inlines(children),
      fontSize: headingSizes[level - 1] ?? 10,
      bold: true,
      lineHeight: 1.2,
      margin: [0, 14, 0, 4],
      ...(parentId !== null &&
        level <= 2 && { outline: true, outlineText: wordsOf(children), outlineParentId: parentId }),
    }
  }

  #block(block: Exclude<PreparedBlock, { type: 'heading' }>): Content[] {
    switch (block.type) {
      case 'paragraph':
        return [this.#texts.inlines(block.children, { margin: [0, 4, 0, 4], ...(block.tone && tones[block.tone]) })]
      case 'reference':
        return [
          { ...this.#texts.inlines(block.children, { fontSize: 9, margin: [0, 2, 0, 2] }), id: `ref-${block.key}` },
        ]
      case 'quote':
        return [
          {
            table: { widths: ['*'], body: [[{ stack: this.blocks(block.children) }]] },
            layout: quoteLayout,
            color: soft,
            margin: [0, 4, 0, 4],
          },
        ]
      case 'list':
        return [this.#list(block)]
      case 'code':
        if (block.folded !== undefined) return []
        return [
          {
            table: {
              widths: ['*'],
              body: [
                [{ text: this.#texts.code(block.text), fontSize: 8.5, lineHeight: 1.2, preserveLeadingSpaces: true }],
              ],
            },
            layout: codeLayout,
            margin: [0, 6, 0, 6],
          },
        ]
      case 'table':
        return pdfTable(block, this.#page, this.#texts)
      case 'figure':
        return [this.#figure(block)]
      case 'rule':
        return [{ stack: [ruleAcross(this.#page.textWidth, 0.5, line)], margin: [0, 10, 0, 10] }]
      case 'page_break':
        return [{ text: '', pageBreak: 'after' }]
    }
  }

  /** What the reader should see first stands in one box. */
  #note(notes: readonly Paragraph[]): Content {
    const stack = notes.map(({ children }, index) =>
      this.#texts.inlines(children, { margin: [0, index === 0 ? 0 : 5, 0, 0] }),
    )
    return { table: { widths: ['*'], body: [[{ stack }]] }, layout: boxLayout, margin: [0, 6, 0, 4] }
  }

  #list({ ordered, start, items }: Extract<PreparedBlock, { type: 'list' }>): Content {
    const shown = items.map(({ children, checked }): Content => {
      const contents = this.blocks(children)
      if (checked === undefined) return { stack: contents }
      const box = {
        text: checked ? '[x]' : '[  ]',
        width: 18,
        margin: [0, 4, 0, 0] as [number, number, number, number],
      }
      return { columns: [box, { stack: contents, width: '*' }], columnGap: 2 }
    })
    const isTasks = items.length > 0 && items.every(({ checked }) => checked !== undefined)
    if (isTasks) return { ul: shown, type: 'none', margin: [0, 2, 0, 2] }
    return ordered ? { ol: shown, start, margin: [0, 2, 0, 2] } : { ul: shown, margin: [0, 2, 0, 2] }
  }

  #figure(figure: PreparedFigure): Content {
    const { caption, width, height } = figure
    const most = this.#page.textHeight * mostFigureHeight
    const scale = Math.min(pointsOfPixel, this.#page.textWidth / width, most / height)
    const title: Content[] =
      caption === undefined
        ? []
        : [{ text: this.#texts.plain(caption), bold: true, fontSize: 10.5, margin: [0, 0, 0, 6] }]
    const image = this.image(figure.image, { width: width * scale, height: height * scale })
    return { stack: [...title, image], unbreakable: true, margin: [0, 14, 0, 4] }
  }

  #footnotes(footnotes: PreparedChapter['footnotes']): Content[] {
    if (footnotes.length === 0) return []
    const notes = footnotes.map(({ number, children }): Content => ({
      columns: [
        { text: String(number), width: 16, id: `f${number}` },
        { ...this.#texts.inlines(children), width: '*' },
      ],
      margin: [0, 1, 0, 1],
    }))
    const rule = { stack: [ruleAcross(90, 0.5, faint)], margin: [0, 14, 0, 4] as [number, number, number, number] }
    return [{ stack: [rule, ...notes], fontSize: 8.5, color: soft }]
  }
}

/** Paragraphs of the tone `note` that follow each other. */
function notesFrom(blocks: readonly PreparedBlock[], from: number): Paragraph[] {
  const notes: Paragraph[] = []
  for (const block of blocks.slice(from)) {
    if (block.type !== 'paragraph' || block.tone !== 'note') break
    notes.push(block)
  }
  return notes
}

/** How long the blocks are, as far as it decides whether they may stay together; a table keeps itself together. */
function lettersOf(blocks: readonly PreparedBlock[]): number {
  return blocks.reduce((sum, block) => {
    if (block.type === 'paragraph') return sum + wordsOf(block.children).length
    if (block.type === 'figure') return sum
    return block.type === 'table' && block.rows.length < 8 && block.columns.length < 8 ? sum : Infinity
  }, 0)
}

function wordsOf(inlines: Paragraph['children']): string {
  return inlines
    .map(inline => {
      if (inline.type === 'link') return wordsOf(inline.children)
      return 'text' in inline ? inline.text : ' '
    })
    .join('')
}
