import type { WorkspaceDatabase } from '@svc/plugin'

/** An upload in pieces. Times are milliseconds since the epoch. */
export interface UploadRow {
  upload_id: string
  path: string
  content_type: string | null
  /** `Upload-Metadata` as it came. */
  metadata: string
  length: number
  /** Bytes that are on the disk for sure. */
  came: number
  /** Once it is whole. */
  file_id: string | null
  created_by: string
  expires_at: number
}

const columns = 'upload_id, path, content_type, metadata, length, came, file_id, created_by, expires_at'
const insertUpload = `INSERT INTO files_uploads (${columns}) VALUES (@upload_id, @path, @content_type, @metadata, @length, @came, @file_id,
  @created_by, @expires_at)`
const selectUpload = `SELECT ${columns} FROM files_uploads WHERE upload_id = ? AND expires_at > ?`
const selectOpen = `SELECT upload_id FROM files_uploads WHERE file_id IS NULL`
const countOpen = `SELECT count(*) AS count, coalesce(sum(created_by = ?), 0) AS own FROM files_uploads WHERE file_id IS NULL`
const updateCame = `UPDATE files_uploads SET came = @came, expires_at = @expires_at WHERE upload_id = @upload_id`
const endUpload = `UPDATE files_uploads SET came = length, file_id = @file_id WHERE upload_id = @upload_id`
const deleteUpload = `DELETE FROM files_uploads WHERE upload_id = ?`
const selectExpired = `SELECT upload_id FROM files_uploads WHERE expires_at <= ? LIMIT 1000`

/** The uploads in pieces of one workspace. */
export const uploadStore = {
  insert(db: WorkspaceDatabase, row: UploadRow): void {
    db.run(insertUpload, { ...row })
  },
  get(db: WorkspaceDatabase, uploadId: string, now: number): UploadRow | undefined {
    return db.get<UploadRow>(selectUpload, uploadId, now)
  },
  /** Uploads that are not complete yet. */
  open(db: WorkspaceDatabase): string[] {
    return db.all<{ upload_id: string }>(selectOpen).map(row => row.upload_id)
  },
  /** `own`: those of one user. */
  countOpen(db: WorkspaceDatabase, userId: string): { count: number; own: number } {
    return db.get<{ count: number; own: number }>(countOpen, userId) ?? { count: 0, own: 0 }
  },
  move(db: WorkspaceDatabase, upload: { upload_id: string; came: number; expires_at: number }): void {
    db.run(updateCame, upload)
  },
  end(db: WorkspaceDatabase, upload_id: string, file_id: string): void {
    db.run(endUpload, { upload_id, file_id })
  },
  delete(db: WorkspaceDatabase, uploadId: string): void {
    db.run(deleteUpload, uploadId)
  },
  expired(db: WorkspaceDatabase, now: number): string[] {
    return db.all<{ upload_id: string }>(selectExpired, now).map(row => row.upload_id)
  },
}
