import type { StoredFile } from '@svc/plugin/contracts/files'
import { nameOf } from '@svc/plugin/library/contents/file-path'
import type { FileRow, VersionRow } from './file-store.ts'

export interface TrashedFile extends StoredFile {
  deleted_at: string
}

/** An older content of a file, or the newest. */
export interface FileVersion {
  file_id: string
  version: number
  size: number
  sha256: string
  content_type: string
  created_at: string
  /** A user's id. */
  created_by: string
}

export function storedFileOf(row: FileRow): StoredFile {
  const { file_id, path, size, sha256, content_type, version } = row
  return {
    file_id,
    path,
    name: nameOf(path),
    size,
    sha256,
    content_type,
    version,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}

export function trashedFileOf(row: FileRow): TrashedFile {
  return { ...storedFileOf(row), deleted_at: timeOf(row.deleted_at ?? 0) }
}

export function fileVersionOf({ created_at, ...row }: VersionRow): FileVersion {
  return { ...row, created_at: timeOf(created_at) }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
