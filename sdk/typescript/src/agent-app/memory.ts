import type { Json, JsonObject } from './json.ts'

/** One text that the workspace remembers. */
export interface MemoryDocument {
  readonly id: string
  /** In lists and results at most 8,000 characters, which `content_truncated` says. */
  readonly content: string
  readonly content_truncated?: boolean
  readonly source: string | null
  readonly tags: readonly string[]
  readonly metadata: JsonObject
  /** Who remembered it and where it came from, as the server knows it. */
  readonly provenance: JsonObject
  readonly valid_from: string | null
  readonly valid_until: string | null
  readonly version: number
  readonly chunks: number
  readonly created_at: string
  readonly updated_at: string
  /** True when `add` found that it was there already. */
  readonly duplicate?: boolean
}

export interface MemoryFields {
  readonly source?: string | null
  readonly tags?: readonly string[]
  readonly metadata?: JsonObject
  /** RFC 3339. */
  readonly valid_from?: string | null
  readonly valid_until?: string | null
}

export interface MemorySearchOptions {
  /** 1 to 100; default 5. */
  readonly top_k?: number
  /** Documents that have all of them. */
  readonly tags?: readonly string[]
  readonly source?: string
  readonly created_from?: string
  readonly created_before?: string
  /** The time whose validity counts; default now. */
  readonly at?: string
  readonly mode?: 'hybrid' | 'keyword' | 'semantic'
  /** Adds the parts of each score. */
  readonly explain?: boolean
  /** Whether the best passages are compared with the question piece by piece; default: the configured one. */
  readonly rerank?: 'auto' | 'off'
}

export interface MemoryResult extends MemoryDocument {
  /** 0 to 1, comparable within one answer. */
  readonly score: number
  /** The passage that was found. */
  readonly chunk: {
    readonly ordinal: number
    readonly text: string
    readonly heading: readonly string[]
    readonly start: number
    readonly end: number
  }
  readonly explain?: JsonObject
}

export interface MemorySearchResults {
  /** Best first. */
  readonly results: readonly MemoryResult[]
  readonly mode: 'hybrid' | 'keyword' | 'semantic'
  /** Why it is not the mode that was asked for, or what could not be found by meaning yet. */
  readonly notice: string | null
}

/** A file to import: as text, or as bytes in base64. */
export interface MemoryFile {
  readonly name: string
  readonly content?: string
  readonly content_base64?: string
  readonly source?: string
  readonly tags?: readonly string[]
}

export interface ImportedMemories {
  readonly documents: number
  readonly duplicates: number
  readonly chunks: number
  readonly source: string | null
  readonly failed: number
  readonly [member: string]: Json | undefined
}

/** What the workspace remembers, within the manifest's `permissions.memory`. */
export interface Memory {
  /** Throws `memory_restates` for what only repeats another document, unless `force` is true. */
  add(content: string, options?: MemoryFields & { readonly force?: boolean }): Promise<MemoryDocument>
  search(query: string, options?: MemorySearchOptions): Promise<MemorySearchResults>
  /** Newest first. */
  list(filter?: {
    readonly limit?: number
    readonly cursor?: string
    readonly source?: string
    readonly tag?: string
  }): Promise<{ readonly items: readonly MemoryDocument[]; readonly next_cursor: string | null }>
  get(id: string): Promise<MemoryDocument>
  update(id: string, change: MemoryFields & { readonly content?: string }): Promise<MemoryDocument>
  delete(id: string): Promise<null>
  /** A large file is imported in the background: then the answer has only its `job_id`. */
  import(file: MemoryFile): Promise<ImportedMemories | { readonly job_id: string }>
}
