import type { ExportFormat, ExportWarning } from '@svc/plugin/contracts/export'
import type { UnpreparedDocument } from '../document/unprepared-document.ts'
import type { SignaturePlace } from '../signing/pdf-signature-place.ts'

/** To the thread: writes the document into a file of that path, which is not there yet. */
export interface DocumentTask {
  kind: 'document'
  format: Exclude<ExportFormat, 'zip'>
  document: UnpreparedDocument
  path: string
  /** Of Markdown: where the figures are written, for the text to name them; without it their captions stand in their place. */
  figuresFolder?: string
}

/** To the thread: packs files that are there into a ZIP. */
export interface PackTask {
  kind: 'pack'
  entries: readonly { name: string; path: string }[]
  /** RFC 3339; the time of every entry, so that the same files give the same bytes. */
  at: string
  path: string
}

export type RenderTask = DocumentTask | PackTask

export interface RenderAnswer {
  /** Null where the format knows none. */
  pages: number | null
  warnings: ExportWarning[]
  /** Names of the figures that were written. */
  figures: string[]
  /** Of the field of a visible signature. */
  signaturePlace?: SignaturePlace
}
