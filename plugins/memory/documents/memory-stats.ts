import type { DataPlane, MemoryPlane } from '@svc/plugin'
import { documentStore } from './document-store.ts'

const mostSources = 100

export interface Stats {
  documents: number
  passages: number
  embedded: number
  sources: { source: string | null; documents: number; passages: number }[]
}

/** How much there is. */
export class MemoryStats {
  readonly #parts: { data: DataPlane; plane: MemoryPlane }

  constructor(parts: { data: DataPlane; plane: MemoryPlane }) {
    this.#parts = parts
  }

  of(workspaceId: string): Stats {
    const { data, plane } = this.#parts
    const counts = plane.spaces(workspaceId).map(space => plane.count(workspaceId, space).embedded)
    const { totals, sources } = data.use(workspaceId, db => ({
      totals: documentStore.totals(db),
      sources: documentStore.sources(db, mostSources),
    }))
    return {
      documents: totals.documents,
      passages: totals.chunks,
      embedded: Math.max(0, ...counts),
      sources: sources.map(({ source, documents, chunks }) => ({
        source: source === '' ? null : source,
        documents,
        passages: chunks,
      })),
    }
  }
}
