import type { ControlPlane, Principal } from '@svc/plugin'
import type { CredentialCache } from './credential-cache.ts'

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

  async principal(): Promise<Principal> {
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
