import type { WorkspaceDatabase } from '@svc/plugin'

const selectUsed = `SELECT bytes + (SELECT coalesce(sum(length), 0) FROM files_uploads WHERE file_id IS NULL) AS bytes FROM files_usage`
const selectKept = `SELECT bytes FROM files_usage`
const selectContent = `SELECT size FROM files_contents WHERE sha256 = ?`
const addReference = `UPDATE files_contents SET refs = refs + 1 WHERE sha256 = ?`
const insertContent = `INSERT INTO files_contents (sha256, size, refs) VALUES (?, ?, 1)`
const dropReference = `UPDATE files_contents SET refs = refs - 1 WHERE sha256 = ? AND refs > 1`
const deleteContent = `DELETE FROM files_contents WHERE sha256 = ? RETURNING size`
const addUsage = `UPDATE files_usage SET bytes = bytes + ?`

/** Which contents are kept, how often each is referred to, and how much they are together. */
export const contentRecords = {
  /** Uploads in pieces count with their whole length, so that what was begun can be ended. */
  usedBytes(db: WorkspaceDatabase): number {
    return db.get<{ bytes: number }>(selectUsed)?.bytes ?? 0
  },
  keptBytes(db: WorkspaceDatabase): number {
    return db.get<{ bytes: number }>(selectKept)?.bytes ?? 0
  },
  has(db: WorkspaceDatabase, sha256: string): boolean {
    return db.get(selectContent, sha256) !== undefined
  },
  /** One more version refers to it. */
  refer(db: WorkspaceDatabase, sha256: string, size: number): void {
    if (db.run(addReference, sha256).changes === 1) return
    db.run(insertContent, sha256, size)
    db.run(addUsage, size)
  },
  /** One version less refers to it. True when none is left: its bytes can go once this is committed. */
  release(db: WorkspaceDatabase, sha256: string): boolean {
    if (db.run(dropReference, sha256).changes === 1) return false
    const gone = db.get<{ size: number }>(deleteContent, sha256)
    if (gone) db.run(addUsage, -gone.size)
    return gone !== undefined
  },
}
