import type { DataPlane, MemoryPlane } from '@svc/plugin'
import type { WorkspaceEmbedding } from '../embedders/workspace-embedding.ts'
import { documentStore } from './document-store.ts'

const mostSources = 100

export interface Stats {
  documents: number
  passages: number
  embedded: number
  sources: { source: string | null; documents: number; passages: number }[]
}

export interface MemoryStatsParts {
  data: DataPlane
  plane: MemoryPlane
  embedding: Pick<WorkspaceEmbedding, 'activeSpace'>
}

/** How much there is. */
export class MemoryStats {
  readonly #parts: MemoryStatsParts

  constructor(parts: MemoryStatsParts) {
    this.#parts = parts
  }

  of(workspaceId: string): Stats {
    const { data, plane, embedding } = this.#parts
    const space = embedding.activeSpace(workspaceId)
    const { totals, sources } = data.use(workspaceId, db => ({
      totals: documentStore.totals(db),
      sources: documentStore.sources(db, mostSources),
    }))
    return {
      documents: totals.documents,
      passages: totals.chunks,
      embedded: space === null ? 0 : plane.count(workspaceId, space).embedded,
      sources: sources.map(({ source, documents, chunks }) => ({
        source: source === '' ? null : source,
        documents,
        passages: chunks,
      })),
    }
  }
}
