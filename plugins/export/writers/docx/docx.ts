import {
  AlignmentType,
  Document,
  Footer,
  LevelFormat,
  LineRuleType,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  Tab,
  TableOfContents,
  TextRun,
} from 'docx'
import type { Table } from 'docx'
import { oneLine } from '@svc/plugin/library/text/visible-text'
import { fixedWords } from '../../document/fixed-words.ts'
import type { PreparedDocument } from '../../document/prepared-document.ts'
import { DocxBlocks, ink, soft } from './docx-blocks.ts'
import { docxCover, docxSignatures } from './docx-cover.ts'

/** Twentieths of a point. */
const papers = { a4: { width: 11906, height: 16838 }, letter: { width: 12240, height: 15840 } } as const
const twipsOfMm = 56.6929
const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

/** Real headings, tables and footnotes, for Word and LibreOffice. */
export async function writeDocx(document: PreparedDocument): Promise<Uint8Array> {
  const { title, cover, setup, chapters, signatories, provenance, createdAt } = document
  const blocks = new DocxBlocks()
  const body: (Paragraph | Table)[] = chapters.flatMap(chapter => blocks.chapter(chapter))
  const isTitled = cover === null && chapters.length === 1 && chapters[0]?.title === title
  const front: (Paragraph | Table | TableOfContents)[] = [
    ...(cover === null ? [] : docxCover(cover, blocks)),
    ...(cover !== null || isTitled
      ? []
      : [
          new Paragraph({ children: [new TextRun({ text: title, bold: true, size: 44 })] }),
          new Paragraph({ children: [new TextRun({ text: createdAt.slice(0, 10), color: soft })] }),
        ]),
    ...(setup.toc
      ? [
          new Paragraph({
            children: [new TextRun({ text: fixedWords.contents, bold: true, size: 26 })],
            keepNext: true,
          }),
          new TableOfContents(fixedWords.contents, { hyperlink: true, headingStyleRange: '1-2' }),
        ]
      : []),
  ]
  const end: (Paragraph | Table)[] = [
    ...(signatories.length === 0 ? [] : docxSignatures(signatories, setup.orientation === 'landscape' ? 3 : 2)),
    ...provenance.map(text => new Paragraph({ children: [new TextRun({ text, size: 16, color: soft })] })),
  ]
  const margin = Math.round(setup.marginMm * twipsOfMm)
  const { width, height } = papers[setup.paper]
  const textWidth = (setup.orientation === 'landscape' ? height : width) - 2 * margin
  const authors = (cover?.authors ?? []).map(oneLine).join(', ')
  const written = new Document({
    title,
    creator: authors === '' ? 'svc' : authors,
    ...(cover?.subtitle !== undefined && { subject: oneLine(cover.subtitle) }),
    features: { updateFields: setup.toc },
    styles: {
      default: {
        document: {
          run: { font: 'Calibri', size: 21, color: ink, language: { value: setup.lang } },
          paragraph: { spacing: { after: 120, line: 276, lineRule: LineRuleType.AUTO } },
        },
        ...headingStyles(),
      },
    },
    numbering: {
      config: blocks.orderedStarts.map((start, index) => ({
        reference: `ordered-${index}`,
        levels: orderedLevels(start),
      })),
    },
    footnotes: blocks.footnotes,
    sections: [
      {
        properties: {
          titlePage: cover !== null,
          page: {
            size: {
              ...papers[setup.paper],
              orientation: setup.orientation === 'landscape' ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: { top: margin, right: margin, bottom: margin, left: margin },
          },
        },
        ...(setup.pageNumbers && {
          footers: { default: pageFooter(title, textWidth), first: new Footer({ children: [] }) },
        }),
        children: [...front, ...body, ...end],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(written))
}

function pageFooter(title: string, textWidth: number): Footer {
  const style = { size: 16, color: soft }
  const short = title.length > 90 ? `${title.slice(0, 89)}…` : title
  return new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.LEFT,
        tabStops: [{ type: 'right', position: textWidth }],
        children: [
          new TextRun({ ...style, text: short }),
          new TextRun({ ...style, children: [new Tab(), PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] }),
        ],
      }),
    ],
  })
}

/** As in the PDF. Without them, a program shows its own colours and no space above. */
function headingStyles() {
  const sizes = [32, 25, 23, 21, 20, 20] as const
  const styles = sizes.map((size, index) => [
    `heading${index + 1}`,
    {
      run: { size, bold: true, italics: false, color: ink },
      paragraph: { spacing: { before: index === 0 ? 480 : 280, after: 80 }, keepNext: true },
    },
  ])
  return Object.fromEntries(styles) as Record<string, object>
}

function orderedLevels(start: number) {
  return levels.map(level => ({
    level,
    format: LevelFormat.DECIMAL,
    text: `%${level + 1}.`,
    start,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
  }))
}
