import { ConflictError } from '@svc/plugin'
import type { Clock, ControlReader, ControlTransaction, Ids, Role, UserRecord, WorkspaceRecord } from '@svc/plugin'
import { usernameKey } from './user-rules.ts'

export interface NewUser {
  username: string
  passwordHash: string
  role: Role
}

/** @throws ConflictError `already_exists` */
export async function keepUsernameFree(reader: ControlReader, username: string): Promise<void> {
  const [taken] = await reader.find('users', { username_key: usernameKey(username) })
  if (taken === undefined) return
  throw new ConflictError('already_exists', `There is already a user "${taken.username}".`)
}

/** A user with a workspace of their own. */
export async function insertUser(tx: ControlTransaction, ids: Ids, clock: Clock, user: NewUser): Promise<UserRecord> {
  await keepUsernameFree(tx, user.username)
  const id = ids.create('usr')
  const workspace = await insertWorkspace(tx, ids, clock, { name: ownWorkspaceOf(user), ownerId: id })
  const record: UserRecord = {
    id,
    username: user.username,
    username_key: usernameKey(user.username),
    password_hash: user.passwordHash,
    role: user.role,
    disabled: false,
    default_workspace_id: workspace.id,
    created_at: clock.timestamp(),
  }
  await tx.insert('users', record)
  return record
}

/** The name of the workspace that somebody begins with. */
export function ownWorkspaceOf({ username }: { username: string }): string {
  return `${username}'s workspace`
}

export async function insertWorkspace(
  tx: ControlTransaction,
  ids: Ids,
  clock: Clock,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<WorkspaceRecord> {
  const record = { id: ids.create('ws'), name, created_at: clock.timestamp() }
  await tx.insert('workspaces', record)
  await insertMember(tx, clock, record.id, ownerId, 'owner')
  return record
}

export function memberId(workspaceId: string, userId: string): string {
  return `${workspaceId}:${userId}`
}

export async function insertMember(
  tx: ControlTransaction,
  clock: Clock,
  workspaceId: string,
  userId: string,
  role: 'owner' | 'member',
): Promise<void> {
  const id = memberId(workspaceId, userId)
  await tx.insert('members', { id, workspace_id: workspaceId, user_id: userId, role, created_at: clock.timestamp() })
}
