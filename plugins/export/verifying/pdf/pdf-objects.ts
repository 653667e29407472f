import { PdfParser, PdfSyntaxError } from './pdf-parser.ts'
import { PdfDictionary, PdfReference } from './pdf-value.ts'
import type { PdfValue } from './pdf-value.ts'

const tailBytes = 1024
const mostUpdates = 1000
const mostObjects = 8_388_607
/** In place of an offset: the object was deleted. */
const freed = -1

/** The objects of a PDF file by its classic cross-reference tables, the newest update first. */
export class PdfObjects {
  readonly bytes: Buffer
  /** That of the newest update. */
  readonly trailer: PdfDictionary
  /** Where the newest table stands. */
  readonly tableAt: number
  readonly #offsets: ReadonlyMap<number, number>

  private constructor(bytes: Buffer, trailer: PdfDictionary, tableAt: number, offsets: ReadonlyMap<number, number>) {
    this.bytes = bytes
    this.trailer = trailer
    this.tableAt = tableAt
    this.#offsets = offsets
  }

  /** @throws PdfSyntaxError, also for a file whose table is a stream */
  static read(bytes: Buffer): PdfObjects {
    const tableAt = lastTableAt(bytes)
    const offsets = new Map<number, number>()
    const seen = new Set<number>()
    let newest: PdfDictionary | null = null
    for (let next: number | null = tableAt; next !== null;) {
      if (seen.has(next) || seen.size >= mostUpdates)
        throw new PdfSyntaxError('The cross-reference tables have no end', next)
      seen.add(next)
      const trailer = readTable(bytes, next, offsets)
      newest ??= trailer
      const previous = trailer.get('Prev')
      next = typeof previous === 'number' ? previous : null
    }
    return new PdfObjects(bytes, newest!, tableAt, offsets)
  }

  /** Where `12 0 obj` stands; null for an object that there is not. */
  offsetOf(number: number): number | null {
    const offset = this.#offsets.get(number) ?? freed
    return offset === freed ? null : offset
  }

  /** What a value is, or what the object is that it refers to. */
  resolve(value: PdfValue | undefined): PdfValue {
    if (!(value instanceof PdfReference)) return value ?? null
    const offset = this.offsetOf(value.number)
    if (offset === null) return null
    const parser = new PdfParser(this.bytes, offset)
    if (parser.integer() !== value.number)
      throw new PdfSyntaxError(`Another object than ${value.number} stands`, offset)
    parser.integer()
    parser.expect('obj')
    return parser.value()
  }

  /** @throws PdfSyntaxError when it is something else */
  dictionary(value: PdfValue | undefined, what: string): PdfDictionary {
    const resolved = this.resolve(value)
    if (resolved instanceof PdfDictionary) return resolved
    throw new PdfSyntaxError(`The ${what} is missing`, this.tableAt)
  }
}

/** The offset that the last `startxref` names. */
export function lastTableAt(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - tailBytes)
  const tail = bytes.toString('latin1', from)
  const named = /startxref[\r\n ]+(\d{1,15})[\r\n ]+%%EOF[\r\n]{0,2}$/.exec(tail)
  if (named === null) throw new PdfSyntaxError('The end of the file has no "startxref" and "%%EOF"', bytes.length)
  const at = Number(named[1])
  if (at >= bytes.length) throw new PdfSyntaxError('"startxref" names a place behind the file\'s end', bytes.length)
  return at
}

function readTable(bytes: Buffer, at: number, offsets: Map<number, number>): PdfDictionary {
  const parser = new PdfParser(bytes, at)
  parser.expect('xref')
  for (;;) {
    parser.skipSpace()
    if (bytes[parser.at] === 0x74) break
    const first = parser.integer()
    const count = parser.integer()
    if (first + count > mostObjects) throw new PdfSyntaxError('A cross-reference table is too long', parser.at)
    for (let number = first; number < first + count; number += 1) {
      const offset = parser.integer()
      parser.integer()
      parser.skipSpace()
      const isUsed = bytes[parser.at] === 0x6e
      parser.expect(isUsed ? 'n' : 'f')
      if (!offsets.has(number)) offsets.set(number, isUsed ? offset : freed)
    }
  }
  parser.expect('trailer')
  const trailer = parser.value()
  if (trailer instanceof PdfDictionary) return trailer
  throw new PdfSyntaxError('The trailer is missing', parser.at)
}
