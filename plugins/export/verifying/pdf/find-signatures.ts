import { PdfParser, PdfSyntaxError } from './pdf-parser.ts'
import { PdfDictionary } from './pdf-value.ts'

/** A signature in a PDF file. */
export interface PdfSignature {
  /** Where `12 0 obj` begins. */
  objectAt: number
  dictionary: PdfDictionary
}

const mark = '/ByteRange'
const objectMark = ' obj'
const windowBytes = 256 * 1024
/** No person signs so often; each costs a look at what stands before it. */
const mostMarks = 64

/**
 * Every signature that the bytes hold, in their order, whether or not the file's tables lead to it. What is written in another way than plainly is not
 * found, and its file then not valid.
 * @throws PdfSyntaxError when one cannot be separated from what surrounds it
 */
export function findSignatures(bytes: Buffer): PdfSignature[] {
  const found: PdfSignature[] = []
  let marks = 0
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
    marks += 1
    if (marks > mostMarks) throw new PdfSyntaxError(`More than ${mostMarks} signatures are marked`, at)
    const signature = signatureAround(bytes, at)
    if (signature !== null) found.push(signature)
  }
  return found
}

/** Null: the mark is text of a stream. */
function signatureAround(bytes: Buffer, mark: number): PdfSignature | null {
  const objectAt = objectBefore(bytes, mark)
  const parser = new PdfParser(bytes, objectAt)
  parser.integer()
  parser.integer()
  parser.expect('obj')
  const dictionary = parser.value()
  if (!(dictionary instanceof PdfDictionary)) throw new PdfSyntaxError('A byte range belongs to no dictionary', mark)
  if (dictionary.end <= mark) return null
  if (dictionary.entries.get('ByteRange')?.start !== mark)
    throw new PdfSyntaxError('A byte range stands inside of something else', mark)
  return { objectAt, dictionary }
}

/** Where the last object before the mark begins. */
function objectBefore(bytes: Buffer, mark: number): number {
  const least = Math.max(0, mark - windowBytes)
  for (let at = bytes.lastIndexOf(objectMark, mark); at > least; at = bytes.lastIndexOf(objectMark, at - 1)) {
    const numbers = /(?:^|[\0\t\n\f\r >])(\d{1,10} \d{1,5})$/.exec(bytes.toString('latin1', Math.max(0, at - 18), at))
    if (numbers !== null) return at - numbers[1]!.length
  }
  throw new PdfSyntaxError('A byte range belongs to no object', mark)
}

/** What the signature covers: the file from its beginning to `gapStart`, and from `gapEnd` to `end`. */
export interface ByteRange {
  gapStart: number
  gapEnd: number
  end: number
  /** The signature, with the zeros behind it. */
  contents: Buffer
}

/** @throws PdfSyntaxError with what is odd about it */
export function readByteRange(bytes: Buffer, { dictionary }: PdfSignature): ByteRange {
  const entry = dictionary.entries.get('ByteRange')!
  const numbers = Array.isArray(entry.value) ? entry.value : []
  const [first, gapStart, gapEnd, length] = numbers.map(item => (Number.isSafeInteger(item) ? Number(item) : -1))
  const isRange = numbers.length === 4 && first === 0 && gapStart! > 0 && gapEnd! > gapStart! && length! > 0
  if (!isRange) throw new PdfSyntaxError('The byte range is not "[0 a b c]"', entry.start)
  const end = gapEnd! + length!
  if (end > bytes.length)
    throw new PdfSyntaxError(
      `The byte range ends at ${end}, the file at ${bytes.length}: it was cut off. This was found`,
      entry.start,
    )
  const contents = dictionary.entries.get('Contents')
  // Whatever else lies in the gap could be changed at will.
  if (contents?.valueStart !== gapStart || contents?.end !== gapEnd)
    throw new PdfSyntaxError('The byte range leaves out something else than the signature', entry.start)
  const digits = bytes.toString('latin1', gapStart! + 1, gapEnd! - 1)
  if (bytes[gapStart!] !== 0x3c || !/^(?:[0-9a-f]{2})+$|^(?:[0-9A-F]{2})+$/.test(digits))
    throw new PdfSyntaxError('The place of the signature holds something else than a signature', gapStart!)
  return { gapStart: gapStart!, gapEnd: gapEnd!, end, contents: Buffer.from(digits, 'hex') }
}
