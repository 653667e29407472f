import type { HttpServer } from '@svc/plugin'
import type { ExportSigning } from '@svc/plugin/contracts/export'
import type { Certificates } from '../certificates/certificates.ts'
import { hostOf } from '../certificates/instance-keys.ts'
import type { Signing } from '../signing/signing.ts'
import type { ExportSigner } from './export-signer.ts'

export interface InstanceSignerOptions {
  signing: Signing
  certificates: Certificates
  http: HttpServer
}

/** Signs with the active certificate of the workspace, or the one that the order names; a manifest with the key of the instance. */
export class InstanceSigner implements ExportSigner {
  readonly #options: InstanceSignerOptions

  constructor(options: InstanceSignerOptions) {
    this.#options = options
  }

  async pdf(
    pdf: Uint8Array,
    { certificate_id, reason, location, contact }: ExportSigning,
    { principal, at, place }: Parameters<ExportSigner['pdf']>[2],
  ) {
    const { signing, certificates } = this.#options
    const certificate = await certificates.signing(principal, certificate_id ?? null)
    const note = { name: principal.username, reason, location, contact, place, at: new Date(at) }
    const { subject, fingerprint_sha256 } = certificate
    return {
      bytes: await signing.signPdf(pdf, { certificate, ...note }),
      signature: {
        kind: 'pades-b-b' as const,
        certificate_id: certificate.certificate_id,
        subject,
        fingerprint_sha256,
        signed_at: at,
      },
    }
  }

  manifest(facts: Parameters<ExportSigner['manifest']>[0]) {
    const instance = hostOf(this.#options.http.facts().base_url)
    return this.#options.signing.signManifest({ manifest: 1, instance, ...facts })
  }
}
