import type { WorkspaceDatabase } from '@svc/plugin'
import { NotFoundError } from '@svc/plugin'
import { timeOf } from '../projects/projects.ts'
import type { CslItem } from './csl-item.ts'
import { snapshotStore } from './snapshot-store.ts'
import type { SnapshotRow } from './snapshot-store.ts'
import type { Snapshot, Source, SourceText } from './source.ts'
import { sourceStore } from './source-store.ts'
import type { CountedSourceRow } from './source-store.ts'

/** Rows as the API shows them. */
export function shownSources(db: WorkspaceDatabase, rows: readonly CountedSourceRow[]): Source[] {
  const snapshots = snapshotStore.latest(
    db,
    rows.map(({ source_id }) => source_id),
  )
  return rows.map(row => shownSource(row, snapshots.get(row.source_id)))
}

/** @throws NotFoundError */
export function requireSource(db: WorkspaceDatabase, projectId: string, sourceId: string): CountedSourceRow {
  const row = sourceStore.get(db, projectId, sourceId)
  if (row) return row
  throw new NotFoundError('There is no such source in this research project.')
}

export function shownSnapshot(row: SnapshotRow): Snapshot {
  const { file_id, sha256, size, content_type, url, final_url, fetched_at } = row
  return { file_id, sha256, size, content_type, fetched_at: timeOf(fetched_at), url, final_url }
}

/** What names a source, without what was kept of it. */
export function briefSource({ source_id, kind, key, csl, tags, text, state, claims }: Source) {
  return {
    source_id,
    key,
    kind,
    title: csl.title ?? null,
    ...(csl.author !== undefined && { author: csl.author }),
    ...(csl.issued !== undefined && { issued: csl.issued }),
    ...(tags.length > 0 && { tags }),
    characters: text?.chars ?? null,
    state,
    claims,
  }
}

function shownSource(row: CountedSourceRow, snapshot: SnapshotRow | undefined): Source {
  return {
    source_id: row.source_id,
    kind: row.kind,
    key: row.key,
    csl: JSON.parse(row.csl_json) as CslItem,
    tags: JSON.parse(row.tags) as string[],
    snapshot: snapshot ? shownSnapshot(snapshot) : null,
    text: snapshot ? textOf(snapshot) : null,
    state: row.state,
    claims: row.claims,
    created_at: timeOf(row.created_at),
  }
}

function textOf({ text_sha256, text_json }: SnapshotRow): SourceText | null {
  if (text_sha256 === null || text_json === null) return null
  return { sha256: text_sha256, ...(JSON.parse(text_json) as Omit<SourceText, 'sha256'>) }
}
