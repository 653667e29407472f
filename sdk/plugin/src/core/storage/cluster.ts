import { defineService } from '../../service.ts'

/** One server of an installation. */
export interface ClusterServer {
  server_id: string
  /** Where other servers reach it. */
  url: string
  version: string
  /** `starting`: it does not listen yet. `draining`: it gives its workspaces away. `lost`: its lease has ended. */
  state: 'starting' | 'active' | 'draining' | 'lost'
  /** How many it has. */
  workspaces: number
  weight: number
  started_at: string
  lease_expires_at: string
  /** Of what the operator keeps equal on all servers: a hash by name. */
  hashes: Readonly<Record<string, string>>
}

/** Which server has a workspace. */
export interface WorkspacePlacement {
  workspace_id: string
  server_id: string | null
  /** Grows with each owner. */
  epoch: number
  state: 'free' | 'restoring' | 'owned' | 'moving'
  /** Bytes of its log since the last snapshot. */
  log_bytes: number
  snapshot_at: string | null
}

export interface PlacementQuery {
  workspace_id?: string
  server_id?: string
  /** The last workspace of the page before. */
  after?: string
  limit: number
}

/** The servers of an installation, and which workspaces they have. */
/**
 * Whether a commit in PostgreSQL waits for a second machine. `unnamed`: it names no standby, and what a hosted engine does beneath it cannot be seen.
 * `unconnected`: it names some, and none of them follows. `not-awaited`: commits return before the standby has them. `unseen`: it names some, and
 * the role of the server may not see whether they follow.
 */
export type StandbyState = 'followed' | 'unnamed' | 'unconnected' | 'not-awaited' | 'unseen'

export interface ClusterDirectory {
  /** The server that answers. */
  readonly serverId: string
  servers(): Promise<ClusterServer[]>
  standby(): Promise<StandbyState>
  /** Notes the hashes of what the operator keeps equal, of the server that answers. */
  note(hashes: Readonly<Record<string, string>>): Promise<void>
  /** By workspace. */
  placements(query: PlacementQuery): Promise<WorkspacePlacement[]>
  /** Lets the server give all it has to others, one by one. @throws NotFoundError, ConflictError when no other would take it */
  drain(serverId: string): Promise<void>
  /** @throws NotFoundError, ConflictError when the server takes no workspaces */
  move(workspaceId: string, serverId: string): Promise<void>
}

/** Null where one server has all workspaces. */
export const clusterDirectory = defineService<{ readonly directory: ClusterDirectory | null }>('core.cluster')
