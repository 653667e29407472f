import type { Content, Position } from 'pdfmake'
import type { SignaturePlace } from '../../signing/pdf-signature-place.ts'
import { faint, line } from './pdf-look.ts'
import type { CoverTools } from './pdf-cover.ts'

const id = 'signature-field'
const size = { width: 260, height: 64 }
const padding = 8

/** The field of a visible signature, and where it comes to stand: the text is part of the page, so that its letters are those of the document. */
export class PdfSignatureField {
  readonly #lines: readonly string[]
  place: SignaturePlace | undefined

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  content({ texts, page }: CoverTools): Content {
    const width = Math.min(size.width, page.textWidth)
    const [who = '', ...more] = this.#lines
    const words = [
      { text: texts.plain(who), bold: true },
      ...more.map(text => ({ text: texts.plain(text), color: faint })),
    ]
    return {
      id,
      table: {
        widths: [width - 2 * padding],
        heights: size.height - 2 * padding,
        body: [[{ stack: words }]],
      },
      layout: frame,
      fontSize: 9,
      unbreakable: true,
      margin: [0, 24, 0, 0],
    }
  }

  /** Called for each node that has its place. It breaks no page. */
  readonly remember = (node: { id?: string; startPosition: Position }): boolean => {
    const { pageNumber: page, left, top } = node.startPosition
    if (node.id === id) this.place = { page, left, top, ...size }
    return false
  }
}

const frame = {
  hLineWidth: () => 0.8,
  hLineColor: () => line,
  vLineWidth: () => 0.8,
  vLineColor: () => line,
  paddingLeft: () => padding,
  paddingRight: () => padding,
  paddingTop: () => padding,
  paddingBottom: () => padding,
}
