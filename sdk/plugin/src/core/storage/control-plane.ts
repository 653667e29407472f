import type { Page, PageQuery } from '../../pages.ts'
import type { Role } from '../../principal.ts'
import { defineService } from '../../service.ts'

export interface UserRecord {
  id: string
  username: string
  /** Lower-cased; unique. */
  username_key: string
  password_hash: string
  role: Role
  disabled: boolean
  default_workspace_id: string
  created_at: string
}

export interface WorkspaceRecord {
  id: string
  name: string
  created_at: string
}

export interface MemberRecord {
  /** `<workspace_id>:<user_id>`. */
  id: string
  workspace_id: string
  user_id: string
  role: 'owner' | 'member'
  created_at: string
}

export interface SessionRecord {
  id: string
  user_id: string
  created_at: string
  expires_at: string
  last_seen_at: string
  ip: string | null
  user_agent: string | null
}

export interface InviteRecord {
  id: string
  token_hash: string
  role: Role
  created_by: string
  created_at: string
  expires_at: string
}

export interface ApiKeyRecord {
  id: string
  workspace_id: string
  user_id: string
  name: string
  prefix: string
  secret_hash: string
  scopes: string[]
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  /** `KeyLimits` as JSON; null: none. */
  limits: string | null
}

export interface PluginSettingRecord {
  /** The plugin's id. */
  id: string
  enabled: boolean | null
  pinned_manifest_hash: string | null
  updated_at: string
}

/** Small facts of this installation, such as the home's id, and of its users ({@link userFactId}). */
export interface FactRecord {
  id: string
  value: string
}

export interface ControlTables {
  users: UserRecord
  workspaces: WorkspaceRecord
  members: MemberRecord
  sessions: SessionRecord
  invites: InviteRecord
  api_keys: ApiKeyRecord
  plugin_settings: PluginSettingRecord
  facts: FactRecord
}

export type ControlTable = keyof ControlTables

export interface ControlReader {
  get<T extends ControlTable>(table: T, id: string): Promise<ControlTables[T] | null>
  /** Records equal in all columns of `where`, oldest first. Columns must be indexed ones. */
  find<T extends ControlTable>(table: T, where: Partial<ControlTables[T]>): Promise<ControlTables[T][]>
  /** As {@link find}, newest first by id, a page at a time. */
  page<T extends ControlTable>(
    table: T,
    where: Partial<ControlTables[T]>,
    page: PageQuery,
  ): Promise<Page<ControlTables[T]>>
}

export interface ControlTransaction extends ControlReader {
  /** @throws ConflictError `already_exists` when the id or a unique column is taken */
  insert<T extends ControlTable>(table: T, record: ControlTables[T]): Promise<void>
  /** The record after the change, or null when there is none. */
  update<T extends ControlTable>(
    table: T,
    id: string,
    change: Partial<ControlTables[T]>,
  ): Promise<ControlTables[T] | null>
  delete(table: ControlTable, id: string): Promise<boolean>
}

/** Tenants, users, workspaces, keys and sign-ins. */
export interface ControlRecords {
  read<T>(work: (reader: ControlReader) => Promise<T>): Promise<T>
  /**
   * All or nothing, one after the other (serializable), durable once resolved. `work` runs again when another process got in its way,
   * so it changes nothing but the plane; it must not begin a transaction of its own.
   */
  transaction<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T>
}

export const controlPlane = defineService<ControlRecords>('core.control-plane')

/** The id of a {@link FactRecord} of one user. It goes with the user: deleting the one deletes the other. */
export function userFactId(userId: string, name: string): string {
  return `user:${userId}:${name}`
}

/** Whose fact it is; null: the installation's. */
export function userOfFact(factId: string): string | null {
  return /^user:([^:]+):/.exec(factId)?.[1] ?? null
}

/** The id of a {@link MemberRecord}. */
export function memberId(workspaceId: string, userId: string): string {
  return `${workspaceId}:${userId}`
}
