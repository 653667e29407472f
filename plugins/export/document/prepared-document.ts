import type { JsonLike } from '@svc/plugin'
import type { Block, ExportCover, ExportWarning, FigureImage, Inline, Signatory } from '@svc/plugin/contracts/export'

// What the writers are given: every text cleaned, Markdown parsed, images checked, footnotes numbered.

export type PreparedInline =
  Exclude<Inline, { type: 'footnote' | 'link' }> | PreparedLink | { type: 'footnote'; number: number }

export interface PreparedLink {
  type: 'link'
  url: string
  children: readonly PreparedInline[]
}

export interface PreparedFigure {
  type: 'figure'
  image: FigureImage
  /** In CSS pixels. */
  width: number
  height: number
  caption?: string
  alt: string
}

export interface PreparedTable {
  type: 'table'
  caption?: string
  columns: readonly { name: string; isRight: boolean }[]
  rows: readonly (readonly (readonly PreparedInline[])[])[]
  leftOut: number
}

export interface PreparedList {
  type: 'list'
  ordered: boolean
  start: number
  items: readonly { children: readonly PreparedBlock[]; checked?: boolean }[]
}

export type PreparedBlock =
  | { type: 'heading'; level: 1 | 2 | 3 | 4 | 5; children: readonly PreparedInline[] }
  | { type: 'paragraph'; children: readonly PreparedInline[]; tone?: 'note' | 'small' | 'warning' }
  | { type: 'reference'; key: string; children: readonly PreparedInline[] }
  | { type: 'quote'; children: readonly PreparedBlock[] }
  | Extract<Block, { type: 'code' | 'rule' | 'page_break' }>
  | PreparedFigure
  | PreparedList
  | PreparedTable

export interface PreparedChapter {
  title: string
  about: string
  blocks: readonly PreparedBlock[]
  footnotes: readonly { number: number; children: readonly PreparedInline[] }[]
}

export interface CoverPage extends Omit<ExportCover, 'logo_file_id'> {
  title: string
  logo?: { image: FigureImage; width: number; height: number }
}

export interface PageSetup {
  paper: 'a4' | 'letter'
  orientation: 'portrait' | 'landscape'
  lang: string
  toc: boolean
  pageNumbers: boolean
  marginMm: number
}

/** A record as the format JSON has it. */
export interface RecordEntry {
  type: string
  id: string | null
  version: number | string | null
  title: string
  sha256: string
  record: JsonLike
}

export interface PreparedDocument {
  title: string
  /** RFC 3339. */
  createdAt: string
  /** Null: the title stands above the first chapter. */
  cover: CoverPage | null
  signatories: readonly Signatory[]
  /** The lines of the field of a visible signature; null: there is none. */
  signatureField: readonly string[] | null
  setup: PageSetup
  chapters: readonly PreparedChapter[]
  records: readonly RecordEntry[]
  /** What the document rests on, a line for each record that says so. */
  provenance: readonly string[]
}

/** What a writer found out that the person should know. */
export type Warn = (warning: ExportWarning) => void
