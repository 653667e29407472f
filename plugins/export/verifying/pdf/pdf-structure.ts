import type { PdfSignature } from './find-signatures.ts'
import { lastTableAt, PdfObjects } from './pdf-objects.ts'
import { PdfSyntaxError } from './pdf-parser.ts'
import { PdfDictionary, PdfReference } from './pdf-value.ts'
import type { PdfValue } from './pdf-value.ts'

const mostFields = 10_000

/**
 * What is wrong with the frame of a file, as a sentence; null when it begins and ends as PDF does, and its tables lead a reader to the signature. Of
 * a file whose tables are streams only the frame is looked at: the signature covers them as it covers all else.
 */
export function structureFault(bytes: Buffer, signature: PdfSignature): string | null {
  if (!/^%PDF-\d\.\d/.test(bytes.toString('latin1', 0, 8))) return 'The file does not begin with "%PDF-".'
  try {
    const tableAt = lastTableAt(bytes)
    if (bytes.toString('latin1', tableAt, tableAt + 4) !== 'xref') return streamFault(bytes, tableAt)
    const objects = PdfObjects.read(bytes)
    const root = objects.dictionary(objects.trailer.get('Root'), 'catalog')
    const form = objects.dictionary(root.get('AcroForm'), 'form')
    const isReached = signatureOffsets(objects, form).includes(signature.objectAt)
    return isReached ? null : 'The form of the file does not lead to this signature.'
  } catch (error) {
    if (error instanceof PdfSyntaxError) return error.message
    throw error
  }
}

function streamFault(bytes: Buffer, tableAt: number): string | null {
  const isObject = /^\d{1,10} \d{1,5} obj/.test(bytes.toString('latin1', tableAt, tableAt + 24))
  return isObject ? null : '"startxref" names no cross-reference table.'
}

/** Where the values of all signature fields stand. */
function signatureOffsets(objects: PdfObjects, form: PdfDictionary): number[] {
  const offsets: number[] = []
  const waiting: PdfValue[] = [form.get('Fields') ?? null]
  const seen = new Set<number>()
  for (let looked = 0; waiting.length > 0 && looked < mostFields; looked += 1) {
    const next = waiting.pop()!
    if (next instanceof PdfReference) {
      if (seen.has(next.number)) continue
      seen.add(next.number)
    }
    const value = objects.resolve(next)
    if (Array.isArray(value)) waiting.push(...value)
    if (!(value instanceof PdfDictionary)) continue
    waiting.push(value.get('Kids') ?? null)
    const held = value.get('V')
    const offset = held instanceof PdfReference ? objects.offsetOf(held.number) : null
    if (offset !== null) offsets.push(offset)
  }
  return offsets
}
