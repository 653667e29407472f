import type { PostgresDatabase, PostgresSession } from '../../drivers/postgres/database.ts'

/** What all servers of an installation have in common. */
export interface ClusterRow {
  secret_hash: string
  /** Null until the first server has brought its home. */
  home_id: string | null
  sealed_secrets: string | null
  last_server_id: string | null
}

export interface NewServer {
  server_id: string
  url: string
  version: string
  /** Names the form of the workspaces' files. */
  schema: string
  weight: number
}

/** A server whose lease has not ended. */
export interface LiveServer {
  server_id: string
  url: string
  expires_at: string
}

const insertCluster = `INSERT INTO svc.cluster (secret_hash) VALUES ($1) ON CONFLICT DO NOTHING`
const selectCluster = `SELECT secret_hash, home_id, sealed_secrets, last_server_id FROM svc.cluster`
const updateHome = `UPDATE svc.cluster SET home_id = $1, sealed_secrets = $2 WHERE home_id IS NULL`

const updateLastServer = `
  WITH before AS (SELECT last_server_id FROM svc.cluster)
  UPDATE svc.cluster SET last_server_id = $1 RETURNING (SELECT last_server_id FROM before)`

/** One server joins at a time. */
const lockServers = `SELECT pg_advisory_xact_lock(hashtext('svc.servers'))`
const deleteExpired = `DELETE FROM svc.servers WHERE expires_at <= now()`
const selectLive = `SELECT server_id, url, expires_at FROM svc.servers ORDER BY started_at LIMIT 1`
const insertServer = `
  INSERT INTO svc.servers (server_id, url, version, schema, weight, expires_at)
  VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`
const updateLease = `
  UPDATE svc.servers SET expires_at = now() + make_interval(secs => $2) WHERE server_id = $1 AND expires_at > now()`
const deleteServer = `DELETE FROM svc.servers WHERE server_id = $1`

/** Waits for a renewal that is under way; the statement that ends the lease waits for this one. */
const selectOwnLease = `SELECT 1 FROM svc.servers WHERE server_id = $1 AND expires_at > now() FOR SHARE`
const updateOwner = `UPDATE svc.placements SET server_id = $2, epoch = $3, state = 'owned' WHERE workspace_id = $1`
const freeOwned = `UPDATE svc.placements SET server_id = NULL, state = 'free' WHERE server_id = $1`

/** Servers, their leases and what they own, in PostgreSQL, by its clock. */
export const serverStore = {
  async cluster(db: PostgresSession, secretHash: string): Promise<ClusterRow> {
    await db.query(insertCluster, [secretHash])
    const [row] = (await db.query<ClusterRow>(selectCluster)).rows
    return row as ClusterRow
  },

  /** False when another server was first. */
  async foundHome(db: PostgresSession, homeId: string, sealedSecrets: string): Promise<boolean> {
    return (await db.query(updateHome, [homeId, sealedSecrets])).count === 1
  },

  /** Notes who uses the workspaces from now on, and returns who did before. */
  async noteServer(db: PostgresSession, serverId: string): Promise<string | null> {
    return (await db.query<ClusterRow>(updateLastServer, [serverId])).rows[0]?.last_server_id ?? null
  },

  /** Adds a server; null, or the other one that is there. */
  async join(db: PostgresDatabase, server: NewServer, leaseSeconds: number): Promise<LiveServer | null> {
    return db.transaction(async session => {
      await session.query(lockServers)
      await session.query(deleteExpired)
      const [other] = (await session.query<LiveServer>(selectLive)).rows
      if (other !== undefined) return other
      const { server_id, url, version, schema, weight } = server
      await session.query(insertServer, [server_id, url, version, schema, weight, leaseSeconds])
      return null
    })
  },

  /** False once the lease has ended: it cannot be had again. */
  async renew(db: PostgresSession, serverId: string, leaseSeconds: number): Promise<boolean> {
    return (await db.query(updateLease, [serverId, leaseSeconds])).count === 1
  },

  /** False when the server's lease has ended. */
  async noteOwner(
    db: PostgresSession,
    { serverId, workspaceId, epoch }: { serverId: string; workspaceId: string; epoch: number },
  ): Promise<boolean> {
    if ((await db.query(selectOwnLease, [serverId])).count === 0) return false
    await db.query(updateOwner, [workspaceId, serverId, epoch])
    return true
  },

  async leave(db: PostgresDatabase, serverId: string): Promise<void> {
    await db.transaction(async session => {
      await session.query(freeOwned, [serverId])
      await session.query(deleteServer, [serverId])
    })
  },
}
