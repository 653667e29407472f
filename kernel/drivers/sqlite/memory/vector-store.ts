import type { VectorSpace, WorkspaceDatabase } from '@svc/plugin'

export interface StateRow {
  instance: string
  seq: number
  removals_pruned: number
  passages: number
}
export interface SpaceRow {
  space_id: number
  key: string
  dimensions: number
  embedded: number
  /** Every passage up to this id has a vector. */
  embedded_through: number
}
export interface TextRow {
  passage_id: number
  heading: string
  text: string
}
interface AddedRow {
  vector_id: number
  key: string
  dimensions: number
  passage_id: number
  numbers: Uint8Array
}
interface RemovedRow {
  seq: number
  key: string
  passage_id: number
}

// What a reader that is behind by more than these has to read anew.
const removalsKept = 20_000

const selectHasFts5 = `SELECT sqlite_compileoption_used('ENABLE_FTS5') AS used`
const selectState = `SELECT instance, seq, removals_pruned, passages FROM kernel_passage_state`
const countChange = `UPDATE kernel_passage_state SET seq = seq + 1`
const pruneRemovals = `DELETE FROM kernel_passage_removals WHERE seq <= (SELECT seq FROM kernel_passage_state) - ${removalsKept}`
const markPruned = `UPDATE kernel_passage_state SET removals_pruned = seq - ${removalsKept}`
// One without vectors stays for the removals that name it.
const selectSpaces = `SELECT space_id, key, dimensions, embedded, embedded_through FROM kernel_passage_spaces
  WHERE embedded > 0 ORDER BY space_id`
const selectSpace = `SELECT space_id, key, dimensions, embedded, embedded_through FROM kernel_passage_spaces WHERE key = ?`
const insertSpace = `INSERT INTO kernel_passage_spaces (key, dimensions) VALUES (?, ?)`
const markThrough = `UPDATE kernel_passage_spaces SET embedded_through = ? WHERE space_id = ?`
const selectUnembedded = `
  SELECT p.passage_id, p.heading, p.text FROM kernel_passages p
  WHERE p.passage_id > @after
    AND NOT EXISTS (SELECT 1 FROM kernel_passage_sketches s WHERE s.space_id = @space_id AND s.passage_id = p.passage_id)
  ORDER BY p.passage_id LIMIT @limit`
const selectUnembeddedOf = `
  SELECT p.passage_id, p.heading, p.text
  FROM json_each(@document_ids) j
    JOIN kernel_passage_documents d ON d.document_id = j.value
    JOIN kernel_passages p ON p.document_key = d.document_key
  WHERE NOT EXISTS (SELECT 1 FROM kernel_passage_sketches s WHERE s.space_id = @space_id AND s.passage_id = p.passage_id)
  ORDER BY p.passage_id LIMIT @limit`
const selectLastPassage = `SELECT max(passage_id) AS passage_id FROM kernel_passages`
const selectDocumentKey = `SELECT document_key FROM kernel_passages WHERE passage_id = ?`
const selectSketchOf = `SELECT vector_id FROM kernel_passage_sketches WHERE space_id = ? AND passage_id = ?`
const insertSketch = `
  INSERT INTO kernel_passage_sketches (vector_id, space_id, passage_id, document_key, bits) VALUES (?, ?, ?, ?, ?)`
const insertVector = `INSERT INTO kernel_passage_vectors (vector_id, numbers) VALUES (?, ?)`
const copySketch = `
  INSERT INTO kernel_passage_sketches (vector_id, space_id, passage_id, document_key, bits)
  SELECT @seq, space_id, @passage_id, @document_key, bits FROM kernel_passage_sketches WHERE vector_id = @vector_id`
const copyNumbers = `
  INSERT INTO kernel_passage_vectors (vector_id, numbers) SELECT ?, numbers FROM kernel_passage_vectors WHERE vector_id = ?`
const deleteSketch = `DELETE FROM kernel_passage_sketches WHERE vector_id = ?`
const deleteSomeSketches = `
  DELETE FROM kernel_passage_sketches
  WHERE vector_id IN (SELECT vector_id FROM kernel_passage_sketches WHERE space_id = ? LIMIT ?)`
const selectAdded = `
  SELECT s.vector_id, p.key, p.dimensions, s.passage_id, v.numbers
  FROM kernel_passage_sketches s
    JOIN kernel_passage_vectors v USING (vector_id)
    JOIN kernel_passage_spaces p USING (space_id)
  WHERE s.vector_id > ? ORDER BY s.vector_id LIMIT ?`
