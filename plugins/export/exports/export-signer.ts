import type { Principal } from '@svc/plugin'
import type { ExportSigning } from '@svc/plugin/contracts/export'
import type { SignaturePlace } from '../signing/pdf-signature-place.ts'
import type { PdfSignature } from './export-record.ts'

/** What is signed of an export. */
export interface ManifestFacts {
  export_id: string
  created_at: string
  title: string
  files: readonly { path: string; size: number; sha256: string }[]
  items: readonly { type: string; id: string | null; version: number | string | null; sha256: string }[]
  claims?: { total: number; without_evidence: number }
}

/** Signs what leaves the house, with the certificate of the workspace and the key of the instance. */
export interface ExportSigner {
  pdf(
    bytes: Uint8Array,
    sign: ExportSigning,
    by: { principal: Principal; at: string; place?: SignaturePlace | undefined },
  ): Promise<{ bytes: Uint8Array; signature: PdfSignature }>
  manifest(facts: ManifestFacts): Promise<{ bytes: Uint8Array; signature: string; key_id: string }>
}
