import type { JsonObject } from '@svc/plugin'
import type { MemoryDocument, MemoryProvenance } from '@svc/plugin/contracts/memory'

/** Characters of a content that lists and results show; longer ones are kept whole in a table of their own. */
export const headLength = 8000

export type TextFormat = 'markdown' | 'text'

/** Times are milliseconds since the epoch; tags, metadata, provenance and what changed are JSON. */
export interface DocumentRow {
  id: string
  head: string
  /** The length of the content in UTF-16 units. */
  length: number
  /** The version that began with this content. */
  text_version: number
  format: TextFormat
  fingerprint: string
  source: string | null
  tags: string
  metadata: string
  provenance: string
  valid_from: number | null
  valid_until: number | null
  version: number
  chunks: number
  changed: string
  changed_by: string
  created_at: number
  updated_at: number
}

/** A document as lists and results show it: a long content is cut, which `content_truncated` says. */
export interface ShownDocument extends MemoryDocument {
  content_truncated?: true
}

export function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

export function isCut(row: { head: string; length: number }): boolean {
  return row.length > row.head.length
}

/** The first {@link headLength} characters, never half of one. */
export function headOf(content: string): string {
  if (content.length <= headLength) return content
  const last = content.charCodeAt(headLength - 1)
  const splitsPair = last >= 0xd800 && last <= 0xdbff
  return content.slice(0, splitsPair ? headLength - 1 : headLength)
}

export function documentOf(row: DocumentRow, content: string): MemoryDocument {
  return {
    id: row.id,
    content,
    source: row.source,
    tags: JSON.parse(row.tags) as string[],
    metadata: JSON.parse(row.metadata) as JsonObject,
    provenance: JSON.parse(row.provenance) as MemoryProvenance,
    valid_from: isoOrNull(row.valid_from),
    valid_until: isoOrNull(row.valid_until),
    version: row.version,
    chunks: row.chunks,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  }
}

export function shownDocument(row: DocumentRow): ShownDocument {
  const document = documentOf(row, row.head)
  return isCut(row) ? { ...document, content_truncated: true } : document
}