const selectRemoved = `
  SELECT r.seq, p.key, r.passage_id FROM kernel_passage_removals r JOIN kernel_passage_spaces p USING (space_id)
  WHERE r.seq > ? ORDER BY r.seq LIMIT ?`

/** Vectors, their sketches and what became of them, in a workspace's file. */
export const vectorStore = {
  hasFts5(db: WorkspaceDatabase): boolean {
    return db.get<{ used: number }>(selectHasFts5)?.used === 1
  },
  state(db: WorkspaceDatabase): StateRow {
    return db.get<StateRow>(selectState) ?? { instance: '', seq: 0, removals_pruned: 0, passages: 0 }
  },
  pruneRemovals(db: WorkspaceDatabase): void {
    if (db.run(pruneRemovals).changes > 0) db.run(markPruned)
  },
  /** Those that have vectors. */
  spaces(db: WorkspaceDatabase): SpaceRow[] {
    return db.all<SpaceRow>(selectSpaces)
  },
  space(db: WorkspaceDatabase, key: string): SpaceRow | undefined {
    return db.get<SpaceRow>(selectSpace, key)
  },
  makeSpace(db: WorkspaceDatabase, { key, dimensions }: VectorSpace): SpaceRow {
    const known = this.space(db, key)
    if (known !== undefined) return known
    db.run(insertSpace, key, dimensions)
    return this.space(db, key) as SpaceRow
  },
  /** Passages without a vector, from the first on that may have none. */
  unembedded(db: WorkspaceDatabase, space: Pick<SpaceRow, 'space_id' | 'embedded_through'>, limit: number): TextRow[] {
    const { space_id, embedded_through: after } = space
    return db.all<TextRow>(selectUnembedded, { space_id, after, limit })
  },
  unembeddedOf(db: WorkspaceDatabase, spaceId: number, documentIds: readonly string[], limit: number): TextRow[] {
    return db.all<TextRow>(selectUnembeddedOf, {
      space_id: spaceId,
      document_ids: JSON.stringify(documentIds),
      limit,
    })
  },
  /** Moves the mark below which nothing is missing. */
  advance(db: WorkspaceDatabase, space: SpaceRow): void {
    const { space_id, embedded_through: after } = space
    const [missing] = this.unembedded(db, space, 1)
    const through =
      missing === undefined
        ? (db.get<{ passage_id: number | null }>(selectLastPassage)?.passage_id ?? after)
        : missing.passage_id - 1
    if (through > after) db.run(markThrough, through, space_id)
  },
  resetThrough(db: WorkspaceDatabase, spaceId: number): void {
    db.run(markThrough, 0, spaceId)
  },
  /** False when the passage is no more. */
  add(
    db: WorkspaceDatabase,
    spaceId: number,
    vector: { passage_id: number; bits: Uint8Array; numbers: Uint8Array },
  ): boolean {
    const { passage_id, bits, numbers } = vector
    const passage = db.get<{ document_key: number }>(selectDocumentKey, passage_id)
    if (passage === undefined) return false
    const before = db.get<{ vector_id: number }>(selectSketchOf, spaceId, passage_id)
    if (before !== undefined) db.run(deleteSketch, before.vector_id)
    db.run(countChange)
    const { seq } = this.state(db)
    db.run(insertSketch, seq, spaceId, passage_id, passage.document_key, bits)
    db.run(insertVector, seq, numbers)
    return true
  },
  /** Gives a passage the vector of another one that has the same text. */
  copy(db: WorkspaceDatabase, spaceId: number, from: number, to: { passage_id: number; document_key: number }): void {
    const known = db.get<{ vector_id: number }>(selectSketchOf, spaceId, from)
    if (known === undefined) return
    db.run(countChange)
    const { seq } = this.state(db)
    db.run(copySketch, { seq, ...to, vector_id: known.vector_id })
    db.run(copyNumbers, seq, known.vector_id)
  },
  removeSome(db: WorkspaceDatabase, spaceId: number, limit: number): void {
    db.run(deleteSomeSketches, spaceId, limit)
  },
  added(db: WorkspaceDatabase, after: number, limit: number): AddedRow[] {
    return db.all<AddedRow>(selectAdded, after, limit)
  },
  removed(db: WorkspaceDatabase, after: number, limit: number): RemovedRow[] {
    return db.all<RemovedRow>(selectRemoved, after, limit)
  },
}
