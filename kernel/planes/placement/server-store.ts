import type { ClusterServer, StandbyState } from '@svc/plugin'
import type { PostgresDatabase, PostgresSession } from '../../drivers/postgres/database.ts'
import type { Peer } from '../elsewhere-error.ts'

/** What all servers of an installation have in common. */
export interface ClusterRow {
  secret_hash: string
  /** Null until the first server has brought its home. */
  home_id: string | null
  sealed_secrets: string | null
  /** The home that "svc cluster join" is moving in. */
  joining_home_id: string | null
}

export interface NewServer extends Peer {
  version: string
  /** Names the form of the workspaces' files. */
  schema: string
  weight: number
}

/** A server whose lease has not ended. */
export interface LiveServer extends Peer {
  schema: string
  /** `starting`: it does not listen yet. */
  state: 'starting' | 'active' | 'draining'
  weight: number
}

/** What a renewal says. */
export interface Renewal {
  state: LiveServer['state']
  /** By the clock of PostgreSQL, in milliseconds. */
  now: number
}

const insertCluster = `INSERT INTO svc.cluster (secret_hash) VALUES ($1) ON CONFLICT DO NOTHING`
const selectCluster = `SELECT secret_hash, home_id, sealed_secrets, joining_home_id FROM svc.cluster`
const updateFounding = `
  UPDATE svc.cluster SET founding_until = now() + make_interval(secs => $1)
  WHERE home_id IS NULL AND joining_home_id IS NULL AND (founding_until IS NULL OR founding_until <= now())`
const updateHome = `UPDATE svc.cluster SET home_id = $1, sealed_secrets = $2 WHERE home_id IS NULL AND joining_home_id IS NULL`

