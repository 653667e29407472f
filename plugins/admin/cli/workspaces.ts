import { ValidationError } from '@svc/plugin'
import type { Workspace, WorkspaceMember } from '@svc/plugin/contracts/accounts'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandClient, CommandContext } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import type { Commands } from '../generated/commands.ts'

/** `svc workspace list` */
export async function listWorkspaces({ client, io }: CommandContext): Promise<number> {
  const items = await everyItem<Workspace>(client, '/api/workspaces')
  const current = await currentWorkspace(client)
  const rows = items.map(({ id, name, role, created_at }) => [id === current.id ? '*' : '', name, role, id, created_at])
  io.result({ items, current: current.id }, columns([['', 'NAME', 'YOU ARE', 'ID', 'CREATED'], ...rows]))
  return 0
}

/** `svc workspace create` */
export async function createWorkspace(context: CommandContext<Commands['workspace create']>): Promise<number> {
  const { name } = context.arguments
  const made = await context.client.request<Workspace>('POST', '/api/workspaces', { name })
  context.io.note(`Work in it with --workspace or SVC_WORKSPACE: svc key create 'my laptop' --workspace ${made.id}`)
  context.io.result(made, `Created the workspace ${made.name}, ${made.id}.`)
  return 0
}

/** `svc workspace members` */
export async function listMembers({ client, io }: CommandContext): Promise<number> {
  const { id } = await currentWorkspace(client)
  const { items } = await client.request<{ items: WorkspaceMember[] }>('GET', membersOf(id))
  io.result({ items }, columns([['USERNAME', 'ROLE'], ...items.map(({ username, role }) => [username, role])]))
  return 0
}

/** `svc workspace add` */
export async function addMember(context: CommandContext<Commands['workspace add']>): Promise<number> {
  const { id, name } = await currentWorkspace(context.client)
  const { username } = context.arguments
  const member = await context.client.request<WorkspaceMember>('POST', membersOf(id), { username })
  context.io.result(member, `${member.username} may work in the workspace ${name} now.`)
  return 0
}

/** `svc workspace remove` */
export async function removeMember(context: CommandContext<Commands['workspace remove']>): Promise<number> {
  const { id, name } = await currentWorkspace(context.client)
  const wanted = context.arguments.username.toLowerCase()
  const { items } = await context.client.request<{ items: WorkspaceMember[] }>('GET', membersOf(id))
  const member = items.find(({ username }) => username.toLowerCase() === wanted)
  if (member === undefined)
    throw new ValidationError(
      `"${context.arguments.username}" is no member of the workspace ${name}: ${items.map(({ username }) => username).join(', ')}.`,
    )
  await context.client.request('DELETE', `${membersOf(id)}/${member.user_id}`)
  context.io.result({ ...member, removed: true }, `${member.username} is out of the workspace ${name}.`)
  return 0
}

/** `svc workspace delete` */
export async function deleteWorkspace(context: CommandContext<Commands['workspace delete']>): Promise<number> {
  const { client, io } = context
  const wanted = context.arguments.workspace
  const all = await everyItem<Workspace>(client, '/api/workspaces')
  const found = all.filter(({ id, name }) => id === wanted || name === wanted)
  const [workspace] = found
  if (workspace === undefined)
    throw new ValidationError(
      `You are in no workspace "${wanted}". Yours are ${all.map(({ name }) => `"${name}"`).join(', ')}; svc workspace list shows their ids.`,
    )
  if (found.length > 1)
    throw new ValidationError(
      `There are ${found.length} workspaces "${wanted}". Name one by its id: ${found.map(({ id }) => id).join(', ')}.`,
    )
  const { id, name } = workspace
  if (context.options.yes !== true)
    throw new ValidationError(
      `This deletes the workspace ${name}, ${id}, with its conversations, memory, files, data, jobs and keys, for all its members. There is no way back but a backup. Add --yes to do it.`,
    )
  await client.request('DELETE', `/api/workspaces/${id}`)
  io.result({ id, name, deleted: true }, `Deleted the workspace ${name}.`)
  return 0
}

/** The one that the command works in: of the key, of `--workspace`, or the caller's first. */
async function currentWorkspace(client: CommandClient): Promise<{ id: string; name: string }> {
  const { workspace } = await client.request<{ workspace: { id: string; name: string } }>('GET', '/api/auth/me')
  return workspace
}

function membersOf(workspaceId: string): string {
  return `/api/workspaces/${workspaceId}/members`
}
