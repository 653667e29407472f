import type { WorkspaceDatabase } from '@svc/plugin'
import { headOf, isCut } from './document-row.ts'
import type { DocumentRow } from './document-row.ts'

const columns = `id, head, length, text_version, format, fingerprint, source, tags, metadata, provenance, valid_from, valid_until, version,
  chunks, changed, changed_by, created_at, updated_at`
const ofDocument = columns
  .split(',')
  .map(column => `d.${column.trim()}`)
  .join(', ')

const insertDocument = `INSERT INTO memory_documents (${columns}) VALUES (@id, @head, @length, @text_version, @format, @fingerprint, @source,
  @tags, @metadata, @provenance, @valid_from, @valid_until, @version, @chunks, @changed, @changed_by, @created_at, @updated_at)`
const updateDocument = `UPDATE memory_documents SET head = @head, length = @length, text_version = @text_version, fingerprint = @fingerprint,
  source = @source, tags = @tags, metadata = @metadata, valid_from = @valid_from, valid_until = @valid_until, version = @version,
  chunks = @chunks, changed = @changed, changed_by = @changed_by, updated_at = @updated_at WHERE id = @id`
const selectDocument = `SELECT ${columns} FROM memory_documents WHERE id = ?`
const selectMany = `SELECT ${columns} FROM memory_documents WHERE id IN (SELECT value FROM json_each(?))`
// Searches find no text whose time is over: it may be true once more. That it was true until then is still known.
const stands = `(valid_until IS NULL OR valid_until > @now OR valid_until = @valid_until)`
const selectSame = `SELECT ${columns} FROM memory_documents WHERE fingerprint = @fingerprint AND source IS @source AND ${stands}
  ORDER BY created_at, id LIMIT 1`
const selectSameText = `SELECT id FROM memory_documents WHERE fingerprint = @fingerprint AND ${stands} ORDER BY created_at, id LIMIT 1`
const selectPage = `SELECT ${columns} FROM memory_documents WHERE (created_at, id) < (@created_at, @id)
  ORDER BY created_at DESC, id DESC LIMIT @limit`
const selectPageOfSource = `SELECT ${columns} FROM memory_documents WHERE source = @source AND (created_at, id) < (@created_at, @id)
  ORDER BY created_at DESC, id DESC LIMIT @limit`
const selectPageOfTag = `SELECT ${ofDocument} FROM memory_tags AS t JOIN memory_documents AS d ON d.id = t.document_id
  WHERE t.tag = @tag AND (t.created_at, t.document_id) < (@created_at, @id) AND (@source IS NULL OR d.source = @source)
  ORDER BY t.created_at DESC, t.document_id DESC LIMIT @limit`
const selectAfter = `SELECT ${columns} FROM memory_documents WHERE (created_at, id) > (@created_at, @id)
  ORDER BY created_at, id LIMIT @limit`
const selectAfterOfSource = `SELECT ${columns} FROM memory_documents WHERE source = @source AND (created_at, id) > (@created_at, @id)
  ORDER BY created_at, id LIMIT @limit`
const selectAfterOfTag = `SELECT ${ofDocument} FROM memory_tags AS t JOIN memory_documents AS d ON d.id = t.document_id
  WHERE t.tag = @tag AND (t.created_at, t.document_id) > (@created_at, @id) AND (@source IS NULL OR d.source = @source)
  ORDER BY t.created_at, t.document_id LIMIT @limit`
const selectOfSource = `SELECT id, chunks FROM memory_documents WHERE source = ? ORDER BY created_at, id LIMIT ?`
const selectText = `SELECT content FROM memory_texts WHERE document_id = ? AND text_version = ?`
const insertText = `INSERT INTO memory_texts (document_id, text_version, content) VALUES (?, ?, ?)`
const deleteTags = `DELETE FROM memory_tags WHERE document_id = @id AND created_at = @created_at
  AND tag IN (SELECT value FROM json_each(@tags))`
const insertTags = `INSERT INTO memory_tags (tag, created_at, document_id) SELECT DISTINCT value, @created_at, @id FROM json_each(@tags)`
const deleteAllTags = `DELETE FROM memory_tags WHERE (tag, created_at, document_id) IN (
  SELECT t.value, d.created_at, d.id FROM memory_documents AS d, json_each(d.tags) AS t WHERE d.id IN (SELECT value FROM json_each(?)))`
const deleteTexts = `DELETE FROM memory_texts WHERE document_id IN (SELECT value FROM json_each(?))`
const deleteVersions = `DELETE FROM memory_versions WHERE document_id IN (SELECT value FROM json_each(?))`
const deleteDocuments = `DELETE FROM memory_documents WHERE id IN (SELECT value FROM json_each(?))`
const selectTotals = `SELECT documents, chunks FROM memory_totals`
const selectBytes = `SELECT (SELECT bytes FROM memory_documents_bytes) + (SELECT bytes FROM memory_texts_bytes)
  + (SELECT bytes FROM memory_versions_bytes) AS bytes`
