import type { ControlPlane, Principal } from '@svc/plugin'
import type { CredentialCache } from './credential-cache.ts'
import { assertMember } from './request-authentication.ts'

const noWorkspace = 'ws_none'

const beforeSetup: Principal = Object.freeze({
  user_id: 'usr_operator',
  username: 'operator',
  role: 'owner',
  workspace_id: noWorkspace,
  via: 'operator',
  scopes: ['*'],
})

/** A caller that can reach the home's own socket acts as its first owner; the audit log says `operator`. */
export class Operator {
  readonly #control: ControlPlane
  readonly #cache: CredentialCache
  #known: { generation: number; principal: Principal } | null = null

  constructor(control: ControlPlane, cache: CredentialCache) {
    this.#control = control
    this.#cache = cache
  }

  /** In the workspace that the owner began with, or in another of theirs. @throws NotFoundError when it is none of theirs */
  async principal(workspaceId?: string): Promise<Principal> {
    const owner = await this.#owner()
    if (workspaceId === undefined || workspaceId === owner.workspace_id) return owner
    await this.#control.read(reader => assertMember(reader, workspaceId, owner.user_id))
    return Object.freeze<Principal>({ ...owner, workspace_id: workspaceId })
  }

  async #owner(): Promise<Principal> {
    const { generation } = this.#cache
    if (this.#known?.generation === generation) return this.#known.principal
    const owners = await this.#control.read(reader => reader.find('users', { role: 'owner' }))
    const owner = owners.find(user => !user.disabled)
    if (owner === undefined) return beforeSetup
    const { id: user_id, default_workspace_id: workspace_id } = owner
    const principal = Object.freeze<Principal>({ ...beforeSetup, user_id, workspace_id })
    this.#known = { generation, principal }
    return principal
  }
}

/** False before setup. */
export function hasWorkspace(principal: Principal): boolean {
  return principal.workspace_id !== noWorkspace
}
