import type { WorkspaceDatabase } from '@svc/plugin'
import type { ExportFormat, ExportOrder } from '@svc/plugin/contracts/export'
import type { KeptPart } from './export-files.ts'
import type { ExportedItem, ExportRecord } from './export-record.ts'

/** What is known once the file is there, or why it never will be. */
export type ExportFacts = Pick<ExportRecord, 'sha256' | 'pages' | 'signature' | 'manifest' | 'warnings' | 'error'>

export const noFacts: ExportFacts = {
  sha256: null,
  pages: null,
  signature: null,
  manifest: null,
  warnings: [],
  error: null,
}

export interface NewExport {
  export_id: string
  format: ExportFormat
  title: string
  file_name: string
  order: ExportOrder
  created_by: string
  created_at: number
  expires_at: number
}

interface ExportRow {
  export_id: string
  format: ExportFormat
  title: string
  file_name: string
  status: ExportRecord['status']
  job_id: string | null
  size: number | null
  has_file: number
  facts: string
  created_by: string
  created_at: number
  expires_at: number
}

interface ItemRow {
  export_id: string
  type: string
  record_id: string | null
  version: string | null
  title: string
  sha256: string
}

const columns =
  'export_id, format, title, file_name, status, job_id, size, has_file, facts, created_by, created_at, expires_at'
const insertExport = `INSERT INTO export_exports
  (export_id, format, title, file_name, status, order_json, facts, created_by, created_at, expires_at)
  VALUES (@export_id, @format, @title, @file_name, 'running', @order_json, @facts, @created_by, @created_at, @expires_at)`
const insertItem = `INSERT INTO export_items (export_id, position, type, record_id, version, title, sha256)
  VALUES (@export_id, @position, @type, @record_id, @version, @title, @sha256)`
const selectExport = `SELECT ${columns} FROM export_exports WHERE export_id = ?`
const selectOrder = 'SELECT order_json FROM export_exports WHERE export_id = ?'
const selectPage = `SELECT ${columns} FROM export_exports WHERE export_id < @before ORDER BY export_id DESC LIMIT @limit`
const selectItems = `SELECT export_id, type, record_id, version, title, sha256 FROM export_items
  WHERE export_id IN (SELECT value FROM json_each(?)) ORDER BY export_id, position`
const setJob = 'UPDATE export_exports SET job_id = ? WHERE export_id = ?'
const finishExport = `UPDATE export_exports SET status = 'succeeded', title = @title, file_name = @file_name, size = @size, has_file = 1,
  facts = @facts WHERE export_id = @export_id AND status = 'running'`
const failExport = `UPDATE export_exports SET status = 'failed', facts = @facts WHERE export_id = @export_id AND status = 'running'`
const deleteExport = 'DELETE FROM export_exports WHERE export_id = ?'
const selectExpired = 'SELECT export_id FROM export_exports WHERE has_file = 1 AND expires_at <= ?'
const insertContent = 'INSERT INTO export_contents (export_id, part, sha256) VALUES (@export_id, @part, @sha256)'
const selectContents = 'SELECT part, sha256 FROM export_contents WHERE export_id = ?'
const selectContent = 'SELECT 1 AS found FROM export_contents WHERE sha256 = ? LIMIT 1'
const deleteContents = 'DELETE FROM export_contents WHERE export_id = ?'
const dropFile = 'UPDATE export_exports SET has_file = 0 WHERE export_id = ?'
const sumBytes = 'SELECT coalesce(sum(size), 0) AS bytes FROM export_exports WHERE has_file = 1'
const selectLeft = `SELECT export_id FROM export_exports WHERE status = 'running' AND job_id IS NULL`
const selectInJobs = `SELECT export_id, job_id FROM export_exports WHERE status = 'running' AND job_id IS NOT NULL`
const countOpen = `SELECT count(*) AS count FROM export_exports WHERE has_file = 1 OR status = 'running'`

/** After every id. */
const last = '~'

