import type { CslItem } from './csl-item.ts'

export type SourceKind = 'file' | 'url' | 'reference' | 'text'
/** `no_text`: nothing of it can be quoted; `changed`: a later snapshot has other bytes; `missing`, `altered`: found so by a verification. */
export type SourceState = 'ok' | 'no_text' | 'changed' | 'missing' | 'altered'

/** What was kept of a source at a moment. */
export interface Snapshot {
  file_id: string | null
  sha256: string
  size: number
  content_type: string
  fetched_at: string
  url: string | null
  final_url: string | null
}

/** What was read out of a snapshot. */
export interface SourceText {
  sha256: string
  /** In code points. */
  chars: number
  pages?: number
  extractor: { name: string; version: string }
}

export interface Source {
  source_id: string
  kind: SourceKind
  /** Names it in reports: `[@key]`. */
  key: string
  csl: CslItem
  tags: string[]
  snapshot: Snapshot | null
  text: SourceText | null
  state: SourceState
  /** Claims that rest on it. */
  claims: number
  /** It was in the project already. */
  duplicate?: boolean
  created_at: string
}

/** One of its first fields; the others go with any. */
export interface NewSource {
  file_id?: string
  url?: string
  doi?: string
  bibtex?: string
  ris?: string
  text?: string
  title?: string
  key?: string
  csl?: CslItem | CslItem[]
  tags?: string[]
}

export interface AddedSources {
  items: Source[]
  warnings: string[]
}
