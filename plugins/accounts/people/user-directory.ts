import type { AccountAudit } from '../account-audit.ts'
import { bodyFault, ForbiddenError, NotFoundError } from '@svc/plugin'
import type {
  Actor,
  Clock,
  ControlReader,
  ControlRecords,
  Ids,
  Page,
  PageQuery,
  Role,
  SignIns,
  UserRecord,
} from '@svc/plugin'
import type { Invite, User, Users } from '@svc/plugin/contracts/accounts'
import { dropEndedInvites, insertInvite, openInvite, toInvite } from '../sign-in/invites.ts'
import { leaveAllWorkspaces } from './memberships.ts'
import type { RemovedWorkspaces } from './removed-workspaces.ts'
import { insertUser, keepUsernameFree } from './new-user.ts'
import type { Preferences } from './preferences.ts'
import { checkNewPassword } from '../sign-in/passwords.ts'
import type { Passwords } from '../sign-in/passwords.ts'
import { assertMoreUsers, checkUsername, currentRole, keepAnOwner, mayManage, toUser } from './user-rules.ts'

const defaultInviteSeconds = 7 * 24 * 3600
const maxInviteSeconds = 30 * 24 * 3600

export interface UserDirectoryOptions {
  control: ControlRecords
  passwords: Passwords
  preferences: Preferences
  sessions: SignIns
  audit: AccountAudit
  removed: RemovedWorkspaces
  clock: Clock
  ids: Ids
  isMultiUser: boolean
}

/** People and their roles. Each rule is checked inside the transaction that changes, so that races end well too. */
export class UserDirectory implements Users {
  readonly #options: UserDirectoryOptions

  constructor(options: UserDirectoryOptions) {
    this.#options = options
  }