/** The exports of one workspace. */
export const exportStore = {
  insert(db: WorkspaceDatabase, { order, ...row }: NewExport): void {
    db.run(insertExport, { ...row, order_json: JSON.stringify(order), facts: JSON.stringify(noFacts) })
  },
  setJob: (db: WorkspaceDatabase, exportId: string, jobId: string) => db.run(setJob, jobId, exportId),
  get(db: WorkspaceDatabase, exportId: string): ExportRecord | undefined {
    const row = db.get<ExportRow>(selectExport, exportId)
    return row && withItems(db, [row])[0]
  },
  order(db: WorkspaceDatabase, exportId: string): ExportOrder | undefined {
    const row = db.get<{ order_json: string }>(selectOrder, exportId)
    return row && (JSON.parse(row.order_json) as ExportOrder)
  },
  /** The newest first, before the id. */
  page: (db: WorkspaceDatabase, before: string | null, limit: number): ExportRecord[] =>
    withItems(db, db.all<ExportRow>(selectPage, { before: before ?? last, limit })),
  /** False when it is not running any more. */
  finish(
    db: WorkspaceDatabase,
    done: {
      export_id: string
      title: string
      file_name: string
      size: number
      facts: ExportFacts
      items: ExportedItem[]
      contents: { part: KeptPart; sha256: string }[]
    },
  ): boolean {
    const { items, facts, contents, ...row } = done
    if (db.run(finishExport, { ...row, facts: JSON.stringify(facts) }).changes === 0) return false
    for (const [position, { type, id, version, title, sha256 }] of items.entries()) {
      const written = version === null ? null : JSON.stringify(version)
      db.run(insertItem, { export_id: row.export_id, position, type, record_id: id, version: written, title, sha256 })
    }
    for (const content of contents) db.run(insertContent, { export_id: row.export_id, ...content })
    return true
  },
  /** None for one of an earlier version. */
  contents: (db: WorkspaceDatabase, exportId: string) =>
    db.all<{ part: KeptPart; sha256: string }>(selectContents, exportId),
  hasContent: (db: WorkspaceDatabase, sha256: string): boolean => db.get(selectContent, sha256) !== undefined,
  fail(db: WorkspaceDatabase, exportId: string, error: { code: string; message: string }): boolean {
    return db.run(failExport, { export_id: exportId, facts: JSON.stringify({ ...noFacts, error }) }).changes > 0
  },
  delete: (db: WorkspaceDatabase, exportId: string): boolean => db.run(deleteExport, exportId).changes > 0,
  expired: (db: WorkspaceDatabase, now: number): string[] =>
    db.all<{ export_id: string }>(selectExpired, now).map(({ export_id }) => export_id),
  dropFile(db: WorkspaceDatabase, exportId: string): void {
    db.run(deleteContents, exportId)
    db.run(dropFile, exportId)
  },
  usedBytes: (db: WorkspaceDatabase): number => db.get<{ bytes: number }>(sumBytes)?.bytes ?? 0,
  /** Those of requests, of which none outlives its process. */
  leftRunning: (db: WorkspaceDatabase): string[] =>
    db.all<{ export_id: string }>(selectLeft).map(({ export_id }) => export_id),
  /** Those that jobs make. */
  inJobs: (db: WorkspaceDatabase) => db.all<{ export_id: string; job_id: string }>(selectInJobs),
  /** Whether there is a file to expire or an export to end. */
  isIdle: (db: WorkspaceDatabase): boolean => db.get<{ count: number }>(countOpen)?.count === 0,
}

function withItems(db: WorkspaceDatabase, rows: readonly ExportRow[]): ExportRecord[] {
  const items = db.all<ItemRow>(selectItems, JSON.stringify(rows.map(({ export_id }) => export_id)))
  return rows.map(({ facts, has_file, created_at, expires_at, ...row }) => ({
    ...row,
    ...(JSON.parse(facts) as ExportFacts),
    items: items
      .filter(({ export_id }) => export_id === row.export_id)
      .map(({ type, record_id, version, title, sha256 }) => ({
        type,
        id: record_id,
        version: version === null ? null : (JSON.parse(version) as number | string),
        title,
        sha256,
      })),
    available: has_file === 1,
    created_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  }))
}