/** As ISO 8601. */
export const timeOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const ofClock = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`
/** Nobody has it any more: it goes where it was asked to go. */
export const freed = `server_id = move_to, state = CASE WHEN move_to IS NULL THEN 'free' ELSE 'moving' END, move_to = NULL`
const freeOfDead = `
  UPDATE svc.placements SET ${freed}
  WHERE server_id IN (SELECT server_id FROM dead)`
const freeExpired = `
  WITH dead AS (
    DELETE FROM svc.servers WHERE expires_at <= now() AND ($1::text IS NULL OR server_id = $1) RETURNING server_id
  ) ${freeOfDead}`
const freeUnknown = `
  UPDATE svc.placements SET ${freed}
  WHERE server_id IS NOT NULL AND server_id NOT IN (SELECT server_id FROM svc.servers)`
const freeServer = `WITH dead AS (DELETE FROM svc.servers WHERE server_id = $1 RETURNING server_id) ${freeOfDead}`
const insertServer = `
  INSERT INTO svc.servers (server_id, url, version, schema, weight, state, expires_at)
  VALUES ($1, $2, $3, $4, $5, 'starting', now() + make_interval(secs => $6)) RETURNING state, ${ofClock}`
const updateLease = `
  UPDATE svc.servers SET expires_at = now() + make_interval(secs => $2) WHERE server_id = $1 AND expires_at > now()
  RETURNING state, ${ofClock}`
const selectLive = `SELECT server_id, url, schema, state, weight FROM svc.servers WHERE expires_at > now() ORDER BY server_id`
/** Changes with anything that `live` says, and is one row however many servers there are. */
const selectMark = `
  SELECT concat(count(*), ' ', sum(hashtextextended(concat_ws(' ', server_id, url, schema, state, weight), 0))) AS mark
  FROM svc.servers WHERE expires_at > now()`
const selectServers = `
  SELECT s.server_id, url, version, schema, weight, hashes,
    ${timeOf('started_at')} AS started_at, ${timeOf('expires_at')} AS lease_expires_at,
    CASE WHEN expires_at > now() THEN s.state ELSE 'lost' END AS state, coalesce(p.workspaces, 0) AS workspaces
  FROM svc.servers s LEFT JOIN (
    SELECT server_id, count(*) AS workspaces FROM svc.placements WHERE server_id IS NOT NULL GROUP BY server_id
  ) p ON p.server_id = s.server_id ORDER BY started_at, s.server_id`
const updateServing = `UPDATE svc.servers SET state = 'active', url = $2 WHERE server_id = $1 AND state = 'starting'`
const updateHashes = `UPDATE svc.servers SET hashes = $2 WHERE server_id = $1`
const updateState = `UPDATE svc.servers SET state = $2 WHERE server_id = $1 AND state = 'active'`

/** A role that may not see the standbys of others sees their rows without what they do. */
const selectStandby = `
  SELECT CASE
    WHEN current_setting('synchronous_standby_names') = '' THEN 'unnamed'
    WHEN current_setting('synchronous_commit') NOT IN ('on', 'remote_apply', 'remote_write') THEN 'not-awaited'
    WHEN EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')) THEN 'followed'
    WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN 'unconnected'
    ELSE 'unseen' END AS state`

/** Servers and their leases, in PostgreSQL, by its clock. */
export const serverStore = {
  async cluster(db: PostgresSession, secretHash: string): Promise<ClusterRow> {
    await db.query(insertCluster, [secretHash])
    const [row] = (await db.query<ClusterRow>(selectCluster)).rows
    return row as ClusterRow
  },

  /** True for one server at a time, while none has brought its home: for so many seconds it may. */
  async mayFound(db: PostgresSession, seconds: number): Promise<boolean> {
    return (await db.query(updateFounding, [seconds])).count === 1
  },

  /** False when another server was first. */
  async foundHome(db: PostgresSession, homeId: string, sealedSecrets: string): Promise<boolean> {
    return (await db.query(updateHome, [homeId, sealedSecrets])).count === 1
  },

  async join(db: PostgresSession, server: NewServer, leaseSeconds: number): Promise<Renewal> {
    const { server_id, url, version, schema, weight } = server
    const values = [server_id, url, version, schema, weight, leaseSeconds]
    return (await db.query<Renewal>(insertServer, values)).rows[0] as Renewal
  },

  /** Null once the lease has ended: it cannot be had again. */
  async renew(db: PostgresSession, serverId: string, leaseSeconds: number): Promise<Renewal | null> {
    return (await db.query<Renewal>(updateLease, [serverId, leaseSeconds])).rows[0] ?? null
  },

  /** Others may send requests to it from now on. */
  async serve(db: PostgresSession, serverId: string, url: string): Promise<void> {
    await db.query(updateServing, [serverId, url])
  },

  async live(db: PostgresSession): Promise<LiveServer[]> {
    return (await db.query<LiveServer>(selectLive)).rows
  },

  /** The same as long as the same servers are live, as they were. */
  async mark(db: PostgresSession): Promise<string> {
    return (await db.query<{ mark: string }>(selectMark)).rows[0]?.mark ?? ''
  },

  async note(db: PostgresSession, serverId: string, hashes: Readonly<Record<string, string>>): Promise<void> {
    await db.query(updateHashes, [serverId, JSON.stringify(hashes)])
  },

  /** Those whose lease has ended until somebody has noticed, too. */
  async list(db: PostgresSession): Promise<ClusterServer[]> {
    return (await db.query<ClusterServer>(selectServers)).rows
  },

  async standby(db: PostgresSession): Promise<StandbyState> {
    return ((await db.query<{ state: StandbyState }>(selectStandby)).rows[0] as { state: StandbyState }).state
  },

  /** False when it is not active. */
  async setState(db: PostgresSession, serverId: string, state: LiveServer['state']): Promise<boolean> {
    return (await db.query(updateState, [serverId, state])).count === 1
  },

  /** What servers have whose leases have ended, or one of them, is free for others. True when there was something. */
  async freeExpired(db: PostgresSession, serverId: string | null = null): Promise<boolean> {
    return (await db.query(freeExpired, [serverId])).count > 0
  },

  /** What servers have that are gone is free for others: for one of all servers. True when there was something. */
  async freeUnknown(db: PostgresSession): Promise<boolean> {
    return (await db.query(freeUnknown)).count > 0
  },

  /** Its lease ends with it, and what it has is free for others. */
  async leave(db: PostgresDatabase, serverId: string): Promise<void> {
    await db.query(freeServer, [serverId])
  },
}
