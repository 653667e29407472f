import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { cmsSignature, signatureRoom } from './cms-signature.ts'
import type { SigningCertificate } from './cms-signature.ts'
import { placeSignature } from './pdf-signature-place.ts'
import type { SignatureNote } from './pdf-signature-place.ts'

export interface PdfSigning extends SignatureNote {
  certificate: SigningCertificate
}

const turnBytes = 8 * 1024 * 1024

/**
 * Signs a PDF file with classic cross-reference tables (PAdES baseline B-B): one incremental update whose byte range is the whole file but the
 * signature itself.
 */
export async function signPdf(pdf: Uint8Array, { certificate, ...note }: PdfSigning): Promise<Buffer> {
  const source = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const { bytes, gapStart, gapEnd } = placeSignature(source, note, signatureRoom(certificate))
  const digest = await digestOf([bytes.subarray(0, gapStart), bytes.subarray(gapEnd)])
  const signature = await cmsSignature(digest, certificate)
  if (gapStart + 1 + 2 * signature.length >= gapEnd)
    throw new Error(`The signature has ${signature.length} bytes, more than its place.`)
  bytes.write(signature.toString('hex'), gapStart + 1, 'latin1')
  return bytes
}

/** Other work gets its turn between pieces. */
async function digestOf(parts: readonly Buffer[]): Promise<Buffer> {
  const sum = createHash('sha256')
  for (const part of parts)
    for (let at = 0; at < part.length; at += turnBytes) {
      if (at > 0) await turn()
      sum.update(part.subarray(at, at + turnBytes))
    }
  return sum.digest()
}
