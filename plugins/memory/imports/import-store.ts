import type { WorkspaceDatabase } from '@svc/plugin'

export interface ImportRow {
  import_id: string
  order_json: string
  progress_json: string | null
  created_at: number
}

export interface ImportFileRow {
  name: string
  content_type: string | null
  sha256: string
}

const insertImport = `INSERT INTO memory_imports (import_id, order_json, progress_json, created_at)
  VALUES (@import_id, @order_json, @progress_json, @created_at) ON CONFLICT DO NOTHING`
const insertFile = `INSERT INTO memory_import_files (import_id, position, name, content_type, sha256)
  VALUES (@import_id, @position, @name, @content_type, @sha256)`
const selectImport = 'SELECT import_id, order_json, progress_json, created_at FROM memory_imports WHERE import_id = ?'
const selectImports = 'SELECT import_id, order_json, progress_json, created_at FROM memory_imports'
const selectFiles = 'SELECT name, content_type, sha256 FROM memory_import_files WHERE import_id = ? ORDER BY position'
const selectFile = 'SELECT 1 AS found FROM memory_import_files WHERE sha256 = ? LIMIT 1'
const selectBytes = `SELECT coalesce(sum(json_extract(order_json, '$.bytes')), 0) AS bytes FROM memory_imports`
const updateProgress = 'UPDATE memory_imports SET progress_json = ? WHERE import_id = ?'
const deleteImport = 'DELETE FROM memory_imports WHERE import_id = ?'

/** Imports of one workspace that wait for their job. */
export const importStore = {
  /** Nothing happens to one that is there. */
  add(db: WorkspaceDatabase, row: ImportRow, files: readonly ImportFileRow[]): void {
    if (db.run(insertImport, { ...row }).changes === 0) return
    for (const [position, file] of files.entries()) db.run(insertFile, { import_id: row.import_id, position, ...file })
  },
  get: (db: WorkspaceDatabase, importId: string): ImportRow | undefined => db.get<ImportRow>(selectImport, importId),
  list: (db: WorkspaceDatabase): ImportRow[] => db.all<ImportRow>(selectImports),
  files: (db: WorkspaceDatabase, importId: string): ImportFileRow[] => db.all<ImportFileRow>(selectFiles, importId),
  hasContent: (db: WorkspaceDatabase, sha256: string): boolean => db.get(selectFile, sha256) !== undefined,
  /** Of the files of all. */
  bytes: (db: WorkspaceDatabase): number => db.get<{ bytes: number }>(selectBytes)?.bytes ?? 0,
  keepProgress: (db: WorkspaceDatabase, importId: string, progress: string) =>
    db.run(updateProgress, progress, importId),
  remove: (db: WorkspaceDatabase, importId: string) => db.run(deleteImport, importId),
}
