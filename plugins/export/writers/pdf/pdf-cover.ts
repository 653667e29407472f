import type { Box, Content } from 'pdfmake'
import type { Signatory } from '@svc/plugin/contracts/export'
import { fixedWords } from '../../document/fixed-words.ts'
import { coverParts, signatoryLines, signatoryPlaces } from '../../document/signing-lines.ts'
import type { CoverPage } from '../../document/prepared-document.ts'
import type { PdfBlocks } from './pdf-blocks.ts'
import { accent, doubt, faint, ink, line, ruleAcross, soft } from './pdf-look.ts'
import type { PageSize } from './pdf-look.ts'
import type { PdfTexts } from './pdf-texts.ts'

export interface CoverTools {
  texts: PdfTexts
  blocks: PdfBlocks
  page: PageSize
}

const logoSize = { width: 150, height: 60 }
const longTitle = 70
const veryLongTitle = 160

/** A page of its own. */
export function pdfCover(cover: CoverPage, { texts, blocks, page }: CoverTools): Content {
  const parts = coverParts(cover)
  const text = (words: string, style: object): Content[] =>
    words === '' ? [] : [{ text: texts.plain(words), ...style }]
  const facts = parts.facts.map(({ label, value }) => [
    { text: texts.plain(label), color: faint },
    { text: texts.plain(value) },
  ])
  return {
    stack: [
      ...text(parts.classification, {
        color: doubt,
        bold: true,
        fontSize: 10,
        characterSpacing: 0.6,
        margin: [0, 0, 0, 10],
      }),
      ...logo(cover, blocks),
      ...text(parts.organisation, { color: accent, bold: true, fontSize: 12 }),
      { text: '', margin: [0, page.textHeight * 0.14, 0, 0] },
      ...text(parts.title, { fontSize: titleSize(parts.title), bold: true, lineHeight: 1.12 }),
      ...text(parts.subtitle, { fontSize: 14, color: soft, margin: [0, 6, 0, 0] }),
      { stack: [ruleAcross(Math.min(page.textWidth, 120), 2, accent)], margin: [0, 14, 0, 14] },
      ...text(parts.authors, { fontSize: 12, margin: [0, 0, 0, 12] }),
      ...(facts.length === 0
        ? []
        : [{ table: { widths: [110, '*'], body: facts }, layout: factLayout, margin: [0, 4, 0, 12] as Box }]),
      ...parts.abstract.flatMap(words => text(words, { margin: [0, 0, 0, 6] })),
    ],
    pageBreak: 'after',
  }
}

/** For a document without a cover whose title is not that of its only chapter. */
export function pdfTitle(title: string, createdAt: string, { texts, page }: CoverTools): Content[] {
  return [
    { text: texts.plain(title), fontSize: title.length > longTitle ? 18 : 22, bold: true, lineHeight: 1.15 },
    { text: createdAt.slice(0, 10), color: faint, margin: [0, 4, 0, 10] },
    ruleAcross(page.textWidth, 1.5, accent),
  ]
}

function titleSize(title: string): number {
  if (title.length > veryLongTitle) return 17
  return title.length > longTitle ? 21 : 27
}

function logo({ logo: given }: CoverPage, blocks: PdfBlocks): Content[] {
  if (given === undefined) return []
  const scale = Math.min(0.75, logoSize.width / given.width, logoSize.height / given.height)
  const image = blocks.image(given.image, { width: given.width * scale, height: given.height * scale })
  return [{ stack: [image], margin: [0, 0, 0, 14] }]
}

const factLayout = {
  hLineWidth: () => 0.5,
  hLineColor: () => line,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 4,
}

const columnGap = 36
/** Room above the line, where one signs; less where many sign on one page. */
const signingRoom = { few: 46, many: 28 }
const few = 8
const lineHeight = 13

/** All lines to sign on, on one page; of so many that they do not fit one, each row on one. */
export function pdfSignatures(signatories: readonly Signatory[], { texts, page }: CoverTools): Content[] {
  const across = page.textWidth > 600 ? 3 : 2
  const width = (page.textWidth - columnGap * (across - 1)) / across
  const room = signatories.length > few ? signingRoom.many : signingRoom.few
  const heading: Content = {
    text: fixedWords.signatures,
    fontSize: 13,
    bold: true,
    margin: [0, 0, 0, 2],
    outline: true,
  }
  const rows: Content[] = []
  let height = 30
  for (let from = 0; from < signatories.length; from += across) {
    const inRow = signatories.slice(from, from + across)
    const blocks = inRow.map(signatory => signingBlock(signatory, { width, room }, texts))
    const empty = Array.from({ length: across - inRow.length }, (): Content => ({ text: '', width }))
    height += Math.max(...inRow.map(signatory => blockHeight(signatory, { width, room })))
    rows.push({ columns: [...blocks, ...empty], columnGap, margin: [0, 0, 0, 10] })
  }
  const margin: Box = [0, 30, 0, 0]
  if (height < page.textHeight * 0.95) return [{ stack: [heading, ...rows], unbreakable: true, margin }]
  const [first, ...rest] = rows
  return [
    { stack: first === undefined ? [heading] : [heading, first], unbreakable: true, margin },
    ...rest.map((row): Content => ({ stack: [row], unbreakable: true })),
  ]
}

interface BlockSize {
  width: number
  room: number
}

function signingBlock(signatory: Signatory, { width, room }: BlockSize, texts: PdfTexts): Content {
  const [name = '', ...more] = signatoryLines(signatory)
  const places = signatoryPlaces(signatory).map(({ label, value }): Content => ({
    columns: [
      { text: `${label}:`, color: faint, width: 34 },
      value === null
        ? { stack: [ruleAcross(Math.max(20, width - 40), 0.5, faint)], margin: [0, 10, 0, 0], width: '*' }
        : { text: texts.plain(value), width: '*' },
    ],
    // Else it has the gap of the columns around it.
    columnGap: 4,
    margin: [0, 2, 0, 0],
  }))
  return {
    stack: [
      { stack: [ruleAcross(width, 0.8, ink)], margin: [0, room, 0, 4] },
      { text: texts.plain(name), bold: true },
      ...more.map((words): Content => ({ text: texts.plain(words), color: soft, fontSize: 9 })),
      ...places.map(place => ({ ...place, fontSize: 9 })),
    ],
    width,
  }
}

function blockHeight(signatory: Signatory, { width, room }: BlockSize): number {
  const lettersAcross = width / 5
  const lines = signatoryLines(signatory).reduce((sum, text) => sum + Math.ceil(text.length / lettersAcross), 0)
  return room + 4 + (lines + 2) * lineHeight + 14
}
