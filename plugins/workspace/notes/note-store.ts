import type { ReadStatement, WorkspaceDatabase } from '@svc/plugin'
import { never } from '../sorted-cursor.ts'
import type { SortedPosition } from '../sorted-cursor.ts'
import type { Backlink, NoteSort } from './note.ts'

/** Times are milliseconds since the epoch, `tags` is a JSON array, `title_key` is what links find it by. */
export interface NoteRow {
  note_id: string
  title: string
  title_key: string
  body: string
  tags: string
  version: number
  created_by: string
  created_at: number
  updated_at: number
}

/** A note in a list, before its text is read. */
export interface NoteEntry {
  note_id: string
  updated_at: number
  /** Bytes. */
  size: number
  /** The rank in a search: the smaller, the better. */
  rank: number
}

const columns = 'note_id, title, title_key, body, tags, version, created_by, created_at, updated_at'
const insertNote = `INSERT INTO workspace_notes (${columns})
  VALUES (@note_id, @title, @title_key, @body, @tags, @version, @created_by, @created_at, @updated_at)`
const updateNote = `UPDATE workspace_notes SET title = @title, title_key = @title_key, body = @body, tags = @tags, version = @version,
  updated_at = @updated_at WHERE note_id = @note_id`
const selectNote = `SELECT ${columns} FROM workspace_notes WHERE note_id = ?`
const selectNotes = `SELECT ${columns} FROM workspace_notes WHERE note_id IN (SELECT value FROM json_each(?))`
const deleteNote = 'DELETE FROM workspace_notes WHERE note_id = ?'
const deleteTags = 'DELETE FROM workspace_note_tags WHERE note_id = ?'
const insertTags = 'INSERT INTO workspace_note_tags (tag, note_id) SELECT value, @note_id FROM json_each(@tags)'
const selectTitles = `SELECT title, note_id, updated_at FROM workspace_notes WHERE note_id IN (SELECT value FROM json_each(?))
  ORDER BY updated_at DESC, note_id DESC`

const entry = 'note_id, updated_at, octet_length(body) AS size'
const isTagged = '(@tag IS NULL OR note_id IN (SELECT note_id FROM workspace_note_tags WHERE tag = @tag))'
const selectPages: Record<NoteSort, string> = {
  created: `SELECT ${entry}, 0 AS rank FROM workspace_notes WHERE note_id < @id AND ${isTagged} ORDER BY note_id DESC LIMIT @limit`,
  updated: `SELECT ${entry}, 0 AS rank FROM workspace_notes WHERE (updated_at, note_id) < (@second, @id) AND ${isTagged}
    ORDER BY updated_at DESC, note_id DESC LIMIT @limit`,
}
// A word of the title counts as much as five of the text.
const selectFound = `WITH found AS (
    SELECT rowid AS number, bm25(workspace_notes_search, 5.0, 1.0) AS rank FROM workspace_notes_search
    WHERE workspace_notes_search MATCH @terms
  ) SELECT ${entry}, rank FROM found JOIN workspace_notes USING (number)
  WHERE (rank, note_id) > (@first, @id) AND ${isTagged} ORDER BY rank, note_id LIMIT @limit`

/** The notes of one workspace. */
const readBytes = 'SELECT bytes FROM workspace_notes_bytes'

export const noteStore = {
  bytes: (db: WorkspaceDatabase): number => db.get<{ bytes: number }>(readBytes)?.bytes ?? 0,
  insert(db: WorkspaceDatabase, row: NoteRow): void {
    db.run(insertNote, { ...row })
    db.run(insertTags, { note_id: row.note_id, tags: row.tags })
  },
  update(db: WorkspaceDatabase, row: NoteRow): void {
    const { created_by: _by, created_at: _at, ...changed } = row
    db.run(updateNote, changed)
    db.run(deleteTags, row.note_id)
    db.run(insertTags, { note_id: row.note_id, tags: row.tags })
  },
  get(db: WorkspaceDatabase, noteId: string): NoteRow | undefined {
    return db.get<NoteRow>(selectNote, noteId)
  },
  /** In this order; those that are gone are left out. */
  getAll(db: WorkspaceDatabase, noteIds: readonly string[]): NoteRow[] {
    const rows = new Map(db.all<NoteRow>(selectNotes, JSON.stringify(noteIds)).map(row => [row.note_id, row]))
    return noteIds.flatMap(id => rows.get(id) ?? [])
  },
  delete(db: WorkspaceDatabase, noteId: string): void {
    db.run(deleteNote, noteId)
  },
  /** Titles of notes, the last changed first. */
  titles(db: WorkspaceDatabase, noteIds: readonly string[]): Backlink[] {
    const rows = db.all<Backlink & { updated_at: number }>(selectTitles, JSON.stringify(noteIds))
    return rows.map(({ note_id, title }) => ({ note_id, title }))
  },
  page(
    db: WorkspaceDatabase,
    sort: NoteSort,
    [, second, id]: SortedPosition,
    filter: { tag: string | null; limit: number },
  ): NoteEntry[] {
    return db.all<NoteEntry>(selectPages[sort], { ...filter, second, id })
  },
  /** Reads the notes that `terms` finds, a query of FTS5, the best first. */
  found(terms: string, [first, , id]: SortedPosition, filter: { tag: string | null; limit: number }): ReadStatement {
    return { sql: selectFound, params: { ...filter, terms, first, id } }
  },
}

/** Before the first note of a list; of what is found the best has the smallest rank. */
export function beginning(sort: NoteSort | 'match'): SortedPosition {
  return sort === 'match' ? [-never, 0, ''] : [0, never, '~']
}
