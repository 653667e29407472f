import type { WorkspaceDatabase } from '@svc/plugin'

export interface UploadRow {
  upload_id: string
  bytes: number
  created_at: number
  /** With `order_json` null in one that an earlier version kept, until a start has taken it over. */
  sha256: string | null
  order_json: string | null
}

const columns = 'upload_id, bytes, created_at, sha256, order_json'
const insertUpload = `INSERT INTO data_uploads (${columns}) VALUES (@upload_id, @bytes, @created_at, @sha256, @order_json)
  ON CONFLICT DO UPDATE SET sha256 = excluded.sha256, order_json = excluded.order_json`
const deleteUpload = `DELETE FROM data_uploads WHERE upload_id = ?`
const selectUploads = `SELECT ${columns} FROM data_uploads`
const selectUpload = `SELECT ${columns} FROM data_uploads WHERE upload_id = ?`
const selectContent = `SELECT 1 AS found FROM data_uploads WHERE sha256 = ? LIMIT 1`

/** Uploads that wait for their job. */
export const uploadStore = {
  /** In place of one of the same id. */
  add(db: WorkspaceDatabase, row: UploadRow): void {
    db.run(insertUpload, { ...row })
  },
  remove(db: WorkspaceDatabase, uploadId: string): void {
    db.run(deleteUpload, uploadId)
  },
  list(db: WorkspaceDatabase): UploadRow[] {
    return db.all<UploadRow>(selectUploads)
  },
  get(db: WorkspaceDatabase, uploadId: string): UploadRow | undefined {
    return db.get<UploadRow>(selectUpload, uploadId)
  },
  hasContent(db: WorkspaceDatabase, sha256: string): boolean {
    return db.get(selectContent, sha256) !== undefined
  },
}
