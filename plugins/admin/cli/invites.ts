import type { User, Invite } from '@svc/plugin/contracts/accounts'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import type { Commands } from '../generated/commands.ts'

const defaultDays = 7
const daySeconds = 24 * 3600
const path = '/api/users/invites'

/** `svc user invite` */
export async function inviteUser(context: CommandContext<Commands['user invite']>): Promise<number> {
  const { role = 'user', days = defaultDays } = context.options
  const body = { role, expires_seconds: days * daySeconds }
  const invite = await context.client.request<Invite & { url: string }>('POST', path, body)
  context.io.note(
    `Send this link to one person. It makes an account with the role ${role}, once, until ${invite.expires_at}:`,
  )
  if (!invite.url.includes('://')) context.io.note('No server runs here: put its address before the path.')
  context.io.result(invite, invite.url)
  return 0
}

/** `svc user invites` */
export async function listInvites({ client, io }: CommandContext): Promise<number> {
  const items = await everyItem<Invite>(client, path)
  const users = items.length === 0 ? [] : await everyItem<User>(client, '/api/users')
  const names = new Map(users.map(({ id, username }) => [id, username]))
  const rows = items.map(each => [each.id, each.role, names.get(each.created_by) ?? each.created_by, each.expires_at])
  const table = columns([['INVITATION', 'ROLE', 'MADE BY', 'GOOD UNTIL'], ...rows])
  io.result({ items }, items.length === 0 ? 'There are no open invitations.' : table)
  return 0
}

/** `svc user revoke-invite` */
export async function revokeInvite(context: CommandContext<Commands['user revoke-invite']>): Promise<number> {
  const { id } = context.arguments
  await context.client.request('DELETE', `${path}/${encodeURIComponent(id)}`)
  context.io.result({ id, revoked: true }, `The invitation ${id} is revoked.`)
  return 0
}
