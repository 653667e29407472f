import type { PostgresSession } from '../postgres/database.ts'

/** `pages`: as `packPages` makes them. `object`: the name of an object with the same. `takeover`: nothing; another owner begins. */
export type LogKind = 'pages' | 'object' | 'takeover'

export interface LogRow {
  workspace_id: string
  seq: number
  epoch: number
  kind: LogKind
  pages: Buffer
}

/** The end of a workspace's log. */
export interface LogEnd {
  seq: number
  epoch: number
}

const columns = ['text', 'bigint', 'bigint', 'text', 'bytea']
const selectEnd = {
  name: 'svc-log-end',
  text: `SELECT seq, epoch FROM svc.workspace_log WHERE workspace_id = $1 ORDER BY seq DESC LIMIT 1`,
}
const selectBegin = `SELECT seq FROM svc.workspace_log WHERE workspace_id = $1 ORDER BY seq LIMIT 1`
const selectRow = `SELECT workspace_id, seq, epoch, kind, pages FROM svc.workspace_log WHERE workspace_id = $1 AND seq = $2`
const selectRows = `
  SELECT workspace_id, seq, epoch, kind, pages FROM svc.workspace_log
  WHERE workspace_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`
const selectObjects = `SELECT pages FROM svc.workspace_log WHERE workspace_id = $1 AND kind = 'object'`
const insertPlacement = `INSERT INTO svc.placements (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING`
const updateSnapshot = `UPDATE svc.placements SET snapshot_seq = $2 WHERE workspace_id = $1 AND snapshot_seq < $2`
const selectPlaced = `
  SELECT workspace_id FROM svc.placements p WHERE snapshot_seq > 0 OR EXISTS (
    SELECT 1 FROM svc.workspace_log l WHERE l.workspace_id = p.workspace_id AND l.kind <> 'takeover'
  )`
const deleteRows = `
  DELETE FROM svc.workspace_log WHERE workspace_id = $1 AND seq IN (
    SELECT seq FROM svc.workspace_log
    WHERE workspace_id = $1 AND seq <= $2 AND committed_at < now() - make_interval(secs => $3) ORDER BY seq LIMIT $4
  )`
/** A commit of its own, on the disk of the standby too when it returns: so is all that was committed before. */
const confirm = `SELECT pg_logical_emit_message(true, 'svc', '')`

const inserts = new Map<number, { name: string; text: string }>()

/** One statement for a number of rows, prepared once for that number. */
function insertOf(count: number): { name: string; text: string } {
  const known = inserts.get(count)
  if (known !== undefined) return known
  const values = Array.from(
    { length: count },
    (_, row) => `(${columns.map((type, column) => `$${row * columns.length + column + 1}::${type}`).join(', ')})`,
  )
  const made = {
    name: `svc-log-append-${count}`,
    text: `INSERT INTO svc.workspace_log (workspace_id, seq, epoch, kind, pages) VALUES ${values.join(', ')}
      ON CONFLICT DO NOTHING RETURNING workspace_id`,
  }
  inserts.set(count, made)
  return made
}

interface IdRow {
  workspace_id: string
}

/** The statements of the log. */
export const workspaceLogStore = {
  /** The workspaces whose rows took their places. */
  async insert(db: PostgresSession, rows: readonly LogRow[]): Promise<Set<string>> {
    const params = rows.flatMap(row => [row.workspace_id, row.seq, row.epoch, row.kind, row.pages])
    const result = await db.query<IdRow>(insertOf(rows.length), params)
    return new Set(result.rows.map(row => row.workspace_id))
  },
  async end(db: PostgresSession, workspaceId: string): Promise<LogEnd | null> {
    return (await db.query<LogEnd>(selectEnd, [workspaceId])).rows[0] ?? null
  },
  /** The first place that was not trimmed. */
  async begin(db: PostgresSession, workspaceId: string): Promise<number | null> {
    return (await db.query<{ seq: number }>(selectBegin, [workspaceId])).rows[0]?.seq ?? null
  },
  async row(db: PostgresSession, workspaceId: string, seq: number): Promise<LogRow | null> {
    return (await db.query<LogRow>(selectRow, [workspaceId, seq])).rows[0] ?? null
  },
  async rows(
    db: PostgresSession,
    workspaceId: string,
    range: { after: number; to: number; most: number },
  ): Promise<LogRow[]> {
    return (await db.query<LogRow>(selectRows, [workspaceId, range.after, range.to, range.most])).rows
  },
  async objects(db: PostgresSession, workspaceId: string): Promise<string[]> {
    return (await db.query<{ pages: Buffer }>(selectObjects, [workspaceId])).rows.map(row => row.pages.toString())
  },
  async place(db: PostgresSession, workspaceId: string): Promise<void> {
    await db.query(insertPlacement, [workspaceId])
  },
  async placed(db: PostgresSession): Promise<string[]> {
    return (await db.query<IdRow>(selectPlaced)).rows.map(row => row.workspace_id)
  },
  async noteSnapshot(db: PostgresSession, workspaceId: string, seq: number): Promise<void> {
    await db.query(updateSnapshot, [workspaceId, seq])
  },
  /** How many rows went. */
  async trim(
    db: PostgresSession,
    workspaceId: string,
    range: { to: number; olderThanSeconds: number; most: number },
  ): Promise<number> {
    return (await db.query(deleteRows, [workspaceId, range.to, range.olderThanSeconds, range.most])).count
  },
  async confirm(db: PostgresSession): Promise<void> {
    await db.query(confirm)
  },
}
