import type { PostgresSession } from '../../drivers/postgres/database.ts'
import type { ClusterRow } from './server-store.ts'

type JoiningRow = Pick<ClusterRow, 'secret_hash' | 'home_id' | 'joining_home_id'>

const selectTable = `SELECT to_regclass('svc.cluster') IS NOT NULL AS is_there`
/** An older version's row has fewer columns. */
const selectRow = `
  SELECT secret_hash, home_id, to_jsonb(c) ->> 'joining_home_id' AS joining_home_id FROM svc.cluster c`
const insertRow = `INSERT INTO svc.cluster (secret_hash) VALUES ($1) ON CONFLICT DO NOTHING`
const updateJoining = `
  UPDATE svc.cluster SET joining_home_id = $1
  WHERE home_id IS NULL AND (joining_home_id IS NULL OR joining_home_id = $1)`
const deleteLog = `DELETE FROM svc.workspace_log WHERE workspace_id <> ALL ($1)`
const deletePlacements = `DELETE FROM svc.placements WHERE workspace_id <> ALL ($1)`
const updateJoined = `
  UPDATE svc.cluster SET home_id = $1, sealed_secrets = $2, joining_home_id = NULL
  WHERE home_id IS NULL AND joining_home_id = $1`

/** How a home that has workspaces becomes that of all servers. */
export const joiningStore = {
  /** Null in a database that no server with the setting has used. */
  async find(db: PostgresSession): Promise<JoiningRow | null> {
    const [found] = (await db.query<{ is_there: boolean }>(selectTable)).rows
    return found?.is_there ? ((await db.query<JoiningRow>(selectRow)).rows[0] ?? null) : null
  },

  /** From here on no server begins; what an earlier try brought of other workspaces goes. False when another home is first. */
  async begin(
    db: PostgresSession,
    { homeId, secretHash, workspaceIds }: { homeId: string; secretHash: string; workspaceIds: readonly string[] },
  ): Promise<boolean> {
    await db.query(insertRow, [secretHash])
    if ((await db.query(updateJoining, [homeId])).count === 0) return false
    for (const statement of [deleteLog, deletePlacements]) await db.query(statement, [workspaceIds])
    return true
  },

  /** Servers may begin with it. False when it was not being moved in. */
  async finish(db: PostgresSession, homeId: string, sealedSecrets: string): Promise<boolean> {
    return (await db.query(updateJoined, [homeId, sealedSecrets])).count === 1
  },
}
