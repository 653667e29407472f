import type { WorkspaceDatabase } from '@svc/plugin'

/** A file of a run, a logged model or a version of a model. */
export interface ArtifactRow {
  path: string
  sha256: string
  size: number
  created_at: number
}

const columns = 'path, sha256, size, created_at'
const selectOne = `SELECT ${columns} FROM ml_artifacts WHERE owner = ? AND path = ?`
const selectBelow = `SELECT ${columns} FROM ml_artifacts WHERE owner = @owner AND path > @from AND path < @to ORDER BY path LIMIT @limit`
const selectAll = `SELECT ${columns} FROM ml_artifacts WHERE owner = @owner AND path > @after ORDER BY path LIMIT @limit`
const upsert = `INSERT INTO ml_artifacts (owner, path, sha256, size, created_at) VALUES (@owner, @path, @sha256, @size, @created_at)
  ON CONFLICT (owner, path) DO UPDATE SET sha256 = excluded.sha256, size = excluded.size, created_at = excluded.created_at`
const deleteOne = `DELETE FROM ml_artifacts WHERE owner = ? AND path = ?`
const countOf = `SELECT owner, count(*) AS count FROM ml_artifacts WHERE owner IN (SELECT value FROM json_each(?)) GROUP BY owner`
const selectUsed = `SELECT bytes FROM ml_usage`
const selectContent = `SELECT size FROM ml_contents WHERE sha256 = ?`
const addReference = `UPDATE ml_contents SET refs = refs + 1 WHERE sha256 = ?`
const insertContent = `INSERT INTO ml_contents (sha256, size, refs) VALUES (?, ?, 1)`
const dropReference = `UPDATE ml_contents SET refs = refs - 1 WHERE sha256 = ? AND refs > 1`
const deleteContent = `DELETE FROM ml_contents WHERE sha256 = ? RETURNING size`
const addUsage = `UPDATE ml_usage SET bytes = bytes + ?`

/** Behind every path of a folder: "0" follows "/". */
const behind = '0'

/** Which artifacts there are, and which contents they need. */
export const artifactStore = {
  get(db: WorkspaceDatabase, owner: string, path: string): ArtifactRow | undefined {
    return db.get<ArtifactRow>(selectOne, owner, path)
  },
  /** All files below a folder, or of the owner when it is empty, by path. */
  below(db: WorkspaceDatabase, owner: string, folder: string, limit: number): ArtifactRow[] {
    if (folder === '') return db.all<ArtifactRow>(selectAll, { owner, after: '', limit })
    return db.all<ArtifactRow>(selectBelow, { owner, from: `${folder}/`, to: `${folder}${behind}`, limit })
  },
  counts(db: WorkspaceDatabase, owners: readonly string[]): Map<string, number> {
    const rows = db.all<{ owner: string; count: number }>(countOf, JSON.stringify(owners))
    return new Map(rows.map(({ owner, count }) => [owner, count]))
  },
  /** Puts a file in its place. Returns the content that nothing needs any more, or null. */
  put(db: WorkspaceDatabase, owner: string, row: ArtifactRow): string | null {
    const before = db.get<ArtifactRow>(selectOne, owner, row.path)
    refer(db, row.sha256, row.size)
    db.run(upsert, { owner, ...row })
    return before && release(db, before.sha256) ? before.sha256 : null
  },
  /** Returns the content that nothing needs any more, or null. */
  delete(db: WorkspaceDatabase, owner: string, row: ArtifactRow): string | null {
    db.run(deleteOne, owner, row.path)
    return release(db, row.sha256) ? row.sha256 : null
  },
  usedBytes(db: WorkspaceDatabase): number {
    return db.get<{ bytes: number }>(selectUsed)?.bytes ?? 0
  },
  hasContent(db: WorkspaceDatabase, sha256: string): boolean {
    return db.get(selectContent, sha256) !== undefined
  },
}

function refer(db: WorkspaceDatabase, sha256: string, size: number): void {
  if (db.run(addReference, sha256).changes === 1) return
  db.run(insertContent, sha256, size)
  db.run(addUsage, size)
}

/** True when nothing refers to it any more: its bytes can go once this is committed. */
function release(db: WorkspaceDatabase, sha256: string): boolean {
  if (db.run(dropReference, sha256).changes === 1) return false
  const gone = db.get<{ size: number }>(deleteContent, sha256)
  if (gone) db.run(addUsage, -gone.size)
  return gone !== undefined
}
