import type { Passage, PassageFacts, WorkspaceDatabase } from '@svc/plugin'
import { runEnd, unspacedRuns } from './unspaced-runs.ts'

export interface DocumentRow {
  document_key: number
  source: string | null
  tags: string
  created_at: number
  valid_from: number | null
  valid_until: number | null
}
export interface PassageRow {
  passage_id: number
  ordinal: number
  heading: string
  text: string
  start_at: number
  end_at: number
}

const selectDocument = `SELECT document_key, source, tags, created_at, valid_from, valid_until FROM kernel_passage_documents WHERE document_id = ?`
const insertDocument = `
  INSERT INTO kernel_passage_documents (document_id, source, tags, created_at, valid_from, valid_until)
  VALUES (@document_id, @source, @tags, @created_at, @valid_from, @valid_until)`
const setFacts = `source = @source, tags = @tags, created_at = @created_at, valid_from = @valid_from, valid_until = @valid_until`
const updateDocument = `UPDATE kernel_passage_documents SET ${setFacts} WHERE document_key = @document_key`
const revealDocument = `
  UPDATE kernel_passage_documents SET document_id = @document_id, ${setFacts} WHERE document_key = @document_key`
const deleteDocument = `DELETE FROM kernel_passage_documents WHERE document_key = ?`
const insertTag = `INSERT OR IGNORE INTO kernel_passage_tags (tag, document_key) VALUES (?, ?)`
const deleteTag = `DELETE FROM kernel_passage_tags WHERE tag = ? AND document_key = ?`
const selectOf = `SELECT passage_id, ordinal, heading, text, start_at, end_at FROM kernel_passages WHERE document_key = ?`
const selectPassages = `${selectOf} ORDER BY ordinal`
const selectSome = `${selectOf} AND ordinal > ? ORDER BY ordinal LIMIT ?`
const insertPassage = `
  INSERT INTO kernel_passages (document_key, ordinal, heading, text, start_at, end_at) VALUES (?, ?, ?, ?, ?, ?)`
const selectLastId = `SELECT last_insert_rowid() AS id`
const movePassage = `UPDATE kernel_passages SET ordinal = ?, start_at = ?, end_at = ? WHERE passage_id = ?`
const deletePassage = `DELETE FROM kernel_passages WHERE passage_id = ?`
const insertWords = `INSERT INTO kernel_passage_words (rowid, heading, text) VALUES (?, ?, ?)`
const deleteWords = `INSERT INTO kernel_passage_words (kernel_passage_words, rowid, heading, text) VALUES ('delete', ?, ?, ?)`
const insertRuns = `INSERT INTO kernel_passage_trigrams (rowid, runs) VALUES (?, ?)`
const deleteRuns = `DELETE FROM kernel_passage_trigrams WHERE rowid = ?`
const deleteSketches = `DELETE FROM kernel_passage_sketches WHERE space_id = ? AND passage_id = ?`
const selectSpaceIds = `SELECT space_id FROM kernel_passage_spaces`
const countSome = `SELECT count(*) AS count FROM (SELECT 1 FROM kernel_passages WHERE document_key = ? LIMIT ?)`
// Valid before any time there is: no search finds it, whatever it asks for.
const never = Number.MIN_SAFE_INTEGER
const hiddenId = `'hidden ' || lower(hex(randomblob(16)))`
const insertHidden = `
  INSERT INTO kernel_passage_documents (document_id, tags, created_at, valid_until) VALUES (${hiddenId}, '[]', ?, ${never})`
const hideDocument = `
  UPDATE kernel_passage_documents
  SET document_id = ${hiddenId}, source = NULL, tags = '[]', created_at = ?, valid_from = NULL, valid_until = ${never}
  WHERE document_key = ?`
const selectHidden = `
  SELECT document_key FROM kernel_passage_documents
  WHERE document_id > 'hidden ' AND document_id < 'hidden!' AND created_at < ? LIMIT 1`
const selectIsHidden = `
  SELECT 1 AS hidden FROM kernel_passage_documents
  WHERE document_key = ? AND document_id > 'hidden ' AND document_id < 'hidden!' AND created_at > 0`

