import type { Call } from '../core/call.ts'
import type { Answer, Body, Item, ListQuery } from '../core/operations.ts'
import type { RequestOptions } from '../core/transport/options.ts'
import type { Pages } from '../core/page.ts'
import { Resource } from '../core/resource.ts'
import type { Transport } from '../core/transport/transport.ts'

/** Links with which people make an account. */
class Invites extends Resource {
  list(query?: ListQuery<'listInvites'>, options?: RequestOptions): Pages<Item<'listInvites'>> {
    return this.pages<'listInvites'>('/api/users/invites', { query, options })
  }

  create(body: Body<'inviteUser'>, options?: RequestOptions): Call<Answer<'inviteUser'>> {
    return this.ask<'inviteUser'>('POST', '/api/users/invites', { body, options })
  }

  get(id: string, options?: RequestOptions): Call<Answer<'getInvite'>> {
    return this.ask<'getInvite'>('GET', '/api/users/invites/{id}', { path: { id }, options })
  }

  revoke(id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/users/invites/{id}', { path: { id }, options })
  }
}

/** People with an account. */
class Users extends Resource {
  readonly invites: Invites

  constructor(transport: Transport) {
    super(transport)
    this.invites = new Invites(transport)
  }

  list(query?: ListQuery<'listUsers'>, options?: RequestOptions): Pages<Item<'listUsers'>> {
    return this.pages<'listUsers'>('/api/users', { query, options })
  }

  create(body: Body<'createUser'>, options?: RequestOptions): Call<Answer<'createUser'>> {
    return this.ask<'createUser'>('POST', '/api/users', { body, options })
  }

  get(id: string, options?: RequestOptions): Call<Answer<'getUser'>> {
    return this.ask<'getUser'>('GET', '/api/users/{id}', { path: { id }, options })
  }

  update(id: string, body: Body<'updateUser'> = {}, options?: RequestOptions): Call<Answer<'updateUser'>> {
    return this.ask<'updateUser'>('PATCH', '/api/users/{id}', { path: { id }, body, options })
  }

  delete(id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/users/{id}', { path: { id }, options })
  }

  resetPassword(id: string, body: Body<'resetUserPassword'>, options?: RequestOptions): Call<void> {
    return this.done('POST', '/api/users/{id}/password', { path: { id }, body, options })
  }
}

/** Who belongs to a workspace. */
class Members extends Resource {
  list(id: string, options?: RequestOptions): Call<Answer<'listWorkspaceMembers'>> {
    return this.ask<'listWorkspaceMembers'>('GET', '/api/workspaces/{id}/members', { path: { id }, options })
  }

  add(id: string, body: Body<'addWorkspaceMember'>, options?: RequestOptions): Call<Answer<'addWorkspaceMember'>> {
    return this.ask<'addWorkspaceMember'>('POST', '/api/workspaces/{id}/members', { path: { id }, body, options })
  }

  remove(id: string, user_id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/workspaces/{id}/members/{user_id}', { path: { id, user_id }, options })
  }
}

/** The caller's workspaces. */
class Workspaces extends Resource {
  readonly members: Members

  constructor(transport: Transport) {
    super(transport)
    this.members = new Members(transport)
  }

  list(query?: ListQuery<'listWorkspaces'>, options?: RequestOptions): Pages<Item<'listWorkspaces'>> {
    return this.pages<'listWorkspaces'>('/api/workspaces', { query, options })
  }

  create(body: Body<'createWorkspace'>, options?: RequestOptions): Call<Answer<'createWorkspace'>> {
    return this.ask<'createWorkspace'>('POST', '/api/workspaces', { body, options })
  }

  get(id: string, options?: RequestOptions): Call<Answer<'getWorkspace'>> {
    return this.ask<'getWorkspace'>('GET', '/api/workspaces/{id}', { path: { id }, options })
  }

  rename(id: string, body: Body<'renameWorkspace'>, options?: RequestOptions): Call<Answer<'renameWorkspace'>> {
    return this.ask<'renameWorkspace'>('PATCH', '/api/workspaces/{id}', { path: { id }, body, options })
  }

  delete(id: string, options?: RequestOptions): Call<void> {
    return this.done('DELETE', '/api/workspaces/{id}', { path: { id }, options })
  }
}

/** What is switched on. */
class Plugins extends Resource {
  list(options?: RequestOptions): Call<Answer<'listPlugins'>> {
    return this.ask<'listPlugins'>('GET', '/api/admin/plugins', { options })
  }

  setEnabled(name: string, body: Body<'setPluginEnabled'>, options?: RequestOptions): Call<Answer<'setPluginEnabled'>> {
    return this.ask<'setPluginEnabled'>('PATCH', '/api/admin/plugins/{name}', { path: { name }, body, options })
  }
}

/** Archives of the whole home. */
class Backups extends Resource {
  list(query?: ListQuery<'listBackups'>, options?: RequestOptions): Pages<Item<'listBackups'>> {
    return this.pages<'listBackups'>('/api/backups', { query, options })
  }

  create(options?: RequestOptions): Call<Answer<'createBackup'>> {
    return this.ask<'createBackup'>('POST', '/api/backups', { options })
  }

  get(name: string, options?: RequestOptions): Call<Answer<'getBackup'>> {
    return this.ask<'getBackup'>('GET', '/api/backups/{name}', { path: { name }, options })
  }

  download(name: string, options?: RequestOptions): Call<Uint8Array> {
    return this.bytes('GET', '/api/backups/{name}/archive', { path: { name }, options })
  }
}

/** What owners and admins look after. */
export class Admin extends Resource {
  readonly users: Users
  readonly workspaces: Workspaces
  readonly plugins: Plugins
  readonly backups: Backups

  constructor(transport: Transport) {
    super(transport)
    this.users = new Users(transport)
    this.workspaces = new Workspaces(transport)
    this.plugins = new Plugins(transport)
    this.backups = new Backups(transport)
  }

  /** Who did what, when and from where. */
  audit(query?: ListQuery<'listAuditEntries'>, options?: RequestOptions): Pages<Item<'listAuditEntries'>> {
    return this.pages<'listAuditEntries'>('/api/admin/audit', { query, options })
  }

  /** Every setting, with where its value came from. */
  config(options?: RequestOptions): Call<Answer<'getConfiguration'>> {
    return this.ask<'getConfiguration'>('GET', '/api/admin/config', { options })
  }

  /** Chooses values from the next start on, by key; null takes a choice back. */
  setConfig(body: Body<'changeConfiguration'>, options?: RequestOptions): Call<Answer<'changeConfiguration'>> {
    return this.ask<'changeConfiguration'>('PATCH', '/api/admin/config', { body, options })
  }

  status(options?: RequestOptions): Call<Answer<'getServerStatus'>> {
    return this.ask<'getServerStatus'>('GET', '/api/server/status', { options })
  }
}
