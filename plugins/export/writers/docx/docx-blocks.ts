import {
  AlignmentType,
  Bookmark,
  BorderStyle,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  ImageRun,
  InternalHyperlink,
  PageBreak,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { IRunOptions, ParagraphChild } from 'docx'
import type { FigureImage } from '@svc/plugin/contracts/export'
import type {
  PreparedBlock,
  PreparedChapter,
  PreparedFigure,
  PreparedInline,
  PreparedTable,
} from '../../document/prepared-document.ts'

export const ink = '1F2933'
export const soft = '52606D'
export const accent = '2F6FA7'
const line = 'D9DEE4'

/** A page holds no more columns side by side. */
const mostColumns = 10
/** Of code that is not parted by the end of a page. */
const mostKeptLines = 20
/** Pixels between the margins of a page. */
const textWidth = 620
const headings = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const
const noBorder = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
const tones = { note: {}, small: { size: 17, color: soft }, warning: { color: '9A5B13', bold: true } } as const

/** The blocks of chapters as the DOCX library takes them. */
export class DocxBlocks {
  /** How deep lists are nested, and which ordered list it is: each counts from its own start. */
  readonly orderedStarts: number[] = []
  readonly footnotes: Record<string, { children: Paragraph[] }> = {}

  chapter({ title, about, blocks, footnotes }: PreparedChapter): (Paragraph | Table)[] {
    for (const { number, children } of footnotes)
      this.footnotes[String(number)] = { children: [new Paragraph({ children: this.inlines(children) })] }
    return [
      new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
      ...(about === '' ? [] : [new Paragraph({ children: [new TextRun({ text: about, size: 17, color: soft })] })]),
      ...blocks.flatMap(block => this.#block(block, 0)),
    ]
  }

  inlines(inlines: readonly PreparedInline[], style: IRunOptions = {}): ParagraphChild[] {
    return inlines.flatMap(inline => this.#inline(inline, style))
  }

  image(image: FigureImage, size: { width: number; height: number }, alt: string): ImageRun {
    const altText = { title: alt, description: alt, name: alt }
    const transformation = { width: Math.round(size.width), height: Math.round(size.height) }
    if (image.kind === 'svg')
      return new ImageRun({
        type: 'svg',
        data: Buffer.from(image.svg),
        // Programs that draw no SVG show this in its place.
        fallback: { type: 'png', data: Buffer.from(greyPng, 'base64') },
        transformation,
        altText,
      })
    return new ImageRun({
      type: image.kind === 'png' ? 'png' : 'jpg',
      data: Buffer.from(image.bytes),
      transformation,
      altText,
    })
  }

  #block(block: PreparedBlock, depth: number): (Paragraph | Table)[] {
    switch (block.type) {
      case 'heading':
        return [
          new Paragraph({
            heading: headings[block.level] ?? HeadingLevel.HEADING_6,
            children: this.inlines(block.children),
          }),
        ]
      case 'paragraph': {
        const style = block.tone === undefined ? {} : tones[block.tone]
        const children = this.inlines(block.children, style)
        if (block.tone !== 'note') return [new Paragraph({ children })]
        return [new Paragraph({ children, ...bar(accent), shading: { type: ShadingType.CLEAR, fill: 'F5F7FA' } })]
      }
      case 'reference':
        return [
          new Paragraph({
            children: [new Bookmark({ id: anchorOf(`ref-${block.key}`), children: this.inlines(block.children) })],
            indent: { left: 360, hanging: 360 },
          }),
        ]
      case 'quote':
        return block.children.flatMap(child =>
          child.type === 'paragraph'
            ? [new Paragraph({ children: this.inlines(child.children, { color: soft }), ...bar(line) })]
            : this.#block(child, depth),
        )
      case 'list':
        return this.#list(block, depth)
      case 'code':
        if (block.folded !== undefined) return []
        return this.#code(block.text.split('\n'))
      case 'table':
        return this.#table(block)
      case 'figure':
        return this.#figure(block)
      case 'rule':
        return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: line, space: 1 } } })]
      case 'page_break':
        return [new Paragraph({ children: [new PageBreak()] })]
    }
  }

  #code(lines: readonly string[]): Paragraph[] {
    return lines.map(
      (text, index) =>
        new Paragraph({
          children: [new TextRun({ text, font: 'Consolas', size: 18 })],
          shading: { type: ShadingType.CLEAR, fill: 'F5F7FA' },
          spacing: { before: 0, after: index === lines.length - 1 ? 120 : 0 },
          keepNext: lines.length < mostKeptLines && index < lines.length - 1,
        }),
    )
  }

  #list({ ordered, start, items }: Extract<PreparedBlock, { type: 'list' }>, depth: number): (Paragraph | Table)[] {
    const level = Math.min(depth, 8)
    const instance = ordered ? this.orderedStarts.push(start) - 1 : 0
    return items.flatMap(({ children, checked }) =>
      children.flatMap((child, index): (Paragraph | Table)[] => {
        if (child.type !== 'paragraph' || index > 0)
          return child.type === 'paragraph'
            ? [new Paragraph({ children: this.inlines(child.children), indent: { left: 720 * (level + 1) } })]
            : this.#block(child, depth + 1)
        const box = checked === undefined ? [] : [new TextRun(checked ? '☑ ' : '☐ ')]
        const runs = [...box, ...this.inlines(child.children)]
        return [
          ordered
            ? new Paragraph({ children: runs, numbering: { reference: `ordered-${instance}`, level } })
            : new Paragraph({ children: runs, bullet: { level } }),
        ]
      }),
    )
  }

  #table(table: PreparedTable): (Paragraph | Table)[] {
    const parts = table.columns.length <= mostColumns ? [table] : wideParts(table)
    return parts.flatMap(({ caption, columns, rows, leftOut }) => [
      ...(caption === undefined
        ? []
        : [
            new Paragraph({
              children: [new TextRun({ text: caption, bold: true })],
              keepNext: true,
              spacing: { before: 200, after: 80 },
            }),
          ]),
      new Table({
        width: { size: 100, type: WidthType.PERCENTAGE },
        borders: {
          top: { style: BorderStyle.SINGLE, size: 8, color: ink },
          bottom: { style: BorderStyle.SINGLE, size: 8, color: ink },
          left: noBorder,
          right: noBorder,
          insideVertical: noBorder,
          insideHorizontal: { style: BorderStyle.SINGLE, size: 2, color: line },
        },
        rows: [
          new TableRow({
            tableHeader: true,
            cantSplit: true,
            children: columns.map(({ name, isRight }) =>
              cell([new TextRun({ text: name, bold: true, size: 18 })], isRight),
            ),
          }),
          ...rows.map(
            row =>
              new TableRow({
                cantSplit: true,
                children: columns.map(({ isRight }, index) =>
                  cell(this.inlines(row[index] ?? [], { size: 18 }), isRight),
                ),
              }),
          ),
        ],
      }),
      new Paragraph({
        children:
          leftOut === 0 ? [] : [new TextRun({ text: `${leftOut} more rows are not printed.`, size: 17, color: soft })],
      }),
    ])
  }

  #figure(figure: PreparedFigure): Paragraph[] {
    const scale = Math.min(1, textWidth / figure.width)
    const image = this.image(figure.image, { width: figure.width * scale, height: figure.height * scale }, figure.alt)
    return [
      ...(figure.caption === undefined
        ? []
        : [
            new Paragraph({
              children: [new TextRun({ text: figure.caption, bold: true })],
              keepNext: true,
              spacing: { before: 240 },
            }),
          ]),
      new Paragraph({ children: [image] }),
    ]
  }

  #inline(inline: PreparedInline, style: IRunOptions): ParagraphChild[] {
    switch (inline.type) {
      case 'text': {
        const marks = inline.marks ?? []
        return [
          new TextRun({
            ...style,
            text: inline.text,
            ...(marks.includes('strong') && { bold: true }),
            ...(marks.includes('emphasis') && { italics: true }),
            ...(marks.includes('strike') && { strike: true }),
            ...(marks.includes('code') && { font: 'Consolas' }),
          }),
        ]
      }
      case 'citation': {
        const run = new TextRun({ ...style, text: inline.text })
        return inline.key === undefined
          ? [run]
          : [new InternalHyperlink({ anchor: anchorOf(`ref-${inline.key}`), children: [run] })]
      }
      case 'link':
        return [
          new ExternalHyperlink({
            link: inline.url,
            children: this.inlines(inline.children, { ...style, color: accent, underline: {} }),
          }),
        ]
      case 'footnote':
        return [new FootnoteReferenceRun(inline.number)]
      case 'break':
        return [new TextRun({ break: 1 })]
    }
  }
}

