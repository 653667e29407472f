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

export interface MemoryStatsOptions {
  data: DataPlane
  plane: MemoryPlane
  embedding: Pick<WorkspaceEmbedding, 'activeSpace'>
}

/** How much there is. */
export class MemoryStats {
  readonly #options: MemoryStatsOptions

  constructor(options: MemoryStatsOptions) {
    this.#options = options
  }

  of(workspaceId: string): Stats {
    const { data, plane, embedding } = this.#options
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
