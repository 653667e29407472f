import type { JsonObject } from '../json-schema.ts'
import type { MemoryCandidate, MemorySearchMode } from '../core/storage/memory-plane.ts'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'

/** Where a document came from; what does not apply is left out. */
export interface MemoryProvenance {
  /** How it came in. */
  via: 'api' | 'import' | 'tool' | 'file' | 'app' | 'plugin'
  user_id?: string
  username?: string
  key_id?: string
  session_id?: string
  turn_id?: string
  run_id?: string
  app?: string
  file_id?: string
  file_name?: string
  job_id?: string
  /** What an imported line said of where it came from: nobody here vouches for it. */
  original?: Partial<Omit<MemoryProvenance, 'original'>>
}

export interface MemoryDocument {
  id: string
  content: string
  source: string | null
  tags: string[]
  metadata: JsonObject
  provenance: MemoryProvenance
  valid_from: string | null
  valid_until: string | null
  /** Counts changes, from 1. */
  version: number
  /** In how many passages it is found. */
  chunks: number
  created_at: string
  updated_at: string
}

export interface NewMemory {
  content: string
  source?: string | null
  tags?: readonly string[]
  metadata?: JsonObject
  /** RFC 3339. */
  valid_from?: string | null
  valid_until?: string | null
}

/** Who remembers, and from where. */
export interface Remembering {
  principal: Principal
  provenance: MemoryProvenance
  /** What the people and the agent have just said: what only restates it is refused. */
  said?: readonly string[]
  signal: AbortSignal
}

export interface RememberedDocument {
  document: MemoryDocument
  /** True: it was there already, and is answered in place of a new one. */
  duplicate: boolean
}

/** `auto`: where the embedder can, in a tenth of a second. */
export type Rerank = 'auto' | 'off'

export interface MemoryQuestion {
  query: string
  /** 1 to 100; default 5. */
  top_k?: number
  tags?: readonly string[]
  source?: string
  created_from?: string
  created_before?: string
  /** Whose validity counts; default now. */
  at?: string
  mode?: MemorySearchMode
  /** Whether the best passages are compared with the question piece by piece; default: the configured one. */
  rerank?: Rerank
  principal: Principal
  signal: AbortSignal
}

/** What each signal added to a score. */
export interface ScoreShares {
  meaning: number
  tokens: number
  words: number
  proximity: number
  exact: number
}

/** Why a passage stands where it does. */
export interface ScoreParts extends Pick<MemoryCandidate, 'keyword' | 'semantic'> {
  /** How near the question's pieces are to the passage's, -1 to 1; null: they were not compared. */
  tokens: { similarity: number } | null
  /** From 0; higher, the closer together words of the question stand. */
  proximity: number
  /** Of the identifiers, numbers and quoted words asked for, the share that stands there, 0 to 1. */
  exact: number
  /**
   * `sum` and `ranks`: the score is 1 / (1 + e^-sum) of the shares, of which `ranks` takes words and meaning by their places alone. Otherwise it is the
   * one share that is not 0.
   */
  fusion: ScoreShares & { method: 'sum' | 'ranks' | 'keyword' | 'semantic' }
}

export interface MemoryResult extends MemoryDocument {
  score: number
  chunk: { ordinal: number; text: string; heading: string[]; start: number; end: number }
  explain: ScoreParts
}

export interface MemoryAnswer {
  results: MemoryResult[]
  /** The mode that was used: a search by meaning falls back to keywords while no embedder answers, and `notice` says why. */
  mode: MemorySearchMode
  notice: string | null
}

/** A document as a file. Its bytes decide its kind, then its name. */
export interface DocumentFile {
  name: string
  content_type: string | null
  /** Where it stands, readable by this process, unchanged until the import has ended. */
  path: string
}

/** How the text of a document is given. */
export type DocumentForm = 'markdown' | 'visible'

export interface ImportedDocument extends RememberedDocument {
  /** What could not be read of it, in words: an image without text, a page that failed. */
  warnings: string[]
}

/** What a workspace remembers. */
export interface Memories {
  /** @throws ValidationError; UnprocessableError `memory_restates` with `restates` (what it repeats), PayloadTooLargeError */
  add(memory: NewMemory, remembering: Remembering): Promise<RememberedDocument>
  search(question: MemoryQuestion): Promise<MemoryAnswer>
  /** Reads the file's text (text, Markdown, HTML, PDF, DOCX) and remembers it. @throws as `add`; UnprocessableError `import_failed`, UnsupportedMediaTypeError */
  importFile(
    file: DocumentFile,
    options: { source?: string | null; tags?: readonly string[] },
    remembering: Remembering,
  ): Promise<ImportedDocument>
  /**
   * The text of a file, without remembering it: as Markdown, or with `form: 'visible'` as a reader sees it, without marks, a form feed
   * between the pages of a PDF. `reader` says what read it. The persons of a workspace take turns, where `user_id` says who asks.
   * @throws as `importFile`
   */
  readText(
    file: DocumentFile,
    reading: { workspace_id: string; user_id?: string; signal: AbortSignal; form?: DocumentForm },
  ): Promise<{ text: string; title: string | null; warnings: string[]; reader: { name: string; version: string } }>
}

export const memories = defineService<Memories>('memory.documents')
