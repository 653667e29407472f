import { sign } from 'node:crypto'
import type { InstanceKeys } from '../certificates/instance-keys.ts'
import { canonicalJson } from '../verifying/manifest/canonical-json.ts'
import type { UnsignedManifest } from '../verifying/manifest/manifest.ts'
import { signPdf } from './sign-pdf.ts'
import type { PdfSigning } from './sign-pdf.ts'

export interface SignedBytes {
  /** `svc-manifest.json`: canonical, and what was signed. */
  bytes: Buffer
  /** `svc-manifest.sig`: base64 of the Ed25519 signature over these very bytes. */
  signature: string
  key_id: string
}

/** Signs what leaves the house. */
export class Signing {
  readonly #keys: InstanceKeys

  constructor(keys: InstanceKeys) {
    this.#keys = keys
  }

  /** PAdES baseline B-B; the certificate is that of `Certificates.signing`. */
  signPdf(pdf: Uint8Array, signing: PdfSigning): Promise<Buffer> {
    return signPdf(pdf, signing)
  }

  /** Adds the key to the manifest, and signs it. */
  async signManifest(manifest: UnsignedManifest): Promise<SignedBytes> {
    const { key, key_id, public_key } = await this.#keys.manifestKey()
    const bytes = Buffer.from(canonicalJson({ ...manifest, key_id, public_key }))
    return { bytes, signature: sign(null, bytes, key).toString('base64'), key_id }
  }
}
