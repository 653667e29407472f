import type { ReadStatement, WorkspaceDatabase } from '@svc/plugin'

/** A file as it stands; its content is that of its newest version. Times are milliseconds since the epoch. */
export interface FileRow {
  file_id: string
  path: string
  sha256: string
  size: number
  content_type: string
  version: number
  /** Counts the times that all links to it were ended. */
  links: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface FileCounts {
  files: number
  trashed: number
}

export interface VersionRow {
  file_id: string
  version: number
  sha256: string
  size: number
  content_type: string
  created_at: number
  /** A user's id. */
  created_by: string
}

const columns = 'file_id, path, sha256, size, content_type, version, links, created_at, updated_at, deleted_at'
const versionColumns = 'file_id, version, sha256, size, content_type, created_at, created_by'

const selectFile = `SELECT ${columns} FROM files_files WHERE file_id = ?`
const selectByPath = `SELECT ${columns} FROM files_files WHERE path = ? AND deleted_at IS NULL`
const insertFile = `INSERT INTO files_files (${columns}) VALUES (@file_id, @path, @sha256, @size, @content_type, @version, @links,
  @created_at, @updated_at, @deleted_at)`
const updateFile = `UPDATE files_files SET path = @path, sha256 = @sha256, size = @size, content_type = @content_type, version = @version,
  links = @links, updated_at = @updated_at, deleted_at = @deleted_at WHERE file_id = @file_id`
const deleteFile = `DELETE FROM files_files WHERE file_id = ?`
// From the bound on and below the end: the index of paths alone answers it. The end is the first path behind all that begin with the prefix.
const selectPaths = `SELECT ${columns} FROM files_files WHERE path > @after AND path >= @from AND path < @end AND deleted_at IS NULL
  ORDER BY path LIMIT @count`
const selectPathsAlone = `SELECT path FROM files_files WHERE path > @after AND path >= @from AND path < @end AND deleted_at IS NULL
  ORDER BY path LIMIT @count`
const selectBelow = `SELECT path FROM files_files WHERE path > ? AND path < ? AND deleted_at IS NULL LIMIT 1`
const selectTrash = `SELECT ${columns} FROM files_files WHERE deleted_at IS NOT NULL AND (deleted_at, file_id) < (@at, @file_id)
  ORDER BY deleted_at DESC, file_id DESC LIMIT @count`
// The pages of the tree are walked, but no row is decoded. Of many files this takes its time all the same.
const selectCounts = `SELECT total - trashed AS files, trashed FROM (SELECT (SELECT count(*) FROM files_files) AS total,
  (SELECT count(*) FROM files_files WHERE deleted_at IS NOT NULL) AS trashed)`

const insertVersion = `INSERT INTO files_versions (${versionColumns}) VALUES (@file_id, @version, @sha256, @size, @content_type, @created_at, @created_by)`
const selectVersion = `SELECT ${versionColumns} FROM files_versions WHERE file_id = ? AND version = ?`
const selectVersions = `SELECT ${versionColumns} FROM files_versions WHERE file_id = ? AND version < ? ORDER BY version DESC LIMIT ?`
const deleteVersionsUpTo = `DELETE FROM files_versions WHERE file_id = ? AND version <= ? RETURNING sha256`

/** The first text behind all that begin with `prefix`. */
export const endOf = (prefix: string): string => `${prefix}\u{10ffff}`

/** Before all that is in the trash, also what was thrown away before the clock was set back. */
export const topOfTrash = { at: Number.MAX_SAFE_INTEGER, file_id: '' } as const

/** The files of one workspace, with their versions. */
export const fileStore = {
  /** In the trash or not. */
  get(db: WorkspaceDatabase, fileId: string): FileRow | undefined {
    return db.get<FileRow>(selectFile, fileId)
  },
  atPath(db: WorkspaceDatabase, path: string): FileRow | undefined {
    return db.get<FileRow>(selectByPath, path)
  },
  /** One file that lies below the folder, at any depth. */
  below(db: WorkspaceDatabase, folder: string): string | undefined {
    return db.get<{ path: string }>(selectBelow, `${folder}/`, endOf(`${folder}/`))?.path
  },
  insert(db: WorkspaceDatabase, row: FileRow): void {
    db.run(insertFile, { ...row })
  },
  update(db: WorkspaceDatabase, { created_at: _at, ...row }: FileRow): void {
    db.run(updateFile, row)
  },
  /** Its versions must have gone before. */
  delete(db: WorkspaceDatabase, fileId: string): void {
    db.run(deleteFile, fileId)
  },
  /** Files in the order of their paths, after `after`. */
  page(db: WorkspaceDatabase, query: { prefix: string; after: string; count: number }): FileRow[] {
    const { prefix, after, count } = query
    return db.all<FileRow>(selectPaths, { after, from: prefix, end: endOf(prefix), count })
  },
  /** As {@link page}, without what is known of each. */
  paths(db: WorkspaceDatabase, query: { prefix: string; after: string; count: number }): string[] {
    const { prefix, after, count } = query
    const rows = db.all<{ path: string }>(selectPathsAlone, { after, from: prefix, end: endOf(prefix), count })
    return rows.map(({ path }) => path)
  },
  /** The last deleted first, from behind the position on. */
  trash(db: WorkspaceDatabase, before: { at: number; file_id: string; count: number }): FileRow[] {
    return db.all<FileRow>(selectTrash, before)
  },
  /** How many there are, in the trash or not; for `DataPlane.read`. */
  counts: { sql: selectCounts, params: {} } satisfies ReadStatement,
  addVersion(db: WorkspaceDatabase, row: VersionRow): void {
    db.run(insertVersion, { ...row })
  },
  version(db: WorkspaceDatabase, fileId: string, version: number): VersionRow | undefined {
    return db.get<VersionRow>(selectVersion, fileId, version)
  },
  /** Newest first, below `before`. */
  versions(db: WorkspaceDatabase, fileId: string, before: number, count: number): VersionRow[] {
    return db.all<VersionRow>(selectVersions, fileId, before, count)
  },
  /** The contents that they referred to. */
  deleteVersions(db: WorkspaceDatabase, fileId: string, upTo: number): string[] {
    return db.all<{ sha256: string }>(deleteVersionsUpTo, fileId, upTo).map(row => row.sha256)
  },
}