/** Documents and their passages in a workspace's file. */
export const passageStore = {
  document(db: WorkspaceDatabase, documentId: string): DocumentRow | undefined {
    return db.get<DocumentRow>(selectDocument, documentId)
  },
  addDocument(db: WorkspaceDatabase, documentId: string, facts: PassageFacts): number {
    db.run(insertDocument, { document_id: documentId, ...columnsOf(facts) })
    const key = lastId(db)
    for (const tag of facts.tags) db.run(insertTag, tag, key)
    return key
  },
  describe(db: WorkspaceDatabase, known: DocumentRow, facts: PassageFacts): void {
    const columns = columnsOf(facts)
    const { document_key } = known
    const isSame = Object.entries(columns).every(([name, value]) => known[name as keyof DocumentRow] === value)
    if (isSame) return
    db.run(updateDocument, { document_key, ...columns })
    if (known.tags === columns.tags) return
    const wanted = new Set(facts.tags)
    const had = new Set(tagsOf(known))
    for (const tag of had) if (!wanted.has(tag)) db.run(deleteTag, tag, document_key)
    for (const tag of wanted) if (!had.has(tag)) db.run(insertTag, tag, document_key)
  },
  removeDocument(db: WorkspaceDatabase, known: Pick<DocumentRow, 'document_key' | 'tags'>): void {
    for (const tag of tagsOf(known)) db.run(deleteTag, tag, known.document_key)
    db.run(deleteDocument, known.document_key)
  },
  /** A document that nobody finds; `begunAt` is above 0 while its passages are being prepared. */
  addHidden(db: WorkspaceDatabase, begunAt: number): number {
    db.run(insertHidden, begunAt)
    return lastId(db)
  },
  /** From now on nobody finds it, and its passages are to be removed. */
  hide(db: WorkspaceDatabase, known: Pick<DocumentRow, 'document_key' | 'tags'>): void {
    for (const tag of tagsOf(known)) db.run(deleteTag, tag, known.document_key)
    db.run(hideDocument, 0, known.document_key)
  },
  /** One that is hidden since before then. */
  hidden(db: WorkspaceDatabase, before: number): number | null {
    return db.get<{ document_key: number }>(selectHidden, before)?.document_key ?? null
  },
  isBeingPrepared(db: WorkspaceDatabase, documentKey: number): boolean {
    return db.get<{ hidden: number }>(selectIsHidden, documentKey) !== undefined
  },
  reveal(db: WorkspaceDatabase, documentKey: number, documentId: string, facts: PassageFacts): void {
    db.run(revealDocument, { document_key: documentKey, document_id: documentId, ...columnsOf(facts) })
    for (const tag of facts.tags) db.run(insertTag, tag, documentKey)
  },
  /** How many passages it has; no more than `most` are counted. */
  countPassages(db: WorkspaceDatabase, documentKey: number, most: number): number {
    return db.get<{ count: number }>(countSome, documentKey, most)?.count ?? 0
  },
  somePassages(db: WorkspaceDatabase, documentKey: number, afterOrdinal: number, limit: number): PassageRow[] {
    return db.all<PassageRow>(selectSome, documentKey, afterOrdinal, limit)
  },
  passages(db: WorkspaceDatabase, documentKey: number): PassageRow[] {
    return db.all<PassageRow>(selectPassages, documentKey)
  },
  /** Returns its id. */
  addPassage(db: WorkspaceDatabase, documentKey: number, passage: Passage): number {
    const { ordinal, text, start, end } = passage
    const heading = JSON.stringify(passage.heading)
    db.run(insertPassage, documentKey, ordinal, heading, text, start, end)
    const id = lastId(db)
    db.run(insertWords, id, heading, text)
    const runs = unspacedRuns(`${passage.heading.join(' ')} ${text}`)
    if (runs.length > 0) db.run(insertRuns, id, runs.map(run => run + runEnd).join(' '))
    return id
  },
  movePassage(db: WorkspaceDatabase, known: PassageRow, { ordinal, start, end }: Passage): void {
    if (known.ordinal === ordinal && known.start_at === start && known.end_at === end) return
    db.run(movePassage, ordinal, start, end, known.passage_id)
  },
  removePassage(db: WorkspaceDatabase, { passage_id, heading, text }: PassageRow): void {
    db.run(deleteWords, passage_id, heading, text)
    db.run(deleteRuns, passage_id)
    for (const { space_id } of db.all<{ space_id: number }>(selectSpaceIds))
      db.run(deleteSketches, space_id, passage_id)
    db.run(deletePassage, passage_id)
  },
}

function columnsOf(facts: PassageFacts): Omit<DocumentRow, 'document_key'> {
  const { source, created_at, valid_from, valid_until } = facts
  return { source, tags: JSON.stringify(facts.tags), created_at, valid_from, valid_until }
}

function tagsOf(row: Pick<DocumentRow, 'tags'>): string[] {
  return JSON.parse(row.tags) as string[]
}

function lastId(db: WorkspaceDatabase): number {
  return db.get<{ id: number }>(selectLastId)?.id ?? 0
}
