import { PdfObjects } from '../verifying/pdf/pdf-objects.ts'
import type { PdfDictionary } from '../verifying/pdf/pdf-value.ts'
import { PdfReference } from '../verifying/pdf/pdf-value.ts'

/** What a signature says of itself, for people who read the file. */
export interface SignatureNote {
  name?: string | undefined
  reason?: string | undefined
  location?: string | undefined
  contact?: string | undefined
  at: Date
  /** Of a visible signature, whose words stand on the page already. */
  place?: SignaturePlace | undefined
}

/** In points, from the upper left corner of the page; pages count from 1. */
export interface SignaturePlace {
  page: number
  left: number
  top: number
  width: number
  height: number
}

/** A PDF file with an empty place for a signature, all of which is covered but the place itself. */
export interface PreparedPdf {
  bytes: Buffer
  /** Of the `<` before the signature in hexadecimal, and behind its `>`. */
  gapStart: number
  gapEnd: number
}

const rangeDigits = 10

/**
 * Adds one incremental update with a signature field: at the place that is given, else an invisible one on the first page. The bytes before it stay as they are.
 * @throws PdfSyntaxError for a file without classic cross-reference table, or with a form of its own
 */
export function placeSignature(pdf: Buffer, note: SignatureNote, signatureBytes: number): PreparedPdf {
  const objects = PdfObjects.read(pdf)
  const { trailer } = objects
  const rootReference = trailer.get('Root')
  const root = objects.dictionary(rootReference, 'catalog')
  if (root.get('AcroForm') !== undefined) throw new Error('The PDF has a form already: another signature may be in it.')
  const page = pageOf(objects, root, note.place?.page ?? 1)
  const size = trailer.get('Size')
  if (!(rootReference instanceof PdfReference) || typeof size !== 'number')
    throw new Error('The trailer of the PDF is not complete.')

  const [signature, widget, form] = [size, size + 1, size + 2]
  const update = new Update(pdf)
  const { gap, range } = update.addSignature(signature, note, signatureBytes)
  update.add(
    widget,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(Signature1)/F 132/Rect[${rectangle(objects, page, note.place)}]/P ${referenceText(page.reference)}/V ${signature} 0 R>>`,
  )
  update.add(form, `<</Fields[${widget} 0 R]/SigFlags 3>>`)
  update.add(rootReference.number, withEntry(pdf, root, 'AcroForm', `${form} 0 R`))
  const annotations = objects.resolve(page.dictionary.get('Annots'))
  const others = Array.isArray(annotations) ? annotations.filter(item => item instanceof PdfReference) : []
  const listed = [...others.map(referenceText), `${widget} 0 R`].join(' ')
  update.add(page.reference.number, withEntry(pdf, page.dictionary, 'Annots', `[${listed}]`))
  const bytes = update.finish(pdf, trailer, { size: size + 3, previous: objects.tableAt })

  const gapEnd = gap.start + gap.length
  const byteRange = `[0 ${gap.start} ${gapEnd} ${bytes.length - gapEnd}]`
  bytes.write(byteRange.padEnd(range.length), range.start, 'latin1')
  return { bytes, gapStart: gap.start, gapEnd }
}

interface Place {
  start: number
  length: number
}

/** Objects that are appended to a file, and where they stand in it. */
class Update {
  readonly #pieces: Buffer[] = []
  readonly #offsets = new Map<number, number>()
  #at: number

  constructor(pdf: Buffer) {
    this.#at = pdf.length
    this.#push('\n')
  }

  add(number: number, value: string | Buffer): void {
    this.#offsets.set(number, this.#at)
    this.#push(`${number} 0 obj\n`)
    this.#push(value)
    this.#push('\nendobj\n')
  }

  addSignature(number: number, note: SignatureNote, signatureBytes: number): { gap: Place; range: Place } {
    this.#offsets.set(number, this.#at)
    this.#push(`${number} 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(${pdfDate(note.at)})`)
    for (const [key, text] of [
      ['Name', note.name],
      ['Reason', note.reason],
      ['Location', note.location],
      ['ContactInfo', note.contact],
    ] as const)
      if (text !== undefined && text !== '') this.#push(`/${key}${textString(text)}`)
    this.#push('/ByteRange')
    const range = this.#push(' '.repeat('[0   ]'.length + 3 * rangeDigits))
    this.#push('/Contents')
    const gap = this.#push(`<${'0'.repeat(2 * signatureBytes)}>`)
    this.#push('>>\nendobj\n')
    return { gap, range }
  }

  finish(pdf: Buffer, trailer: PdfDictionary, { size, previous }: { size: number; previous: number }): Buffer {
    const tableAt = this.#at
    const rows = [...this.#offsets].toSorted(([a], [b]) => a - b)
    this.#push('xref\n')
    for (const [number, offset] of rows) this.#push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    const kept = ['Root', 'Info', 'ID'].flatMap(key => {
      const entry = trailer.entries.get(key)
      return entry === undefined ? [] : [pdf.toString('latin1', entry.start, entry.end)]
    })
    const trailerText = `<</Size ${size}${kept.join('')}/Prev ${previous}>>`
    this.#push(Buffer.from(`trailer\n${trailerText}\nstartxref\n${tableAt}\n%%EOF\n`, 'latin1'))
    return Buffer.concat([pdf, ...this.#pieces])
  }

  #push(piece: string | Buffer): Place {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece
    const start = this.#at
    this.#pieces.push(bytes)
    this.#at += bytes.length
    return { start, length: bytes.length }
  }
}

interface Page {
  reference: PdfReference
  dictionary: PdfDictionary
}

/** Pages count from 1, in the order of the page tree. */
function pageOf(objects: PdfObjects, root: PdfDictionary, number: number): Page {
  const waiting = [root.get('Pages')]
  let passed = 0
  while (waiting.length > 0) {
    const reference = waiting.shift()
    const dictionary = objects.dictionary(reference, 'page tree')
    if (dictionary.nameOf('Type') === 'Page' && reference instanceof PdfReference) {
      passed += 1
      if (passed === number) return { reference, dictionary }
      continue
    }
    const kids = objects.resolve(dictionary.get('Kids'))
    if (Array.isArray(kids)) waiting.unshift(...kids)
  }
  throw new Error(`The PDF has no page ${number}.`)
}

/** PDF counts from the lower left corner. */
function rectangle(objects: PdfObjects, page: Page, place: SignaturePlace | undefined): string {
  if (place === undefined) return '0 0 0 0'
  const box = objects.resolve(page.dictionary.get('MediaBox'))
  const height = Array.isArray(box) ? Number(box[3]) : NaN
  if (!Number.isFinite(height)) throw new Error('The page of the signature has no size.')
  const { left, top, width, height: fieldHeight } = place
  const corners = [left, height - top - fieldHeight, left + width, height - top]
  return corners.map(value => value.toFixed(2)).join(' ')
}

/** The dictionary as it stands in the file, with one entry set. */
function withEntry(pdf: Buffer, dictionary: PdfDictionary, key: string, value: string): Buffer {
  const old = dictionary.entries.get(key)
  const end = dictionary.end - '>>'.length
  const entry = Buffer.from(`/${key} ${value}`, 'latin1')
  return Buffer.concat([
    pdf.subarray(dictionary.start, old?.start ?? end),
    ...(old === undefined ? [] : [pdf.subarray(old.end, end)]),
    entry,
    pdf.subarray(end, dictionary.end),
  ])
}

function referenceText({ number, generation }: PdfReference): string {
  return `${number} ${generation} R`
}

/** In hexadecimal, so that no sign of it means anything to a reader of PDF. */
function textString(text: string): string {
  const bytes = Buffer.from(`\ufeff${text.toWellFormed()}`, 'utf16le').swap16()
  return `<${bytes.toString('hex')}>`
}

function pdfDate(at: Date): string {
  return `D:${at.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
}