  async list(actor: Actor, page: PageQuery): Promise<Page<User>> {
    return this.#options.control.read(async reader => {
      await currentRole(reader, actor, 'admin')
      const found = await reader.page('users', {}, page)
      return { items: found.items.map(toUser), next_cursor: found.next_cursor }
    })
  }

  async get(actor: Actor, userId: string): Promise<User> {
    return this.#options.control.read(async reader => {
      await currentRole(reader, actor, 'admin')
      return toUser(await existing(reader, userId))
    })
  }

  async create(actor: Actor, user: { username: string; password: string; role: Role }): Promise<User> {
    const { audit, clock, control, ids, isMultiUser, passwords } = this.#options
    assertMoreUsers(isMultiUser)
    checkUsername(user.username, '/username')
    checkNewPassword(user.password, '/password')
    // Asked before the costly hash, and once more by the transaction.
    await control.read(async reader => {
      mayManage(await currentRole(reader, actor, 'admin'), user.role)
      await keepUsernameFree(reader, user.username)
    })
    const passwordHash = await passwords.hash(user.password)
    const made = await control.transaction(async tx => {
      mayManage(await currentRole(tx, actor, 'admin'), user.role)
      return insertUser(tx, ids, clock, { username: user.username, passwordHash, role: user.role })
    })
    await audit.record(actor, 'user.created', made.id, { username: made.username, role: made.role })
    return toUser(made)
  }

  async update(actor: Actor, userId: string, change: { role?: Role; disabled?: boolean }): Promise<User> {
    const { audit, control, sessions } = this.#options
    const { before, after } = await control.transaction(async tx => {
      const target = await manageable(tx, actor, userId)
      const wanted = { role: change.role ?? target.role, disabled: change.disabled ?? target.disabled }
      mayManage(await currentRole(tx, actor, 'admin'), wanted.role)
      const loses = wanted.role !== 'owner' || wanted.disabled
      if (loses) await keepAnOwner(tx, target)
      const roleChanges = wanted.role !== target.role
      if (roleChanges || wanted.disabled) await sessions.end(tx, userId)
      return { before: target, after: { ...target, ...(await tx.update('users', userId, wanted)) } }
    })
    sessions.credentialsChanged()
    await this.#auditChange(audit, actor, before, after)
    return toUser(after)
  }

  async delete(actor: Actor, userId: string): Promise<void> {
    const { audit, control, preferences, removed, sessions } = this.#options
    const { user: target, gone } = await control.transaction(async tx => {
      const user = await manageable(tx, actor, userId)
      await keepAnOwner(tx, user)
      await sessions.end(tx, userId)
      for (const key of await tx.find('api_keys', { user_id: userId })) await tx.delete('api_keys', key.id)
      const gone = await leaveAllWorkspaces(tx, userId, removed)
      await preferences.forget(tx, userId)
      await tx.delete('users', userId)
      return { user, gone }
    })
    sessions.credentialsChanged()
    for (const workspaceId of gone) removed.begin(workspaceId)
    await audit.record(actor, 'user.deleted', userId, { username: target.username, role: target.role })
  }

  async invite(actor: Actor, invite: { role: Role; expires_seconds?: number }): Promise<Invite & { token: string }> {
    const { audit, clock, control, ids, isMultiUser } = this.#options
    assertMoreUsers(isMultiUser)
    const expiresSeconds = checkedExpiry(invite.expires_seconds ?? defaultInviteSeconds)
    const made = await control.transaction(async tx => {
      mayManage(await currentRole(tx, actor, 'admin'), invite.role)
      await dropEndedInvites(tx, clock)
      return insertInvite(tx, ids, clock, { role: invite.role, createdBy: actor.user_id, expiresSeconds })
    })
    await audit.record(actor, 'user.invited', made.id, { role: made.role, expires_at: made.expires_at })
    return made
  }

  async invites(actor: Actor, page: PageQuery): Promise<Page<Invite>> {
    const { clock, control } = this.#options
    return control.transaction(async tx => {
      await currentRole(tx, actor, 'admin')
      await dropEndedInvites(tx, clock)
      const found = await tx.page('invites', {}, page)
      return { items: found.items.map(toInvite), next_cursor: found.next_cursor }
    })
  }

  async openInvite(actor: Actor, inviteId: string): Promise<Invite> {
    const { clock, control } = this.#options
    return control.transaction(async tx => {
      await currentRole(tx, actor, 'admin')
      return toInvite(await openInvite(tx, clock, inviteId))
    })
  }

  async revokeInvite(actor: Actor, inviteId: string): Promise<void> {
    const { audit, clock, control } = this.#options
    const revoked = await control.transaction(async tx => {
      const role = await currentRole(tx, actor, 'admin')
      const invite = await openInvite(tx, clock, inviteId)
      mayManage(role, invite.role)
      await tx.delete('invites', inviteId)
      return invite
    })
    await audit.record(actor, 'user.invite_revoked', inviteId, { role: revoked.role })
  }

  async resetPassword(actor: Actor, userId: string, password: string): Promise<void> {
    const { audit, control, passwords, sessions } = this.#options
    // A stolen session must not be enough to take the account for good: one's own password asks for the current one.
    if (actor.user_id === userId && actor.via !== 'operator') {
      throw new ForbiddenError('forbidden', 'Change your own password with POST /api/auth/password.')
    }
    checkNewPassword(password, '/new_password')
    await control.read(reader => manageable(reader, actor, userId))
    const password_hash = await passwords.hash(password)
    await control.transaction(async tx => {
      await manageable(tx, actor, userId)
      await tx.update('users', userId, { password_hash })
      await sessions.end(tx, userId)
    })
    sessions.credentialsChanged()
    await audit.record(actor, 'user.password_reset', userId)
  }

  async #auditChange(audit: AccountAudit, actor: Actor, before: UserRecord, after: UserRecord): Promise<void> {
    if (before.role !== after.role) {
      await audit.record(actor, 'user.role_changed', after.id, { from: before.role, to: after.role })
    }
    if (before.disabled !== after.disabled) {
      await audit.record(actor, after.disabled ? 'user.disabled' : 'user.enabled', after.id)
    }
  }
}

/** The user, when the actor may change them. @throws NotFoundError, ForbiddenError */
async function manageable(reader: ControlReader, actor: Actor, userId: string): Promise<UserRecord> {
  const role = await currentRole(reader, actor, 'admin')
  const target = await existing(reader, userId)
  mayManage(role, target.role)
  return target
}

async function existing(reader: ControlReader, userId: string): Promise<UserRecord> {
  const user = await reader.get('users', userId)
  if (user === null) throw new NotFoundError('There is no such user.')
  return user
}

function checkedExpiry(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 60 && seconds <= maxInviteSeconds) return seconds
  throw bodyFault('/expires_seconds', `must be a whole number of seconds from 60 to ${maxInviteSeconds}`)
}
