import { verifyWithManifest } from './manifest/verify-manifest.ts'
import { UnverifiableError } from './verification.ts'
import type { KnownSigners, Verification } from './verification.ts'
import { verifyZip } from './zip/verify-zip.ts'

/** The most that is read of one file, in bytes. */
export const mostFileBytes = 100 * 1024 * 1024

export interface FileToVerify {
  file: Buffer
  /** The manifest that lies beside the file, and its signature in base64. */
  manifest?: Buffer | null
  signature?: string | null
}

/**
 * Verifies a PDF, a ZIP, or a file of any kind with the manifest beside it. It asks nobody and keeps nothing, so it runs without a server.
 * @throws UnverifiableError when the file is none of these
 */
export async function verifyFile(
  { file, manifest, signature }: FileToVerify,
  known: KnownSigners,
): Promise<Verification> {
  if (manifest) return verifyWithManifest(file, { manifest, signature: signature ?? null }, known)
  if (file.subarray(0, 1024).includes('%PDF-')) {
    // The libraries behind it are large; a manifest needs none of them.
    const { verifyPdf } = await import('./pdf/verify-pdf.ts')
    return verifyPdf(file, known)
  }
  const head = file.length >= 4 ? file.readUInt32LE(0) : 0
  if (head === 0x04034b50 || head === 0x06054b50) return verifyZip(file, known)
  throw new UnverifiableError(
    'The file is neither a PDF nor a ZIP. Send the manifest and its signature with any other file.',
  )
}
