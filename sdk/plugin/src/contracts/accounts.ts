import type { Actor, Role } from '../principal.ts'
import type { Page, PageQuery } from '../pages.ts'
import { defineService } from '../service.ts'

export interface User {
  id: string
  username: string
  role: Role
  disabled: boolean
  created_at: string
}

/** An invitation that nobody has used yet. */
export interface Invite {
  id: string
  role: Role
  /** The user id of who made it. */
  created_by: string
  created_at: string
  expires_at: string
}

/** People. Every write checks the actor's role, is audited, and ends the sessions it must end. */
export interface Users {
  list(actor: Actor, page: PageQuery): Promise<Page<User>>
  get(actor: Actor, userId: string): Promise<User>
  /** @throws ForbiddenError when an admin makes an owner, or `multi_user_disabled`; ConflictError `already_exists` */
  create(actor: Actor, user: { username: string; password: string; role: Role }): Promise<User>
  /** @throws NotFoundError; ForbiddenError; ConflictError `last_owner` */
  update(actor: Actor, userId: string, change: { role?: Role; disabled?: boolean }): Promise<User>
  delete(actor: Actor, userId: string): Promise<void>
  /** The token is shown this once. @throws ForbiddenError `multi_user_disabled` */
  invite(actor: Actor, invite: { role: Role; expires_seconds?: number }): Promise<Invite & { token: string }>
  /** Those that are open, newest first. */
  invites(actor: Actor, page: PageQuery): Promise<Page<Invite>>
  /** One that is open. @throws NotFoundError when it was used, is over or never was */
  openInvite(actor: Actor, inviteId: string): Promise<Invite>
  /** @throws NotFoundError when it was used, is over or never was */
  revokeInvite(actor: Actor, inviteId: string): Promise<void>
  resetPassword(actor: Actor, userId: string, password: string): Promise<void>
}

export const users = defineService<Users>('accounts.users')

export interface Workspace {
  id: string
  name: string
  role: 'owner' | 'member'
  created_at: string
}

export interface WorkspaceMember {
  user_id: string
  username: string
  role: 'owner' | 'member'
}

/** The caller's workspaces. Another's is not found. */
export interface Workspaces {
  list(actor: Actor, page: PageQuery): Promise<Page<Workspace>>
  get(actor: Actor, workspaceId: string): Promise<Workspace>
  create(actor: Actor, workspace: { name: string }): Promise<Workspace>
  rename(actor: Actor, workspaceId: string, name: string): Promise<Workspace>
  /** Members who have no other get a new one. @throws ConflictError `last_workspace` when it is the actor's only one */
  delete(actor: Actor, workspaceId: string): Promise<void>
  members(actor: Actor, workspaceId: string): Promise<WorkspaceMember[]>
  addMember(actor: Actor, workspaceId: string, username: string): Promise<WorkspaceMember>
  /** As {@link delete}. @throws ConflictError `last_owner`, `last_workspace` */
  removeMember(actor: Actor, workspaceId: string, userId: string): Promise<void>
}

export const workspaces = defineService<Workspaces>('accounts.workspaces')