/** Names of bookmarks are letters, digits and _ , at most 40. */
function anchorOf(name: string): string {
  return name.replaceAll(/\W/g, '_').slice(0, 40)
}

function bar(color: string) {
  return {
    border: { left: { style: BorderStyle.SINGLE, size: 18, color, space: 8 } },
    indent: { left: 200 },
  } as const
}

function cell(children: ParagraphChild[], isRight: boolean): TableCell {
  const alignment = isRight ? AlignmentType.RIGHT : AlignmentType.LEFT
  return new TableCell({ children: [new Paragraph({ children, alignment, spacing: { before: 20, after: 20 } })] })
}

/** As many columns as a page holds, the first repeated in each part. */
function wideParts({ caption = 'Table', columns, rows, leftOut }: PreparedTable): PreparedTable[] {
  const parts: PreparedTable[] = []
  for (let from = 1; from < columns.length; from += mostColumns - 1) {
    const pick = <T>(all: readonly T[]): T[] => [...all.slice(0, 1), ...all.slice(from, from + mostColumns - 1)]
    const title = from === 1 ? caption : `${caption}, continued`
    parts.push({ type: 'table', caption: title, columns: pick(columns), rows: rows.map(row => pick(row)), leftOut })
  }
  return parts
}

/** One grey pixel: an area that shows where the figure belongs. */
const greyPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGN48vw1AAVpAreXkD2cAAAAAElFTkSuQmCC'
