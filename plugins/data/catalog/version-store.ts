import type { WorkspaceDatabase } from '@svc/plugin'

/** What is a list or an object is JSON. */
export interface VersionRow {
  dataset_id: string
  version: number
  /** The name of the file in the analytics plane. A restored version shares the file of its original. */
  file: string
  rows: number
  bytes: number
  sha256: string
  columns: string
  /** What changed since the version before; null for the first. */
  schema_changes: string | null
  origin: string
  reading: string | null
  warnings: string
  rejected: string
  created_at: number
  /** JSON: {user_id, username}. */
  created_by: string
}

/** A version, and where SQL finds it. */
export interface NamedVersionRow extends VersionRow {
  name: string
  table_name: string
  latest_version: number
}

const columns = `dataset_id, version, file, rows, bytes, sha256, columns, schema_changes, origin, reading, warnings, rejected, created_at,
  created_by`
const named = `v.dataset_id, v.version, v.file, v.rows, v.bytes, v.sha256, v.columns, v.schema_changes, v.origin, v.reading, v.warnings,
  v.rejected, v.created_at, v.created_by, d.name, d.table_name, d.latest_version`
const selectVersion = `SELECT ${named} FROM data_versions v JOIN data_datasets d ON d.dataset_id = v.dataset_id
  WHERE v.dataset_id = @dataset_id AND v.version = coalesce(@version, d.latest_version)`
const selectPage = `SELECT ${named} FROM data_versions v JOIN data_datasets d ON d.dataset_id = v.dataset_id
  WHERE v.dataset_id = @dataset_id AND v.version < @before ORDER BY v.version DESC LIMIT @count`
const insertVersion = `INSERT INTO data_versions (${columns}) VALUES (@dataset_id, @version, @file, @rows, @bytes, @sha256, @columns,
  @schema_changes, @origin, @reading, @warnings, @rejected, @created_at, @created_by)`
const selectFiles = `SELECT DISTINCT file FROM data_versions WHERE dataset_id = ?`
const selectFile = `SELECT 1 AS found FROM data_versions WHERE file = ? LIMIT 1`
const sumBytes = `SELECT (SELECT coalesce(sum(bytes), 0) FROM (SELECT DISTINCT file, bytes FROM data_versions))
  + (SELECT coalesce(sum(bytes), 0) FROM data_uploads) AS bytes`

/** The versions of the datasets of one workspace. */
export const versionStore = {
  /** Null: the latest. */
  get(db: WorkspaceDatabase, datasetId: string, version: number | null): NamedVersionRow | undefined {
    return db.get<NamedVersionRow>(selectVersion, { dataset_id: datasetId, version })
  },
  /** Newest first, below `before`. */
  page(db: WorkspaceDatabase, query: { dataset_id: string; before: number; count: number }): NamedVersionRow[] {
    return db.all<NamedVersionRow>(selectPage, query)
  },
  insert(db: WorkspaceDatabase, row: VersionRow): void {
    db.run(insertVersion, { ...row })
  },
  files(db: WorkspaceDatabase, datasetId: string): string[] {
    return db.all<{ file: string }>(selectFiles, datasetId).map(row => row.file)
  },
  hasFile(db: WorkspaceDatabase, file: string): boolean {
    return db.get(selectFile, file) !== undefined
  },
  /** What counts against the quota: the files of all versions, each once, and uploads that wait for their job. */
  usedBytes(db: WorkspaceDatabase): number {
    return db.get<{ bytes: number }>(sumBytes)?.bytes ?? 0
  },
}
