import { ValidationError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import type { User } from '@svc/plugin/contracts/accounts'
import type { CommandClient, CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { askPassword } from './ask-password.ts'
import { columns } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'

// They call the API, so that every rule and the audit log stand between.

/** `svc user list` */
export async function listUsers({ client, io }: CommandContext): Promise<number> {
  const users = await everyItem<User>(client, '/api/users')
  const rows = users.map(user => [user.username, user.role, user.disabled ? 'disabled' : 'active', user.created_at])
  io.result({ items: users.map(toJson) }, columns([['USERNAME', 'ROLE', 'STATE', 'CREATED'], ...rows]))
  return 0
}

/** `svc user create` */
export async function createUser(context: CommandContext<Commands['user create']>): Promise<number> {
  const { username } = context.arguments
  const { role = 'user' } = context.options
  const password = await askPassword(context)
  const answer = await context.client.request('POST', '/api/users', { username, password, role })
  context.io.result(answer, `Created ${username} with the role ${role}.`)
  return 0
}

/** `svc user role` */
export async function changeRole(context: CommandContext<Commands['user role']>): Promise<number> {
  const { username, role } = context.arguments
  const user = await find(context.client, username)
  const answer = await context.client.request('PATCH', `/api/users/${user.id}`, { role })
  context.io.result(answer, `${user.username} has the role ${role} now; their old sessions have ended.`)
  return 0
}

/** `svc user disable` */
export function disableUser(context: CommandContext<Commands['user disable']>): Promise<number> {
  return switchAccount(context, true)
}

/** `svc user enable` */
export function enableUser(context: CommandContext<Commands['user enable']>): Promise<number> {
  return switchAccount(context, false)
}

async function switchAccount(context: CommandContext<Commands['user disable']>, disabled: boolean): Promise<number> {
  const user = await find(context.client, context.arguments.username)
  const answer = await context.client.request('PATCH', `/api/users/${user.id}`, { disabled })
  const text = disabled ? 'is off now: their sessions have ended and their keys stopped.' : 'is on again.'
  context.io.result(answer, `The account of ${user.username} ${text}`)
  return 0
}

/** `svc user reset-password` */
export async function resetPassword(context: CommandContext<Commands['user reset-password']>): Promise<number> {
  const user = await find(context.client, context.arguments.username)
  const new_password = await askPassword(context)
  await context.client.request('POST', `/api/users/${user.id}/password`, { new_password })
  context.io.result({ user: toJson(user) }, `The password of ${user.username} is set; their sessions have ended.`)
  return 0
}

async function find(client: CommandClient, wanted: string): Promise<User> {
  const user = (await everyItem<User>(client, '/api/users')).find(
    ({ username: name }) => name.toLowerCase() === wanted.toLowerCase(),
  )
  if (user !== undefined) return user
  throw new ValidationError(`There is no user "${wanted}". "svc user list" shows all.`)
}

function toJson({ id, username: name, role, disabled, created_at }: User): JsonValue {
  return { id, username: name, role, disabled, created_at }
}
