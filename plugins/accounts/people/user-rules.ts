import { ConflictError, ForbiddenError, roleAtLeast, UnauthenticatedError, ValidationError } from '@svc/plugin'
import type { Actor, ControlReader, Role, UserRecord } from '@svc/plugin'
import type { User } from '@svc/plugin/contracts/accounts'

export const usernameRule = { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9._@+-]*$' } as const
const usernamePattern = new RegExp(usernameRule.pattern)

/** How usernames are compared: `Ann` and `ann` are one person. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** @throws ValidationError naming the field at `path` */
export function checkUsername(username: string, path: string): void {
  if (username.length <= usernameRule.maxLength && usernamePattern.test(username)) return
  const message = 'must have 1 to 64 letters, digits or . _ @ + - and begin with a letter or a digit'
  throw new ValidationError(`The username ${message}.`, [{ path, message }])
}

export function toUser(record: UserRecord): User {
  const { id, username, role, disabled, created_at } = record
  return { id, username, role, disabled, created_at }
}

/**
 * The actor's role as it is now: it may have been taken away since the request was authenticated.
 * @throws ForbiddenError below `atLeast`
 */
export async function currentRole(reader: ControlReader, actor: Actor, atLeast: Role): Promise<Role> {
  const role = await roleNow(reader, actor)
  if (roleAtLeast(role, atLeast)) return role
  throw new ForbiddenError('forbidden', `This needs the role ${atLeast}; yours is ${role}.`)
}

async function roleNow(reader: ControlReader, actor: Actor): Promise<Role> {
  if (actor.via === 'operator') return actor.role
  const user = await reader.get('users', actor.user_id)
  if (user === null || user.disabled) throw new UnauthenticatedError()
  return user.role
}

/** An admin manages admins and users; owners are made and unmade by owners. @throws ForbiddenError */
export function mayManage(actorRole: Role, role: Role): void {
  if (roleAtLeast(actorRole, role)) return
  throw new ForbiddenError('forbidden', `Only an ${role} may make, invite, change or delete an ${role}.`)
}

/** Somebody must be able to sign in and own this installation. @throws ConflictError `last_owner` */
export async function keepAnOwner(reader: ControlReader, leaving: UserRecord): Promise<void> {
  if (leaving.role !== 'owner' || leaving.disabled) return
  const owners = await reader.find('users', { role: 'owner' })
  if (owners.some(owner => owner.id !== leaving.id && !owner.disabled)) return
  throw new ConflictError('last_owner', `"${leaving.username}" is the last owner. Make somebody else an owner first.`)
}

/** @throws ForbiddenError `multi_user_disabled` while this installation is for one person */
export function assertMoreUsers(isMultiUser: boolean): void {
  if (isMultiUser) return
  throw new ForbiddenError(
    'multi_user_disabled',
    'This installation is for one person (SVC_MULTI_USER_ENABLED is off): nobody can be invited, registered or created.',
  )
}
