import { UnavailableError } from '@svc/plugin'
import type { PlacementQuery, WorkspacePlacement } from '@svc/plugin'
import type { PostgresSession } from '../../drivers/postgres/database.ts'
import { ElsewhereError } from '../elsewhere-error.ts'
import type { Peer } from '../elsewhere-error.ts'
import { freed, serverStore, timeOf } from './server-store.ts'

export interface PlacementRow {
  /** Null: free. The row of the server may be gone already. */
  server_id: string | null
  /** Of the live server that has it. */
  url: string | null
  state: WorkspacePlacement['state']
  /** Of the server that had it last: its file has that form. */
  schema: string | null
}

const selectPlacement = `
  SELECT p.server_id, s.url, p.state, p.schema FROM svc.placements p
  LEFT JOIN svc.servers s ON s.server_id = p.server_id AND s.expires_at > now() WHERE workspace_id = $1`
/** Waits for a renewal that is under way; the statement that ends the lease waits for this one. */
const selectOwnLease = `SELECT 1 FROM svc.servers WHERE server_id = $1 AND expires_at > now() FOR KEY SHARE`
const selectServerOf = `SELECT server_id FROM svc.placements WHERE workspace_id = $1`
const lockServerOf = `${selectServerOf} FOR UPDATE`
const selectUrl = `SELECT server_id, url FROM svc.servers WHERE server_id = $1`
const updateOwner = `
  UPDATE svc.placements
  SET server_id = $2, epoch = $3, schema = $4, state = 'restoring', move_to = nullif(move_to, $2), wake_at = now() WHERE workspace_id = $1`
const updateOpened = `UPDATE svc.placements SET state = 'owned' WHERE workspace_id = $1 AND server_id = $2 AND state = 'restoring'`
const updateFree = `
  UPDATE svc.placements
  SET ${freed}, wake_at = now() + make_interval(secs => $3), schema = coalesce($4, schema)
  WHERE workspace_id = $1 AND server_id = $2`
const selectWaiting = `
  SELECT workspace_id, schema FROM svc.placements WHERE server_id IS NULL AND wake_at <= now()
  ORDER BY wake_at LIMIT $1`
const selectSent = `SELECT workspace_id FROM svc.placements WHERE server_id = $1 AND state = 'moving' LIMIT $2`
const selectLeaving = `
  SELECT workspace_id FROM svc.placements
  WHERE server_id = $1 AND (move_to IS NOT NULL OR ($2 AND state = 'moving'))`
/** One that is on its way, and not there yet, goes to the other server at once. */
const isNowhere = `(server_id IS NULL OR state = 'moving')`
const updateMove = `
  UPDATE svc.placements
  SET server_id = CASE WHEN ${isNowhere} THEN $2 ELSE server_id END,
    state = CASE WHEN ${isNowhere} THEN 'moving' ELSE state END,
    move_to = CASE WHEN ${isNowhere} THEN NULL ELSE nullif($2, server_id) END
  WHERE workspace_id = $1`
const selectPlacements = `
  SELECT p.workspace_id, server_id, epoch, state, ${timeOf('snapshot_at')} AS snapshot_at, coalesce(l.bytes, 0) AS log_bytes
  FROM (
    SELECT * FROM svc.placements
    WHERE ($1::text IS NULL OR workspace_id = $1) AND ($2::text IS NULL OR server_id = $2) AND workspace_id > $3
    ORDER BY workspace_id LIMIT $4
  ) p LEFT JOIN LATERAL (
    SELECT sum(octet_length(pages)) AS bytes FROM svc.workspace_log
    WHERE workspace_id = p.workspace_id AND seq > p.snapshot_seq
  ) l ON true ORDER BY p.workspace_id`

/** Which server has which workspace, in PostgreSQL. */
export const placementStore = {
  async get(db: PostgresSession, workspaceId: string): Promise<PlacementRow | null> {
    return (await db.query<PlacementRow>(selectPlacement, [workspaceId])).rows[0] ?? null
  },

  /**
   * Notes in the transaction of a takeover who the owner is. Servers are locked before placements, here as everywhere.
   * @throws ElsewhereError while another server has it, UnavailableError when the lease of this one has ended
   */
  async own(
    db: PostgresSession,
    { workspaceId, serverId, epoch, schema }: { workspaceId: string; serverId: string; epoch: number; schema: string },
  ): Promise<void> {
    if ((await db.query(selectOwnLease, [serverId])).count === 0)
      throw new UnavailableError('The lease of this server has ended.', { retry_after_seconds: 1 })
    const before = await serverOf(db, selectServerOf, workspaceId)
    if (before !== null && before !== serverId) await serverStore.freeExpired(db, before)
    const now = await serverOf(db, lockServerOf, workspaceId)
    const [peer] = now === null || now === serverId ? [] : (await db.query<Peer>(selectUrl, [now])).rows
    if (peer !== undefined) throw new ElsewhereError(workspaceId, peer)
    await db.query(updateOwner, [workspaceId, serverId, epoch, schema])
  },

  /** The owner has restored its file. */
  async opened(db: PostgresSession, workspaceId: string, serverId: string): Promise<void> {
    await db.query(updateOpened, [workspaceId, serverId])
  },

  /** Gives a workspace up, to the server that it was asked to go to. Something in it is to be looked at after `wakeSeconds`; null: nothing is. */
  async free(
    db: PostgresSession,
    { workspaceId, serverId }: { workspaceId: string; serverId: string },
    next: { wakeSeconds: number | null; schema?: string | null },
  ): Promise<void> {
    await db.query(updateFree, [workspaceId, serverId, next.wakeSeconds, next.schema ?? null])
  },

  /** Free workspaces in which something waits. */
  async waiting(db: PostgresSession, limit: number): Promise<{ workspace_id: string; schema: string | null }[]> {
    return (await db.query<{ workspace_id: string; schema: string | null }>(selectWaiting, [limit])).rows
  },

  /** Those that were given to the server, and that it has not taken yet. */
  async sent(db: PostgresSession, serverId: string, limit: number): Promise<string[]> {
    return (await db.query<{ workspace_id: string }>(selectSent, [serverId, limit])).rows.map(row => row.workspace_id)
  },

  /** Those that the server is asked to give to others; a server that is drained takes none that it was given, either. */
  async leaving(db: PostgresSession, serverId: string, isDraining: boolean): Promise<string[]> {
    const { rows } = await db.query<{ workspace_id: string }>(selectLeaving, [serverId, isDraining])
    return rows.map(row => row.workspace_id)
  },

  /** Asks the owner to give the workspace to another server; one that nobody has is given at once. The last one who asks counts. */
  async move(db: PostgresSession, workspaceId: string, to: string): Promise<void> {
    await db.query(updateMove, [workspaceId, to])
  },

  async list(db: PostgresSession, query: PlacementQuery): Promise<WorkspacePlacement[]> {
    const values = [query.workspace_id ?? null, query.server_id ?? null, query.after ?? '', query.limit]
    return (await db.query<WorkspacePlacement>(selectPlacements, values)).rows
  },
}

async function serverOf(db: PostgresSession, statement: string, workspaceId: string): Promise<string | null> {
  return (await db.query<{ server_id: string | null }>(statement, [workspaceId])).rows[0]?.server_id ?? null
}
