import type { Readable } from 'node:stream'
import type { JsonLike } from '../json-schema.ts'
import type { Permission, Principal } from '../principal.ts'
import { defineExtensionPoint, defineService } from '../service.ts'

// A domain says what a record is made of, as a tree of blocks; the export plugin writes the tree in every format. No domain knows a format.

export type TextMark = 'strong' | 'emphasis' | 'strike' | 'code'

/** What stands within a line. */
export type Inline =
  | { type: 'text'; text: string; marks?: readonly TextMark[] }
  /** Only `http:`, `https:` and `mailto:` stay links; of any other the words are kept. */
  | { type: 'link'; url: string; children: readonly Inline[] }
  | { type: 'break' }
  | { type: 'footnote'; children: readonly Inline[] }
  /** A reference as it is printed, such as `(Lovelace, 1843)`; `key` is its anchor among the blocks of type `reference`. */
  | { type: 'citation'; text: string; key?: string }

/** `number`: aligned to the right, digits below each other. */
export type ColumnKind = 'text' | 'number'

export type FigureImage =
  /** An SVG document without script and without references to anything outside. */
  { kind: 'svg'; svg: string } | { kind: 'png' | 'jpeg'; bytes: Uint8Array }

export type Block =
  /** 1 stands below the title of the chapter. */
  | { type: 'heading'; level: 1 | 2 | 3 | 4 | 5; children: readonly Inline[] }
  | { type: 'paragraph'; children: readonly Inline[]; tone?: 'note' | 'small' | 'warning' }
  | { type: 'list'; ordered: boolean; start?: number; items: readonly ListItem[] }
  | { type: 'quote'; children: readonly Block[] }
  /** `folded`: the title that it is folded under on a screen; what most readers skip, such as a script, is not printed on pages. */
  | { type: 'code'; text: string; language?: string; folded?: string }
  | Table
  | { type: 'figure'; image: FigureImage; caption?: string; alt: string }
  /** An entry of a list of literature. */
  | { type: 'reference'; key: string; children: readonly Inline[] }
  | { type: 'rule' }
  | { type: 'page_break' }
  /** Markdown that people or models wrote: it is parsed by the export plugin, its HTML stays text and its remote images are dropped. */
  | { type: 'markdown'; text: string }

export interface ListItem {
  children: readonly Block[]
  /** Of a list of tasks. */
  checked?: boolean
}

export interface Table {
  type: 'table'
  caption?: string
  columns: readonly { name: string; kind: ColumnKind }[]
  /** As they are printed; a cell of several marks is a list of inlines. */
  rows: readonly (readonly (string | readonly Inline[])[])[]
  /** Rows that the record has beyond these. */
  left_out?: number
}

export interface Chapter {
  title: string
  /** A line below the title: what the record is, its version, its id. */
  about?: string
  blocks: readonly Block[]
}

/** A file of a ZIP beside the document. */
export interface ExportAttachment {
  /** A file name, such as `data.csv`; made safe and unique by the export plugin. */
  name: string
  /** A stream is destroyed in any case, read or not. */
  content: Uint8Array | string | Readable
}

export type ExportWarningCode = 'rows_cut' | 'glyphs_missing' | 'image_dropped' | 'unverified_claims'

export interface ExportWarning {
  code: ExportWarningCode
  message: string
}

/** What is exported: a record of a type, by its id. */
export interface ExportItem {
  type: string
  /** Absent where the type needs none, as `markdown`. */
  id?: string
  /** The newest when left out. */
  version?: number | string
  /** The text itself, of the type `markdown`. */
  content?: string
  /** In place of the record's own. */
  title?: string
}

export interface ExportReading {
  principal: Principal
  signal: AbortSignal
  /** BCP 47, such as `en`. */
  lang: string
  /** How many rows of a table are printed. */
  rows: number
  /** Whether {@link ExportedRecord.attachments} are wanted: a ZIP has them, no other format does. */
  wantsAttachments: boolean
  /** For notebooks made from an analysis or a run. */
  wantsNotebook: boolean
}

export interface ExportedRecord {
  title: string
  version: number | string | null
  /** Of the record's own bytes, in hex, where it has such; else the hash of `record` as canonical JSON is taken. */
  sha256?: string
  chapters: readonly Chapter[]
  /** The record as the API shows it, for the format JSON. */
  record: JsonLike
  /** A line for the end of the document: what the record was made with, and the ids that name it. */
  provenance?: string
  attachments?: readonly ExportAttachment[]
  warnings?: readonly ExportWarning[]
  /** Of a report: how many claims it makes and how many of them rest on nothing; goes into the manifest. */
  claims?: { total: number; without_evidence: number }
}

/** How the records of one type are read for an export. Each is a chapter, or several. */
export interface ExportSource {
  /** `note`, `dataset`: the `type` of the items. Two plugins may not offer the same. */
  type: string
  /** For people: `Note`. */
  title: string
  /** The scope that reading such a record needs; it was checked when {@link read} is called. */
  permission: Permission
  /** @throws NotFoundError, UnprocessableError */
  read(item: ExportItem, reading: ExportReading): Promise<ExportedRecord>
}

/** Hosted by the export plugin. A plugin that contributes works without it, too. */
export const exportSources = defineExtensionPoint<ExportSource>('export.sources')

export type ExportFormat = 'pdf' | 'docx' | 'html' | 'md' | 'json' | 'zip'

export interface ExportCover {
  title?: string
  subtitle?: string
  organisation?: string
  authors?: readonly string[]
  /** As it is printed. */
  date?: string
  reference?: string
  version?: string
  classification?: string
  abstract?: string
  logo_file_id?: string
  fields?: readonly { label: string; value: string }[]
}

export interface Signatory {
  name: string
  role?: string
  organisation?: string
  place?: string
  date?: string
}

export interface ExportOptions {
  paper?: 'a4' | 'letter'
  orientation?: 'portrait' | 'landscape'
  /** BCP 47. */
  lang?: string
  /** Default: where there are two chapters or more. */
  toc?: boolean
  page_numbers?: boolean
  margins_mm?: number
  rows?: number
  notebook?: boolean
  theme?: 'light'
}

export interface ExportSigning {
  pdf?: boolean
  manifest?: boolean
  certificate_id?: string
  reason?: string
  location?: string
  contact?: string
  visible?: boolean
}

/** The body of `POST /api/export`. */
export interface ExportOrder {
  items: readonly ExportItem[]
  format: ExportFormat
  title?: string
  /** `true`: filled from the items. */
  cover?: ExportCover | true
  signatories?: readonly Signatory[]
  sign?: ExportSigning
  options?: ExportOptions
}

/** A finished export, with its file. */
export interface MadeExport {
  export_id: string
  file_name: string
  content_type: string
  size: number
  sha256: string
  warnings: readonly ExportWarning[]
  /** Destroy it when it is not read to its end. */
  content: Readable
}

/** For the routes of other plugins that answer with a document, such as a report's own export. */
export interface DocumentExports {
  /**
   * Makes and keeps an export, as `POST /api/export`, but for the scope `export:write`: the calling route has checked its own. The scope of each
   * item's domain is asked for all the same.
   * @throws as the route
   */
  create(order: ExportOrder, by: { principal: Principal; signal: AbortSignal }): Promise<MadeExport>
}

export const documentExports = defineService<DocumentExports>('export.documents')
