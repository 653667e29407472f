import { ConflictError, ForbiddenError, NotFoundError } from '@svc/plugin'
import type { Actor, Clock, ControlReader, ControlTransaction, Ids, MemberRecord } from '@svc/plugin'
import { insertWorkspace, memberId, ownWorkspaceOf } from './new-user.ts'
import type { RemovedWorkspaces } from './removed-workspaces.ts'

/** @throws NotFoundError unless the actor is a member, ForbiddenError unless its owner */
export async function ownedBy(reader: ControlReader, actor: Actor, workspaceId: string): Promise<void> {
  const member = await membershipOf(reader, actor, workspaceId)
  if (member.role === 'owner') return
  throw new ForbiddenError('forbidden', 'Only an owner of the workspace may do this.')
}

/** The actor's place in a workspace. A key knows the one it was made for and no other. @throws NotFoundError */
export async function membershipOf(reader: ControlReader, actor: Actor, workspaceId: string): Promise<MemberRecord> {
  const confined = actor.via === 'api_key' || actor.via === 'agent_app'
  const visible = !confined || actor.workspace_id === workspaceId
  const member = visible ? await reader.get('members', memberId(workspaceId, actor.user_id)) : null
  if (member === null) throw new NotFoundError('There is no such workspace.')
  return member
}

export interface Leaving {
  actor: Actor
  workspaceId: string
  userId: string
  clock: Clock
  ids: Ids
}

/**
 * Takes a user out of a workspace, with their keys to it. Whose only one it was gets a new one: an owner need not ask them.
 * @throws ConflictError `last_workspace` when the actor leaves their own only one
 */
export async function leaveWorkspace(
  tx: ControlTransaction,
  { actor, workspaceId, userId, clock, ids }: Leaving,
): Promise<void> {
  const user = await tx.get('users', userId)
  if (user !== null) {
    const memberships = await tx.find('members', { user_id: userId })
    const other = memberships.find(member => member.workspace_id !== workspaceId)?.workspace_id
    if (other === undefined && actor.user_id === userId)
      throw new ConflictError('last_workspace', `This is the only workspace of "${user.username}".`)
    const next = other ?? (await insertWorkspace(tx, ids, clock, { name: ownWorkspaceOf(user), ownerId: userId })).id
    if (user.default_workspace_id === workspaceId) await tx.update('users', userId, { default_workspace_id: next })
  }
  for (const key of await tx.find('api_keys', { user_id: userId })) {
    if (key.workspace_id === workspaceId) await tx.delete('api_keys', key.id)
  }
  await tx.delete('members', memberId(workspaceId, userId))
}

/** Those who joined first come first; the order of the ids is that of the accounts. */
export async function membersOf(reader: ControlReader, workspaceId: string): Promise<MemberRecord[]> {
  const members = await reader.find('members', { workspace_id: workspaceId })
  return members.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

/**
 * A deleted user's places: a workspace that was theirs alone goes with them, in a shared one the longest-standing
 * member who can sign in becomes owner when no owner is left. Answers those that went.
 */
export async function leaveAllWorkspaces(
  tx: ControlTransaction,
  userId: string,
  removed: RemovedWorkspaces,
): Promise<string[]> {
  const gone: string[] = []
  for (const membership of await tx.find('members', { user_id: userId })) {
    const members = await membersOf(tx, membership.workspace_id)
    const others = members.filter(member => member.user_id !== userId)
    const heir = await heirAmong(tx, others)
    await tx.delete('members', membership.id)
    if (heir === undefined) {
      await tx.delete('workspaces', membership.workspace_id)
      await removed.note(tx, membership.workspace_id)
      gone.push(membership.workspace_id)
    } else if (!others.some(member => member.role === 'owner')) await tx.update('members', heir.id, { role: 'owner' })
  }
  return gone
}

/** A disabled one only when there is no other. */
async function heirAmong(reader: ControlReader, members: readonly MemberRecord[]): Promise<MemberRecord | undefined> {
  for (const member of members) {
    const user = await reader.get('users', member.user_id)
    if (user?.disabled === false) return member
  }
  return members[0]
}
