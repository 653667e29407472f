import type pg from 'pg'
import type { VectorSpace } from '@svc/plugin'

export type Session = Pick<pg.ClientBase, 'query'>

/** Beyond this pgvector has no index for half-precision vectors. */
const mostDimensions = 4000
const longestBuildMs = 6 * 3_600_000

/** Whether vectors of the space can be in the index; PostgreSQL keeps no NUL in text. */
export function isIndexable({ key, dimensions }: VectorSpace): boolean {
  return dimensions <= mostDimensions && !key.includes('\0')
}

/** Which copy of a workspace's file the index follows, and how far. */
export interface WorkspaceState {
  mark: string
  /** Up to this change. */
  seq: number
  /** Where the file stood when it was begun to be read from the start. */
  begun: number
}

export interface Part {
  partId: number
  dimensions: number
  vectors: number
  /** Of all workspaces, with as many dimensions. */
  among: number
  /** Whether there is an index for its dimensions. */
  isIndexed: boolean
}

export interface Nearest extends Pick<WorkspaceState, 'mark' | 'seq'> {
  passageIds: number[]
  /** In all of the part. */
  vectors: number
}

export interface NearestQuestion {
  workspaceId: string
  part: Pick<Part, 'partId' | 'dimensions'>
  vector: Float32Array
  limit: number
  /** By reading all of the part. */
  isExact: boolean
}

export interface IndexTotals {
  vectors: number
  /** Of the extension; null when it is gone. */
  version: string | null
}

const insertWorkspace = `INSERT INTO svc.memory_workspaces (workspace_id, mark, seq, begun) VALUES ($1, '', 0, 0) ON CONFLICT DO NOTHING`
const lockWorkspace = `SELECT mark, seq, begun FROM svc.memory_workspaces WHERE workspace_id = $1 FOR UPDATE`
const updateWorkspace = `UPDATE svc.memory_workspaces SET mark = $2, seq = $3, begun = $4 WHERE workspace_id = $1`
const deleteWorkspace = `DELETE FROM svc.memory_workspaces WHERE workspace_id = $1`
const selectWorkspaces = `SELECT workspace_id FROM svc.memory_workspaces`
const selectTotals = `SELECT coalesce(sum(vectors), 0)::bigint AS vectors,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS version
  FROM svc.memory_parts WHERE workspace_id IS NOT NULL`

