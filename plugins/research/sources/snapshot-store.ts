import type { WorkspaceDatabase } from '@svc/plugin'

export interface SnapshotRow {
  source_id: string
  /** From 1; the highest is the present one. */
  number: number
  sha256: string
  size: number
  content_type: string
  file_id: string | null
  url: string | null
  final_url: string | null
  fetched_at: number
  text_sha256: string | null
  text_size: number
  /** `{chars, pages?, extractor}`; null without text. */
  text_json: string | null
}

const columns =
  'source_id, number, sha256, size, content_type, file_id, url, final_url, fetched_at, text_sha256, text_size, text_json'
const insertSnapshot = `INSERT INTO research_snapshots (${columns}) VALUES (@source_id, @number, @sha256, @size, @content_type, @file_id,
  @url, @final_url, @fetched_at, @text_sha256, @text_size, @text_json)`
const selectOfSource = `SELECT ${columns} FROM research_snapshots WHERE source_id = ? ORDER BY number`
const selectOfProject = `SELECT ${columns.replace('source_id', 'research_snapshots.source_id')} FROM research_snapshots
  JOIN research_sources USING (source_id) WHERE project_id = ? ORDER BY source_id, number`
const selectLatest = `SELECT ${columns} FROM research_snapshots AS s WHERE source_id IN (SELECT value FROM json_each(?))
  AND number = (SELECT max(number) FROM research_snapshots WHERE source_id = s.source_id)`
const selectHashesOfProject = `SELECT sha256, text_sha256 FROM research_snapshots JOIN research_sources USING (source_id) WHERE project_id = ?`
const selectHashes = 'SELECT sha256, text_sha256 FROM research_snapshots WHERE source_id = ?'
const selectUnused = `SELECT value AS sha256 FROM json_each(?) WHERE value NOT IN (SELECT sha256 FROM research_snapshots)
  AND value NOT IN (SELECT text_sha256 FROM research_snapshots WHERE text_sha256 IS NOT NULL)`
// Each content is kept once, however many sources have it.
const sumBytes = `SELECT coalesce(sum(size), 0) AS bytes FROM (SELECT sha256, max(size) AS size FROM research_snapshots GROUP BY sha256
  UNION ALL SELECT text_sha256, max(text_size) FROM research_snapshots WHERE text_sha256 IS NOT NULL GROUP BY text_sha256)`

export interface HashRow {
  sha256: string
  text_sha256: string | null
}

/** What was kept of the sources of one workspace. */
export const snapshotStore = {
  insert(db: WorkspaceDatabase, row: SnapshotRow): void {
    db.run(insertSnapshot, { ...row })
  },
  /** The oldest first. */
  ofSource(db: WorkspaceDatabase, sourceId: string): SnapshotRow[] {
    return db.all<SnapshotRow>(selectOfSource, sourceId)
  },
  /** Of all sources of a project, the oldest of each first. */
  ofProject(db: WorkspaceDatabase, projectId: string): SnapshotRow[] {
    return db.all<SnapshotRow>(selectOfProject, projectId)
  },
  latest(db: WorkspaceDatabase, sourceIds: readonly string[]): Map<string, SnapshotRow> {
    const rows = db.all<SnapshotRow>(selectLatest, JSON.stringify(sourceIds))
    return new Map(rows.map(row => [row.source_id, row]))
  },
  hashesOfProject(db: WorkspaceDatabase, projectId: string): string[] {
    return db.all<HashRow>(selectHashesOfProject, projectId).flatMap(hashesIn)
  },
  hashesOfSource(db: WorkspaceDatabase, sourceId: string): string[] {
    return db.all<HashRow>(selectHashes, sourceId).flatMap(hashesIn)
  },
  /** Those of the hashes that no snapshot has. */
  unused(db: WorkspaceDatabase, hashes: readonly string[]): string[] {
    return db.all<{ sha256: string }>(selectUnused, JSON.stringify(hashes)).map(({ sha256 }) => sha256)
  },
  has(db: WorkspaceDatabase, sha256: string): boolean {
    return snapshotStore.unused(db, [sha256]).length === 0
  },
  bytes: (db: WorkspaceDatabase): number => db.get<{ bytes: number }>(sumBytes)?.bytes ?? 0,
}

/** The names of the files that a snapshot has. */
export function hashesIn({ sha256, text_sha256 }: HashRow): string[] {
  return text_sha256 === null ? [sha256] : [sha256, text_sha256]
}
