import type { Clock, ControlReader, ControlTransaction, Ids, InviteRecord, Role } from '@svc/plugin'
import type { Invite } from '@svc/plugin/contracts/accounts'
import { hashSecret, NotFoundError, roleAtLeast, secretMatches } from '@svc/plugin'

const secretBytes = 24
const tokenPattern = /^([0-9a-z]{26})_[A-Za-z0-9_-]{32}$/

/** Makes an invitation; its token is `<id>_<secret>` and stored as a hash. */
export async function insertInvite(
  tx: ControlTransaction,
  ids: Ids,
  clock: Clock,
  invite: { role: Role; createdBy: string; expiresSeconds: number },
): Promise<Invite & { token: string }> {
  const id = ids.create('inv')
  const token = `${id.slice('inv_'.length)}_${ids.secret(secretBytes)}`
  const shown: Invite = {
    id,
    role: invite.role,
    created_by: invite.createdBy,
    created_at: clock.timestamp(),
    expires_at: new Date(clock.now() + invite.expiresSeconds * 1000).toISOString(),
  }
  await tx.insert('invites', { ...shown, token_hash: hashSecret(token) })
  return { ...shown, token }
}

/** The invitation that `token` opens; null when it is wrong, used or over. */
export async function findInvite(reader: ControlReader, clock: Clock, token: string): Promise<InviteRecord | null> {
  const id = tokenPattern.exec(token)?.[1]
  const invite = id === undefined ? null : await reader.get('invites', `inv_${id}`)
  if (invite === null || !secretMatches(token, invite.token_hash)) return null
  return (await isOpen(reader, clock, invite)) ? invite : null
}

/** Removes those that are over. */
export async function dropEndedInvites(tx: ControlTransaction, clock: Clock): Promise<void> {
  for (const invite of await tx.find('invites', {}))
    if (!(await isOpen(tx, clock, invite))) await tx.delete('invites', invite.id)
}

/** Until its time ends, and while who made it may still invite to its role: else they could let themselves in again. */
async function isOpen(reader: ControlReader, clock: Clock, invite: InviteRecord): Promise<boolean> {
  if (Date.parse(invite.expires_at) <= clock.now()) return false
  const maker = await reader.get('users', invite.created_by)
  return maker?.disabled === false && roleAtLeast(maker.role, 'admin') && roleAtLeast(maker.role, invite.role)
}

/** @throws NotFoundError for one that is not open */
export async function openInvite(tx: ControlTransaction, clock: Clock, inviteId: string): Promise<InviteRecord> {
  await dropEndedInvites(tx, clock)
  const invite = await tx.get('invites', inviteId)
  if (invite !== null) return invite
  throw new NotFoundError('There is no such invitation: it was used, was revoked or has expired.')
}

export function toInvite({ id, role, created_by, created_at, expires_at }: InviteRecord): Invite {
  return { id, role, created_by, created_at, expires_at }
}