/** One that is still built, and what is left of a build that was broken off, is there and of no use. */
const isIndexed = `EXISTS (SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('svc.memory_vectors_near_' || dimensions) AND indisvalid)`
const insertPart = `INSERT INTO svc.memory_parts (workspace_id, space_key, dimensions) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
const selectPart = `SELECT part_id AS "partId", dimensions, vectors,
    (SELECT sum(vectors)::bigint FROM svc.memory_parts WHERE dimensions = p.dimensions) AS among,
    ${isIndexed} AS "isIndexed"
  FROM svc.memory_parts p WHERE workspace_id = $1 AND space_key = $2`
const countPart = `UPDATE svc.memory_parts SET vectors = vectors + $2 WHERE part_id = $1`
const retireParts = `UPDATE svc.memory_parts SET workspace_id = NULL WHERE workspace_id = $1`
const selectRetired = `SELECT part_id FROM svc.memory_parts WHERE workspace_id IS NULL LIMIT 1`
const deletePart = `DELETE FROM svc.memory_parts WHERE part_id = $1`
const selectCrowded = `SELECT DISTINCT dimensions FROM svc.memory_parts
  WHERE workspace_id IS NOT NULL AND vectors > $1 AND NOT ${isIndexed} AND pg_try_advisory_xact_lock(hashtext('svc.memory.indexes'))`

const lockIndexes = `SELECT pg_try_advisory_lock(hashtext('svc.memory.indexes')) AS locked`

const deleteVectors = `DELETE FROM svc.memory_vectors WHERE part_id = $1 AND passage_id = ANY($2::bigint[])`
const deleteSomeVectors = `DELETE FROM svc.memory_vectors WHERE part_id = $1 AND passage_id IN
  (SELECT passage_id FROM svc.memory_vectors WHERE part_id = $1 LIMIT $2)`

/** A vector in pgvector's binary form. */
export function encode(values: Float32Array): Buffer {
  const header = 4
  const buffer = Buffer.alloc(header + values.byteLength)
  buffer.writeInt16BE(values.length, 0)
  for (let index = 0; index < values.length; index += 1) buffer.writeFloatBE(values[index] ?? 0, header + index * 4)
  return buffer
}

/** All statements on the index; `schema` is where the extension is, quoted. Numbers in their text come from the code. */
export const vectorIndexStore = {
  /** Holds the workspace for this transaction, so that two processes never bring it up to date at once. */
  async lockWorkspace(db: Session, workspaceId: string): Promise<WorkspaceState> {
    await db.query(insertWorkspace, [workspaceId])
    const { rows } = await db.query<WorkspaceState>(lockWorkspace, [workspaceId])
    return rows[0] ?? { mark: '', seq: 0, begun: 0 }
  },
  async moveWorkspace(db: Session, workspaceId: string, state: WorkspaceState): Promise<void> {
    await db.query(updateWorkspace, [workspaceId, state.mark, state.seq, state.begun])
  },
  async forgetWorkspace(db: Session, workspaceId: string): Promise<void> {
    await db.query(retireParts, [workspaceId])
    await db.query(deleteWorkspace, [workspaceId])
  },
  async workspaceIds(db: Session): Promise<string[]> {
    const { rows } = await db.query<{ workspace_id: string }>(selectWorkspaces)
    return rows.map(row => row.workspace_id)
  },
  async totals(db: Session): Promise<IndexTotals> {
    const { rows } = await db.query<IndexTotals>(selectTotals)
    return rows[0] ?? { vectors: 0, version: null }
  },

  async part(db: Session, workspaceId: string, spaceKey: string): Promise<Part | null> {
    return (await db.query<Part>(selectPart, [workspaceId, spaceKey])).rows[0] ?? null
  },
  async addPart(db: Session, workspaceId: string, space: VectorSpace): Promise<void> {
    await db.query(insertPart, [workspaceId, space.key, space.dimensions])
  },
  /** Its parts belong to no workspace from now on; `throwAway` deletes them. */
  async retireParts(db: Session, workspaceId: string): Promise<void> {
    await db.query(retireParts, [workspaceId])
  },

  async remove(db: Session, partId: number, passageIds: readonly number[]): Promise<void> {
    const { rowCount } = await db.query(deleteVectors, [partId, passageIds])
    if (rowCount) await db.query(countPart, [partId, -rowCount])
  },
  /** Passages that are not there yet. */
  async add(
    db: Session,
    schema: string,
    part: Pick<Part, 'partId' | 'dimensions'>,
    vectors: readonly { passage_id: number; values: Float32Array }[],
  ): Promise<void> {
    const rows = vectors.map(
      (_, index) => `($1, $${index * 2 + 3}, $2, ($${index * 2 + 4}::${schema}.vector)::${schema}.halfvec)`,
    )
    const text = `INSERT INTO svc.memory_vectors (part_id, passage_id, dimensions, embedding) VALUES ${rows.join(', ')}`
    const values = vectors.flatMap(({ passage_id, values }) => [passage_id, encode(values)])
    await db.query(text, [part.partId, part.dimensions, ...values])
    await db.query(countPart, [part.partId, vectors.length])
  },
  /** Deletes some of what belongs to no workspace any more. True when nothing is left of it. */
  async throwAway(db: Session, limit: number): Promise<boolean> {
    const { rows } = await db.query<{ part_id: number }>(selectRetired)
    const [retired] = rows
    if (retired === undefined) return true
    const { rowCount } = await db.query(deleteSomeVectors, [retired.part_id, limit])
    if ((rowCount ?? 0) < limit) await db.query(deletePart, [retired.part_id])
    return false
  },

  /** The dimensions that need an index and have none, unless another process makes one. */
  async crowded(db: Session, exactUpTo: number): Promise<number[]> {
    const { rows } = await db.query<{ dimensions: number }>(selectCrowded, [exactUpTo])
    return rows.map(row => row.dimensions)
  },
  /**
   * Reads and writes go on meanwhile. Outside of a transaction, so that what was hours of work is kept when this process ends. False when
   * another process is at it, or was. The connection must not be used again.
   */
  async createIndex(db: Session, schema: string, dimensions: number, exactUpTo: number): Promise<boolean> {
    const { rows } = await db.query<{ locked: boolean }>(lockIndexes)
    if (rows[0]?.locked !== true || !(await this.crowded(db, exactUpTo)).includes(dimensions)) return false
    await db.query('SET statement_timeout = 0')
    const name = `memory_vectors_near_${dimensions}`
    await db.query(`DROP INDEX CONCURRENTLY IF EXISTS svc.${name}`)
    const text = `CREATE INDEX CONCURRENTLY ${name} ON svc.memory_vectors
      USING hnsw ((embedding::${schema}.halfvec(${dimensions})) ${schema}.halfvec_cosine_ops) WHERE dimensions = ${dimensions}`
    await db.query({ text, ...{ query_timeout: longestBuildMs } })
    return true
  },

  /** Null: the workspace no longer has this part. State and passages are of one moment. */
  async nearest(
    db: Session,
    schema: string,
    { workspaceId, part, vector, limit, isExact }: NearestQuestion,
  ): Promise<Nearest | null> {
    const type = `${schema}.halfvec(${part.dimensions})`
    const distance = `(embedding::${type}) OPERATOR(${schema}.<=>) ($3::${schema}.vector)::${type}`
    // An order by anything but the distance itself keeps the index out of it.
    const order = isExact ? `(${distance}) + 0` : distance
    const text = `
      WITH near AS MATERIALIZED (
        SELECT passage_id FROM svc.memory_vectors
        WHERE part_id = $2 AND dimensions = ${part.dimensions} ORDER BY ${order} LIMIT $4
      )
      SELECT w.mark, w.seq, p.vectors, ARRAY(SELECT passage_id FROM near)::text[] AS passage_ids
      FROM svc.memory_workspaces w JOIN svc.memory_parts p ON p.workspace_id = w.workspace_id
      WHERE w.workspace_id = $1 AND p.part_id = $2`
    const values = [workspaceId, part.partId, encode(vector), limit]
    const { rows } = await db.query<Omit<Nearest, 'passageIds'> & { passage_ids: string[] }>(text, values)
    const [row] = rows
    if (row === undefined) return null
    const { passage_ids, ...state } = row
    return { ...state, passageIds: passage_ids.map(Number) }
  },
}
