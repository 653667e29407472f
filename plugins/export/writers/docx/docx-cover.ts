import { BorderStyle, PageBreak, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import type { Signatory } from '@svc/plugin/contracts/export'
import { fixedWords } from '../../document/fixed-words.ts'
import { coverParts, signatoryLines, signatoryPlaces } from '../../document/signing-lines.ts'
import type { CoverPage } from '../../document/prepared-document.ts'
import { accent, ink, soft } from './docx-blocks.ts'
import type { DocxBlocks } from './docx-blocks.ts'

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const
const noBorders = { top: none, bottom: none, left: none, right: none, insideHorizontal: none, insideVertical: none }
const logoSize = { width: 200, height: 80 }
const longTitle = 70

/** A page of its own. */
export function docxCover(cover: CoverPage, blocks: DocxBlocks): (Paragraph | Table)[] {
  const parts = coverParts(cover)
  const text = (words: string, style: object, spacing = {}): Paragraph[] =>
    words === '' ? [] : [new Paragraph({ children: [new TextRun({ text: words, ...style })], spacing })]
  return [
    ...text(parts.classification, { bold: true, color: '9A5B13' }),
    ...logo(cover, blocks),
    ...text(parts.organisation, { bold: true, color: accent, size: 24 }),
    ...text(parts.title, { bold: true, size: parts.title.length > longTitle ? 42 : 54 }, { before: 1800 }),
    ...text(parts.subtitle, { size: 28, color: soft }),
    ...text(parts.authors, { size: 24 }, { before: 300, after: 300 }),
    ...(parts.facts.length === 0 ? [] : [facts(parts.facts)]),
    ...parts.abstract.flatMap(words => text(words, {}, { before: 200 })),
    new Paragraph({ children: [new PageBreak()] }),
  ]
}

function logo({ logo: given }: CoverPage, blocks: DocxBlocks): Paragraph[] {
  if (given === undefined) return []
  const scale = Math.min(1, logoSize.width / given.width, logoSize.height / given.height)
  return [
    new Paragraph({
      children: [blocks.image(given.image, { width: given.width * scale, height: given.height * scale }, 'Logo')],
    }),
  ]
}

function facts(lines: readonly { label: string; value: string }[]): Table {
  const cell = (text: string, percent: number, color: string): TableCell =>
    new TableCell({
      width: { size: percent, type: WidthType.PERCENTAGE },
      children: [new Paragraph({ children: [new TextRun({ text, color })], spacing: { before: 40, after: 40 } })],
    })
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: { ...noBorders, insideHorizontal: { style: BorderStyle.SINGLE, size: 2, color: 'D9DEE4' } },
    rows: lines.map(({ label, value }) => new TableRow({ children: [cell(label, 25, soft), cell(value, 75, ink)] })),
  })
}

/** Each row of lines to sign on stays on one page. */
export function docxSignatures(signatories: readonly Signatory[], across: number): (Paragraph | Table)[] {
  const rows: TableRow[] = []
  for (let from = 0; from < signatories.length; from += across) {
    const inRow = signatories.slice(from, from + across)
    const cells = inRow.map(signatory => signingCell(signatory, across))
    const empty = Array.from({ length: across - inRow.length }, () => new TableCell({ children: [new Paragraph('')] }))
    rows.push(new TableRow({ cantSplit: true, children: [...cells, ...empty] }))
  }
  return [
    new Paragraph({
      children: [new TextRun({ text: fixedWords.signatures, bold: true, size: 28 })],
      spacing: { before: 600 },
      keepNext: true,
    }),
    new Table({ width: { size: 100, type: WidthType.PERCENTAGE }, borders: noBorders, rows }),
    new Paragraph(''),
  ]
}

function signingCell(signatory: Signatory, across: number): TableCell {
  const [name = '', ...more] = signatoryLines(signatory)
  const places = signatoryPlaces(signatory).map(({ label, value }) => `${label}: ${value ?? '_'.repeat(22)}`)
  const under = (text: string, style: object): Paragraph =>
    new Paragraph({ children: [new TextRun({ text, ...style })], spacing: { before: 0, after: 20 }, keepLines: true })
  return new TableCell({
    width: { size: Math.floor(100 / across), type: WidthType.PERCENTAGE },
    margins: { right: 300 },
    children: [
      new Paragraph({
        border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: ink, space: 1 } },
        spacing: { before: 900, after: 60 },
      }),
      under(name, { bold: true }),
      ...more.map(text => under(text, { size: 18, color: soft })),
      ...places.map(text => under(text, { size: 18, color: soft })),
    ],
  })
}