const selectCountOfSource = 'SELECT documents FROM memory_sources WHERE source = ?'
const selectSources = `SELECT source, documents, chunks FROM memory_sources ORDER BY documents DESC, source LIMIT ?`

/** A text that is about to be remembered. */
export type NewText = Pick<DocumentRow, 'fingerprint' | 'source' | 'valid_until'>

export interface PageOfDocuments {
  created_at: number
  id: string
  limit: number
  source: string | null
  tag: string | null
}

/** The documents of one workspace. */
export const documentStore = {
  insert(db: WorkspaceDatabase, row: DocumentRow, content: string): void {
    db.run(insertDocument, { ...row })
    db.run(insertTags, { id: row.id, created_at: row.created_at, tags: row.tags })
    this.keepText(db, row, content)
  },
  /** The text of a new version; a short one is its own head. */
  keepText(db: WorkspaceDatabase, row: DocumentRow, content: string): void {
    if (content.length > headOf(content).length) db.run(insertText, row.id, row.text_version, content)
  },
  update(db: WorkspaceDatabase, before: DocumentRow, row: DocumentRow): void {
    const { format: _format, provenance: _provenance, created_at, ...changed } = row
    db.run(updateDocument, changed)
    if (before.tags === row.tags) return
    db.run(deleteTags, { id: row.id, created_at, tags: before.tags })
    db.run(insertTags, { id: row.id, created_at, tags: row.tags })
  },
  get(db: WorkspaceDatabase, id: string): DocumentRow | undefined {
    return db.get<DocumentRow>(selectDocument, id)
  },
  many(db: WorkspaceDatabase, ids: readonly string[]): DocumentRow[] {
    return db.all<DocumentRow>(selectMany, JSON.stringify(ids))
  },
  /** The oldest document with the same text and the same source whose time is not over. */
  same(db: WorkspaceDatabase, { fingerprint, source, valid_until }: NewText, now: number): DocumentRow | undefined {
    return db.get<DocumentRow>(selectSame, { fingerprint, source, valid_until, now })
  },
  /** The same of any source. */
  sameText(db: WorkspaceDatabase, { fingerprint, valid_until }: Omit<NewText, 'source'>, now: number): string | null {
    return db.get<{ id: string }>(selectSameText, { fingerprint, valid_until, now })?.id ?? null
  },
  /** Documents before a place in the list, the newest first. */
  page(db: WorkspaceDatabase, { created_at, id, limit, source, tag }: PageOfDocuments): DocumentRow[] {
    const from = { created_at, id, limit }
    if (tag !== null) return db.all<DocumentRow>(selectPageOfTag, { ...from, tag, source })
    if (source !== null) return db.all<DocumentRow>(selectPageOfSource, { ...from, source })
    return db.all<DocumentRow>(selectPage, from)
  },
  /** Documents after a place in the list, the oldest first. */
  pageAfter(db: WorkspaceDatabase, { created_at, id, limit, source, tag }: PageOfDocuments): DocumentRow[] {
    const from = { created_at, id, limit }
    if (tag !== null) return db.all<DocumentRow>(selectAfterOfTag, { ...from, tag, source })
    if (source !== null) return db.all<DocumentRow>(selectAfterOfSource, { ...from, source })
    return db.all<DocumentRow>(selectAfter, from)
  },
  /** The whole content. */
  content(db: WorkspaceDatabase, row: { id: string; head: string; length: number; text_version: number }): string {
    if (!isCut(row)) return row.head
    return db.get<{ content: string }>(selectText, row.id, row.text_version)?.content ?? row.head
  },
  ofSource(db: WorkspaceDatabase, source: string, limit: number): { id: string; chunks: number }[] {
    return db.all<{ id: string; chunks: number }>(selectOfSource, source, limit)
  },
  /** With all that was kept of them; how many there were. */
  delete(db: WorkspaceDatabase, ids: readonly string[]): number {
    const list = JSON.stringify(ids)
    db.run(deleteAllTags, list)
    db.run(deleteTexts, list)
    db.run(deleteVersions, list)
    return db.run(deleteDocuments, list).changes
  },
  totals(db: WorkspaceDatabase): { documents: number; chunks: number } {
    return db.get<{ documents: number; chunks: number }>(selectTotals) ?? { documents: 0, chunks: 0 }
  },
  /** Of all texts, those of earlier versions among them. */
  bytes(db: WorkspaceDatabase): number {
    return db.get<{ bytes: number }>(selectBytes)?.bytes ?? 0
  },
  countOf(db: WorkspaceDatabase, source: string): number {
    return db.get<{ documents: number }>(selectCountOfSource, source)?.documents ?? 0
  },
  /** Sources, the one with most documents first; '' stands for no source. */
  sources(db: WorkspaceDatabase, limit: number): { source: string; documents: number; chunks: number }[] {
    return db.all<{ source: string; documents: number; chunks: number }>(selectSources, limit)
  },
}
