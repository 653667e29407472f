import type { WorkspaceDatabase } from '@svc/plugin'

export interface UploadRow {
  upload_id: string
  bytes: number
  created_at: number
}

const insertUpload = `INSERT INTO data_uploads (upload_id, bytes, created_at) VALUES (@upload_id, @bytes, @created_at)`
const deleteUpload = `DELETE FROM data_uploads WHERE upload_id = ?`
const selectUploads = `SELECT upload_id, bytes, created_at FROM data_uploads`
const selectUpload = `SELECT upload_id, bytes, created_at FROM data_uploads WHERE upload_id = ?`

/** Uploads that wait for their job. */
export const uploadStore = {
  add(db: WorkspaceDatabase, row: UploadRow): void {
    db.run(insertUpload, { ...row })
  },
  remove(db: WorkspaceDatabase, uploadId: string): void {
    db.run(deleteUpload, uploadId)
  },
  list(db: WorkspaceDatabase): UploadRow[] {
    return db.all<UploadRow>(selectUploads)
  },
  has(db: WorkspaceDatabase, uploadId: string): boolean {
    return db.get<UploadRow>(selectUpload, uploadId) !== undefined
  },
}
