import { decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type { DataPlane, JsonObject, Page } from '@svc/plugin'
import type { MemoryProvenance } from '@svc/plugin/contracts/memory'
import { isCut, isoOrNull } from './document-row.ts'
import { documentStore } from './document-store.ts'
import { notFound } from './memory-writer.ts'
import { presentVersion, versionStore } from './version-store.ts'
import type { VersionRow } from './version-store.ts'

/** A document as it was in one version. */
export interface ShownVersion {
  version: number
  /** Who made this version. */
  by: MemoryProvenance
  at: string
  /** What differs from the version before; empty for the first. */
  changed: string[]
  content: string
  content_truncated?: true
  source: string | null
  tags: string[]
  metadata: JsonObject
  valid_from: string | null
  valid_until: string | null
}

/** What documents were before. */
export class DocumentHistory {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** The present version first. @throws NotFoundError, also for a deleted document: its history goes with it */
  list(
    workspaceId: string,
    id: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Page<ShownVersion> {
    const [before] = cursor === undefined ? [Number.MAX_SAFE_INTEGER] : decodeCursor<[number]>(cursor, ['number'])
    const rows = this.#data.use(workspaceId, db => {
      const row = documentStore.get(db, id)
      if (!row) throw notFound(id)
      const present = row.version < before ? [presentVersion(row)] : []
      return [...present, ...versionStore.page(db, id, before, limit + 1 - present.length)]
    })
    const shown = (row: VersionRow): ShownVersion => shownVersion(row, row.head)
    return pageOf(rows, limit, row => [row.version], shown)
  }

  /** With its whole content. @throws NotFoundError */
  get(workspaceId: string, id: string, version: number): ShownVersion {
    return this.#data.use(workspaceId, db => {
      const document = documentStore.get(db, id)
      if (!document) throw notFound(id)
      const row = document.version === version ? presentVersion(document) : versionStore.get(db, id, version)
      if (!row)
        throw new NotFoundError(
          `The memory ${id} has no version ${version} any more: it is at version ${document.version}.`,
        )
      return shownVersion(row, documentStore.content(db, row))
    })
  }
}

function shownVersion(row: VersionRow, content: string): ShownVersion {
  return {
    version: row.version,
    by: JSON.parse(row.changed_by) as MemoryProvenance,
    at: new Date(row.at).toISOString(),
    changed: JSON.parse(row.changed) as string[],
    content,
    ...(isCut(row) && content === row.head && { content_truncated: true }),
    source: row.source,
    tags: JSON.parse(row.tags) as string[],
    metadata: JSON.parse(row.metadata) as JsonObject,
    valid_from: isoOrNull(row.valid_from),
    valid_until: isoOrNull(row.valid_until),
  }
}
