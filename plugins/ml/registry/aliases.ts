import { decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type { Clock, DataPlane, EventLog, Page, PageQuery, Principal, WorkspaceDatabase } from '@svc/plugin'
import type { RegisteredModel } from '@svc/plugin/contracts/ml/learning'
import { timeOf } from '../tracking/records.ts'
import { aliasStore } from './alias-store.ts'
import type { AliasChangeRow } from './alias-store.ts'
import { modelOf } from './model-records.ts'
import { assertAlias, requireModel, requireVersion } from './registry-rules.ts'
import type { ModelRow } from './registry-store.ts'

/** One move of an alias, and who made it. */
export interface AliasChange {
  alias: string
  /** Null: the alias was taken away. */
  version: number | null
  /** Null: the alias was new. */
  previous_version: number | null
  changed_by: { user_id: string; username: string }
  changed_at: string
}

/** The aliases of registered models. Each move is kept, with who made it. */
export class Aliases {
  readonly #options: { data: DataPlane; events: EventLog; clock: Clock }

  constructor(options: { data: DataPlane; events: EventLog; clock: Clock }) {
    this.#options = options
  }

  /** @throws NotFoundError, ValidationError for an alias that means something else */
  set(principal: Principal, key: string, alias: string, version: number): RegisteredModel {
    assertAlias(alias)
    return this.#change(principal.workspace_id, db => {
      const model = requireModel(db, key)
      requireVersion(db, model, version)
      this.#move(db, principal, model, alias, version)
      return modelOf(db, model)
    })
  }

  /** @throws NotFoundError */
  delete(principal: Principal, key: string, alias: string): void {
    this.#change(principal.workspace_id, db => {
      const model = requireModel(db, key)
      if (versionBehind(db, model, alias) === null) throw new NotFoundError('The model has no such alias.')
      this.#move(db, principal, model, alias, null)
    })
  }

  /** Takes the aliases of a version away, because the version goes. */
  deleteOf(db: WorkspaceDatabase, principal: Principal, model: ModelRow, version: number): void {
    for (const each of aliasStore.all(db, model.model_id))
      if (each.version === version) this.#move(db, principal, model, each.alias, null)
  }

  /** The newest first. @throws NotFoundError */
  changes(
    workspaceId: string,
    key: string,
    { alias = null, limit, cursor }: PageQuery & { alias?: string | null | undefined },
  ): Page<AliasChange> {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor<[number]>(cursor, ['number'])[0]
    return this.#options.data.use(workspaceId, db => {
      const { model_id } = requireModel(db, key)
      const rows = aliasStore.changes(db, { model_id, alias, before, limit: limit + 1 })
      return pageOf(rows, limit, row => [row.change_id], shownChange)
    })
  }

  #move(db: WorkspaceDatabase, principal: Principal, model: ModelRow, alias: string, version: number | null): void {
    const { model_id, name } = model
    const { user_id, username, workspace_id } = principal
    const previous_version = versionBehind(db, model, alias)
    if (version === previous_version) return
    if (version === null) aliasStore.delete(db, model_id, alias)
    else aliasStore.set(db, model_id, { alias, version })
    const changed_at = this.#options.clock.now()
    aliasStore.addChange(db, { model_id, alias, version, previous_version, user_id, username, changed_at })
    const data = { model_id, name, alias, version, previous_version }
    this.#options.events.append(db, workspace_id, [{ type: 'ml.model.alias_changed', data }])
  }

  #change<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(workspaceId, db => db.transaction(() => work(db)))
  }
}

function versionBehind(db: WorkspaceDatabase, { model_id }: ModelRow, alias: string): number | null {
  return aliasStore.all(db, model_id).find(each => each.alias === alias)?.version ?? null
}

function shownChange({ alias, version, previous_version, user_id, username, changed_at }: AliasChangeRow): AliasChange {
  return { alias, version, previous_version, changed_by: { user_id, username }, changed_at: timeOf(changed_at) }
}
