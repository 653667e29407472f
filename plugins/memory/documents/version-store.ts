import type { WorkspaceDatabase } from '@svc/plugin'
import type { DocumentRow } from './document-row.ts'

/** What a document was in an earlier version, and who made that version. */
export interface VersionRow {
  id: string
  version: number
  head: string
  length: number
  text_version: number
  source: string | null
  tags: string
  metadata: string
  valid_from: number | null
  valid_until: number | null
  changed: string
  changed_by: string
  at: number
}

const columns =
  'document_id AS id, version, head, length, text_version, source, tags, metadata, valid_from, valid_until, changed, changed_by, at'
const insertVersion = `INSERT INTO memory_versions (document_id, version, head, length, text_version, source, tags, metadata, valid_from,
  valid_until, changed, changed_by, at) VALUES (@id, @version, @head, @length, @text_version, @source, @tags, @metadata, @valid_from,
  @valid_until, @changed, @changed_by, @at)`
const selectPage = `SELECT ${columns} FROM memory_versions WHERE document_id = ? AND version < ? ORDER BY version DESC LIMIT ?`
const selectVersion = `SELECT ${columns} FROM memory_versions WHERE document_id = ? AND version = ?`
const forgetVersions = `DELETE FROM memory_versions WHERE document_id = @id AND version <= @version`
const forgetTexts = `DELETE FROM memory_texts WHERE document_id = @id AND text_version < @text_version
  AND text_version NOT IN (SELECT text_version FROM memory_versions WHERE document_id = @id)`

const longText = 500_000
const selectLongText = `SELECT text_version FROM memory_versions
  WHERE document_id = @id AND length > ${longText} AND text_version < (SELECT text_version FROM memory_documents WHERE id = @id)
  ORDER BY version LIMIT 1`
const forgetVersionsOf = `DELETE FROM memory_versions WHERE document_id = @id AND text_version = @text_version`
const forgetText = `DELETE FROM memory_texts WHERE document_id = @id AND text_version = @text_version`

/** A document as it is now, as one of its versions. */
export function presentVersion(row: DocumentRow): VersionRow {
  const { id, version, head, length, text_version, source, tags, metadata, valid_from, valid_until, changed } = row
  const kept = { id, version, head, length, text_version, source, tags, metadata, valid_from, valid_until, changed }
  return { ...kept, changed_by: row.changed_by, at: row.updated_at }
}

/** The earlier versions of documents. */
export const versionStore = {
  /** Keeps what the document was; of the earliest only as many as `keep`. */
  add(db: WorkspaceDatabase, before: DocumentRow, keep: number): void {
    db.run(insertVersion, { ...presentVersion(before) })
    if (before.version <= keep) return
    db.run(forgetVersions, { id: before.id, version: before.version - keep })
    db.run(forgetTexts, { id: before.id, text_version: before.text_version })
  },
  /** Forgets the earlier versions with one long text; false when there is none. */
  forgetLongText(db: WorkspaceDatabase, id: string): boolean {
    const long = db.get<{ text_version: number }>(selectLongText, { id })
    if (!long) return false
    const { text_version } = long
    return db.transaction(() => {
      db.run(forgetText, { id, text_version })
      return db.run(forgetVersionsOf, { id, text_version }).changes > 0
    })
  },
  /** Newest first. */
  page(db: WorkspaceDatabase, id: string, before: number, limit: number): VersionRow[] {
    return db.all<VersionRow>(selectPage, id, before, limit)
  },
  get(db: WorkspaceDatabase, id: string, version: number): VersionRow | undefined {
    return db.get<VersionRow>(selectVersion, id, version)
  },
}
