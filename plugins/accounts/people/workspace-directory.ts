import type { AccountAudit } from '../account-audit.ts'
import { bodyFault, ConflictError, ForbiddenError, NotFoundError } from '@svc/plugin'
import type {
  Actor,
  Clock,
  ControlReader,
  ControlRecords,
  Ids,
  MemberRecord,
  Page,
  PageQuery,
  SignIns,
  WorkspaceRecord,
} from '@svc/plugin'
import type { Workspace, WorkspaceMember, Workspaces } from '@svc/plugin/contracts/accounts'
import { leaveWorkspace, membershipOf, membersOf, ownedBy } from './memberships.ts'
import { insertMember, insertWorkspace, memberId } from './new-user.ts'
import type { RemovedWorkspaces } from './removed-workspaces.ts'
import { usernameKey } from './user-rules.ts'

const maxNameLength = 200

export interface WorkspaceDirectoryOptions {
  control: ControlRecords
  sessions: SignIns
  audit: AccountAudit
  removed: RemovedWorkspaces
  clock: Clock
  ids: Ids
}

/** The workspaces of the actor, by membership; a key sees the one it belongs to. */
export class WorkspaceDirectory implements Workspaces {
  readonly #options: WorkspaceDirectoryOptions

  constructor(options: WorkspaceDirectoryOptions) {
    this.#options = options
  }

  async list(actor: Actor, page: PageQuery): Promise<Page<Workspace>> {
    return this.#options.control.read(async reader => {
      const confined = actor.via === 'api_key' || actor.via === 'agent_app'
      const where = { user_id: actor.user_id, ...(confined ? { workspace_id: actor.workspace_id } : {}) }
      const members = await reader.page('members', where, page)
      const items = await Promise.all(members.items.map(member => toWorkspace(reader, member)))
      return { items: items.filter(item => item !== null), next_cursor: members.next_cursor }
    })
  }

  async get(actor: Actor, workspaceId: string): Promise<Workspace> {
    return this.#options.control.read(async reader => {
      const found = await toWorkspace(reader, await membershipOf(reader, actor, workspaceId))
      if (found === null) throw new NotFoundError('There is no such workspace.')
      return found
    })
  }

  async create(actor: Actor, workspace: { name: string }): Promise<Workspace> {
    const { audit, clock, control, ids } = this.#options
    if (actor.via === 'agent_app') throw new ForbiddenError('forbidden', 'An agent app may not make workspaces.')
    const name = checkedName(workspace.name)
    const record = await control.transaction(tx => insertWorkspace(tx, ids, clock, { name, ownerId: actor.user_id }))
    await audit.record(actor, 'workspace.created', record.id, { name })
    return shown(record, 'owner')
  }

  async rename(actor: Actor, workspaceId: string, name: string): Promise<Workspace> {
    const { audit, control } = this.#options
    const newName = checkedName(name)
    const renamed = await control.transaction(async tx => {
      await ownedBy(tx, actor, workspaceId)
      const record = await tx.update('workspaces', workspaceId, { name: newName })
      if (record === null) throw new NotFoundError('There is no such workspace.')
      return record
    })
    await audit.record(actor, 'workspace.renamed', workspaceId, { name: newName })
    return shown(renamed, 'owner')
  }

  async delete(actor: Actor, workspaceId: string): Promise<void> {
    const { audit, clock, control, ids, removed, sessions } = this.#options
    const name = await control.transaction(async tx => {
      await ownedBy(tx, actor, workspaceId)
      const workspace = await tx.get('workspaces', workspaceId)
      const members = await tx.find('members', { workspace_id: workspaceId })
      for (const { user_id: userId } of members) await leaveWorkspace(tx, { actor, workspaceId, userId, clock, ids })
      for (const key of await tx.find('api_keys', { workspace_id: workspaceId })) await tx.delete('api_keys', key.id)
      await tx.delete('workspaces', workspaceId)
      await removed.note(tx, workspaceId)
      return workspace?.name
    })
    sessions.credentialsChanged()
    removed.begin(workspaceId)
    await audit.record(actor, 'workspace.deleted', workspaceId, { name })
  }

  async members(actor: Actor, workspaceId: string): Promise<WorkspaceMember[]> {
    return this.#options.control.read(async reader => {
      await membershipOf(reader, actor, workspaceId)
      const members = await membersOf(reader, workspaceId)
      const shownMembers = await Promise.all(members.map(member => toMember(reader, member)))
      return shownMembers.filter(member => member !== null)
    })
  }

  async addMember(actor: Actor, workspaceId: string, username: string): Promise<WorkspaceMember> {
    const { audit, clock, control } = this.#options
    const added = await control.transaction(async tx => {
      await ownedBy(tx, actor, workspaceId)
      const [user] = await tx.find('users', { username_key: usernameKey(username) })
      if (user === undefined) throw new NotFoundError('There is no user of this name.')
      if ((await tx.get('members', memberId(workspaceId, user.id))) !== null) {
        throw new ConflictError('already_exists', `"${user.username}" is a member already.`)
      }
      await insertMember(tx, clock, workspaceId, user.id, 'member')
      return { user_id: user.id, username: user.username, role: 'member' as const }
    })
    await audit.record(actor, 'workspace.member_added', workspaceId, { user_id: added.user_id })
    return added
  }

  /** An owner removes anybody, a member themself. */
  async removeMember(actor: Actor, workspaceId: string, userId: string): Promise<void> {
    const { audit, clock, control, ids, sessions } = this.#options
    await control.transaction(async tx => {
      if (actor.user_id === userId) await membershipOf(tx, actor, workspaceId)
      else await ownedBy(tx, actor, workspaceId)
      const members = await tx.find('members', { workspace_id: workspaceId })
      const leaving = members.find(member => member.user_id === userId)
      if (leaving === undefined) throw new NotFoundError('There is no such member.')
      const ownersLeft = members.some(member => member.role === 'owner' && member !== leaving)
      if (!ownersLeft)
        throw new ConflictError('last_owner', 'A workspace needs an owner; delete the workspace instead.')
      await leaveWorkspace(tx, { actor, workspaceId, userId, clock, ids })
    })
    sessions.credentialsChanged()
    await audit.record(actor, 'workspace.member_removed', workspaceId, { user_id: userId })
  }
}

function shown(record: WorkspaceRecord, role: 'owner' | 'member'): Workspace {
  return { id: record.id, name: record.name, role, created_at: record.created_at }
}

/** Null when it was deleted while the page was read. */
async function toWorkspace(reader: ControlReader, member: MemberRecord): Promise<Workspace | null> {
  const record = await reader.get('workspaces', member.workspace_id)
  return record && shown(record, member.role)
}

async function toMember(reader: ControlReader, member: MemberRecord): Promise<WorkspaceMember | null> {
  const user = await reader.get('users', member.user_id)
  return user && { user_id: member.user_id, username: user.username, role: member.role }
}

function checkedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed !== '' && trimmed.length <= maxNameLength) return trimmed
  throw bodyFault('/name', `must have 1 to ${maxNameLength} characters`)
}
