import type {
  DocumentFile,
  ImportedDocument,
  Memories,
  MemoryAnswer,
  MemoryQuestion,
  NewMemory,
  RememberedDocument,
  Remembering,
} from '@svc/plugin/contracts/memory'
import type { Importer } from '../imports/importer.ts'
import { documentReading } from '../reading/document-reader.ts'
import type { DocumentReader } from '../reading/document-reader.ts'
import type { MemoryDocuments } from './memory-documents.ts'
import type { MemorySearches } from './memory-search.ts'

export interface WorkspaceMemoriesOptions {
  documents: MemoryDocuments
  searches: MemorySearches
  importer: Importer
  reader: DocumentReader
}

/** The workspace's memory, for other plugins. */
export class WorkspaceMemories implements Memories {
  readonly #options: WorkspaceMemoriesOptions

  constructor(options: WorkspaceMemoriesOptions) {
    this.#options = options
  }

  add(memory: NewMemory, remembering: Remembering): Promise<RememberedDocument> {
    return this.#options.documents.add(memory, remembering)
  }

  search(question: MemoryQuestion): Promise<MemoryAnswer> {
    return this.#options.searches.search(question)
  }

  importFile(
    file: DocumentFile,
    options: { source?: string | null; tags?: readonly string[] },
    remembering: Remembering,
  ): Promise<ImportedDocument> {
    return this.#options.importer.file(file, options, remembering)
  }

  async readText(
    file: DocumentFile,
    { workspace_id: workspaceId, user_id: person, signal, form }: Parameters<Memories['readText']>[1],
  ): Promise<{ text: string; title: string | null; warnings: string[]; reader: typeof documentReading }> {
    const { text, title, warnings } = await this.#options.reader.read(file, { workspaceId, person, signal, form })
    return { text, title, warnings, reader: documentReading }
  }
}
