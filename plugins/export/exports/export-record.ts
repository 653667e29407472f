import type { ExportFormat, ExportWarning } from '@svc/plugin/contracts/export'

export interface ExportedItem {
  type: string
  id: string | null
  version: number | string | null
  title: string
  sha256: string
}

export interface PdfSignature {
  kind: 'pades-b-b'
  certificate_id: string
  subject: string
  fingerprint_sha256: string
  signed_at: string
}

export interface ManifestFacts {
  key_id: string
  sha256: string
}

/** An export as the API shows it. */
export interface ExportRecord {
  export_id: string
  format: ExportFormat
  title: string
  items: ExportedItem[]
  /** Null until it has succeeded; the hash of the file, in hex. */
  sha256: string | null
  size: number | null
  pages: number | null
  file_name: string
  /** False once its file was deleted after `expires_at`. */
  available: boolean
  signature: PdfSignature | null
  manifest: ManifestFacts | null
  warnings: ExportWarning[]
  status: 'running' | 'succeeded' | 'failed'
  error: { code: string; message: string } | null
  job_id: string | null
  created_by: string
  created_at: string
  expires_at: string
}

export const contentTypes: Record<ExportFormat, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json',
  zip: 'application/zip',
}

/** A name that every system takes; the export's own is in the title. */
export function fileNameOf(title: string, format: ExportFormat): string {
  const safe = title
    .toWellFormed()
    .replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const points = [...safe].slice(0, 100).join('').trim()
  return `${points === '' ? 'export' : points}.${format}`
}
