import type { WorkspaceDatabase } from '@svc/plugin'
import type { WrittenLink } from './note-links.ts'

/** A link that may lead to a note, and where it stands. */
export interface Pointer {
  note_id: string
  target: string
  base: string
}

/** A title that a note had before. */
export interface FormerTitle {
  title_key: string
  until: number
}

const mostPointers = 2000

const deleteLinks = 'DELETE FROM workspace_note_links WHERE note_id = ?'
const insertLink =
  'INSERT INTO workspace_note_links (note_id, position, text, target, base) VALUES (@note_id, @position, @text, @target, @base)'
const selectLinks = 'SELECT text, target, base FROM workspace_note_links WHERE note_id = ? ORDER BY position'
// Whatever names the note's id, its title or one that it had: whether that leads here is found out link by link.
const selectPointers = `WITH names (name) AS (
    SELECT @note_id UNION SELECT title_key FROM workspace_notes WHERE note_id = @note_id
    UNION SELECT title_key FROM workspace_note_titles WHERE note_id = @note_id
  ), pointers AS (
    SELECT note_id, target, base FROM workspace_note_links WHERE target IN (SELECT name FROM names)
    UNION SELECT note_id, target, base FROM workspace_note_links WHERE base IN (SELECT name FROM names) AND base <> target
  ) SELECT note_id, target, base FROM pointers JOIN workspace_notes USING (note_id) WHERE note_id <> @note_id
  ORDER BY updated_at DESC, note_id DESC LIMIT @limit`
const keepTitle = `INSERT INTO workspace_note_titles (title_key, note_id, until) VALUES (@title_key, @note_id, @until)
  ON CONFLICT (title_key, note_id) DO UPDATE SET until = excluded.until`
const selectTitles = 'SELECT title_key, until FROM workspace_note_titles WHERE note_id = ?'
// For each name the note with the id; else the oldest that has the title; else the one that had it last.
const selectNamed = `SELECT value AS name, coalesce(
    (SELECT note_id FROM workspace_notes WHERE note_id = value),
    (SELECT note_id FROM workspace_notes WHERE title_key = value ORDER BY note_id LIMIT 1),
    (SELECT note_id FROM workspace_note_titles WHERE title_key = value ORDER BY until DESC, note_id DESC LIMIT 1)
  ) AS note_id FROM json_each(?)`

/** What the notes of one workspace name. */
export const linkStore = {
  replace(db: WorkspaceDatabase, noteId: string, links: readonly WrittenLink[]): void {
    db.run(deleteLinks, noteId)
    for (const [position, link] of links.entries()) db.run(insertLink, { ...link, note_id: noteId, position })
  },
  of(db: WorkspaceDatabase, noteId: string): WrittenLink[] {
    return db.all<WrittenLink>(selectLinks, noteId)
  },
  /** Links of other notes that may lead to this one, those changed last first. */
  pointersTo(db: WorkspaceDatabase, noteId: string): Pointer[] {
    return db.all<Pointer>(selectPointers, { note_id: noteId, limit: mostPointers })
  },
  /** The note had this title until now. */
  keepTitle(db: WorkspaceDatabase, noteId: string, titleKey: string, now: number): void {
    db.run(keepTitle, { note_id: noteId, title_key: titleKey, until: now })
  },
  formerTitles(db: WorkspaceDatabase, noteId: string): FormerTitle[] {
    return db.all<FormerTitle>(selectTitles, noteId)
  },
  /** The note that each of these names leads to: its id, its title or one that it had. */
  named(db: WorkspaceDatabase, names: readonly string[]): { name: string; note_id: string | null }[] {
    return db.all<{ name: string; note_id: string | null }>(selectNamed, JSON.stringify(names))
  },
}
