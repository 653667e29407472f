import { NotFoundError } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Sealer } from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { fault } from '../interpreter/fault.ts'
import { secretStore } from './secret-store.ts'

export interface SecretsOptions {
  data: DataPlane
  sealer: Sealer
  audit: AuditLog
  clock: Clock
}

/** A secret as the API shows it. */
export interface ShownSecret {
  name: string
  created_at: string
  updated_at: string
}

/** The secrets of playbooks: they are given to runs and to nobody else. */
export class Secrets {
  readonly #options: SecretsOptions

  constructor(options: SecretsOptions) {
    this.#options = options
  }

  list(workspaceId: string): ShownSecret[] {
    const rows = this.#options.data.use(workspaceId, db => secretStore.all(db))
    return rows.map(({ name, created_at, updated_at }) => ({
      name,
      created_at: new Date(created_at).toISOString(),
      updated_at: new Date(updated_at).toISOString(),
    }))
  }

  async put(actor: Actor, name: string, value: string): Promise<void> {
    const { audit, data, sealer, clock } = this.#options
    const sealed = sealer.seal(value)
    data.use(actor.workspace_id, db => db.transaction(() => secretStore.save(db, { name, sealed, now: clock.now() })))
    const { ip = null, request_id = null } = actor
    await audit.append({ principal: actor, action: 'playbook.secret.set', target: name, ip, request_id })
  }

  /** @throws NotFoundError */
  async delete(actor: Actor, name: string): Promise<void> {
    await deleteAudited(this.#options, actor, {
      find: db => {
        if (!secretStore.get(db, name)) throw new NotFoundError(`There is no secret "${name}".`)
      },
      entry: () => ({ action: 'playbook.secret.deleted', target: name }),
      delete: db => secretStore.remove(db, name),
    })
  }

  /** The values of these. @throws Fault `authorization` for one that is not there */
  open(workspaceId: string, names: readonly string[]): Record<string, string> {
    const { data, sealer } = this.#options
    const values = names.map(name => {
      const row = data.use(workspaceId, db => secretStore.get(db, name))
      if (row) return [name, sealer.open(row.sealed)] as const
      throw fault('authorization', `There is no secret "${name}" in this workspace.`)
    })
    return Object.fromEntries(values)
  }
}
