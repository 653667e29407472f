import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import type { Content, DocumentDefinition } from 'pdfmake'
import { oneLine } from '@svc/plugin/library/text/visible-text'
import { fixedWords } from '../../document/fixed-words.ts'
import type { PreparedDocument, Warn } from '../../document/prepared-document.ts'
import type { SignaturePlace } from '../../signing/pdf-signature-place.ts'
import { FontLetters } from './font-letters.ts'
import { PdfBlocks } from './pdf-blocks.ts'
import { pdfCover, pdfSignatures, pdfTitle } from './pdf-cover.ts'
import type { CoverTools } from './pdf-cover.ts'
import { faint, ink, pageSize } from './pdf-look.ts'
import { PdfSignatureField } from './pdf-signature-field.ts'
import { PdfTexts } from './pdf-texts.ts'
import { printPdf } from './print-pdf.ts'

const folder = dirname(createRequire(import.meta.url).resolve('pdfmake/package.json'))
const fontFolder = `${folder}${sep}fonts${sep}Roboto${sep}`
const font = (name: string): string => `${fontFolder}Roboto-${name}.ttf`

const fonts = {
  Roboto: { normal: font('Regular'), bold: font('Medium'), italics: font('Italic'), bolditalics: font('MediumItalic') },
}

/** A reader turns no more pages, and the library holds all of them at once. */
const mostPages = 2000

/** Thrown through the layout when the document is over a limit; its code crosses the thread. */
export class ExportLimitError extends Error {
  readonly code = 'export_limit'
}

export interface WrittenPdf {
  bytes: Uint8Array
  pages: number
  signaturePlace?: SignaturePlace
}

/** Pages with bookmarks, fonts embedded; nothing is fetched and nothing runs. @throws ExportLimitError */
export async function writePdf(document: PreparedDocument, warn: Warn): Promise<WrittenPdf> {
  const { cover, setup, chapters, signatories, signatureField, createdAt } = document
  const field = signatureField === null ? null : new PdfSignatureField(signatureField)
  const letters = new FontLetters(font('Regular'))
  const texts = new PdfTexts(letters)
  const page = pageSize(setup)
  const blocks = new PdfBlocks(texts, page)
  const tools: CoverTools = { texts, blocks, page }
  let pages = 0
  const title = texts.plain(document.title)
  const shortTitle = title.length > 110 ? `${title.slice(0, 109)}…` : title
  const authors = (cover?.authors ?? []).map(oneLine).join(', ')
  const definition: DocumentDefinition = {
    pageSize: setup.paper.toUpperCase(),
    pageOrientation: setup.orientation,
    pageMargins: [page.margin, page.margin, page.margin, page.margin + 8],
    language: setup.lang,
    displayTitle: true,
    info: {
      title: oneLine(document.title),
      creator: 'svc',
      producer: 'svc',
      creationDate: new Date(createdAt),
      ...(authors !== '' && { author: authors }),
      ...(cover?.subtitle !== undefined && { subject: oneLine(cover.subtitle) }),
    },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25, color: ink },
    content: [
      ...front(document, tools),
      ...chapters.flatMap((chapter, index) => blocks.chapter(chapter, index)),
      ...(signatories.length === 0 ? [] : pdfSignatures(signatories, tools)),
      ...(field === null ? [] : [field.content(tools)]),
      ...provenance(document, texts),
    ],
    ...(field !== null && { pageBreakBefore: field.remember }),
    footer: (number, all) => {
      pages = all
      if (all > mostPages)
        throw new ExportLimitError(
          `The document has ${all} pages; an export has at most ${mostPages}. Take fewer items or rows.`,
        )
      if (!setup.pageNumbers) return null
      const isCover = cover !== null && number === 1
      return {
        margin: [page.margin, Math.max(8, page.margin * 0.4), page.margin, 0],
        fontSize: 8,
        color: faint,
        columns: [
          { text: isCover ? '' : shortTitle, width: '*' },
          { text: `${number} / ${all}`, alignment: 'right', width: 60 },
        ],
      }
    },
  }
  const bytes = await printPdf(definition, fonts)
  const missing = letters.warning()
  if (missing !== null) warn({ code: 'glyphs_missing', message: missing })
  return { bytes, pages, ...(field?.place !== undefined && { signaturePlace: field.place }) }
}

function front({ cover, title, chapters, createdAt, setup }: PreparedDocument, tools: CoverTools): Content[] {
  const isTitled = cover === null && chapters.length === 1 && chapters[0]?.title === title
  const contents: Content[] = setup.toc
    ? [
        ...(cover === null
          ? []
          : [
              {
                text: fixedWords.contents,
                fontSize: 13,
                bold: true,
                margin: [0, 0, 0, 6] as [number, number, number, number],
              },
            ]),
        { toc: { textStyle: { color: ink }, numberStyle: { color: faint } }, margin: [0, 8, 0, 12] },
      ]
    : []
  if (cover !== null) return [pdfCover(cover, tools), ...contents]
  return isTitled ? contents : [...pdfTitle(title, createdAt, tools), ...contents]
}

/** What the document rests on, in small print. */
function provenance({ provenance: lines }: PreparedDocument, texts: PdfTexts): Content[] {
  if (lines.length === 0) return []
  return [
    {
      stack: lines.map(words => ({
        text: texts.plain(words),
        margin: [0, 1, 0, 1] as [number, number, number, number],
      })),
      fontSize: 8,
      color: faint,
      margin: [0, 28, 0, 0],
      unbreakable: lines.length < 40,
    },
  ]
}
