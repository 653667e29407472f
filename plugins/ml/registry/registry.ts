import { assertNoBodyFaults, ConflictError, decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type { Actor, AuditLog, Clock, DataPlane, Ids, Page, PageQuery, WorkspaceDatabase } from '@svc/plugin'
import type { ModelVersion, RegisteredModel, Stage } from '@svc/plugin/contracts/ml/learning'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import type { Artifacts } from '../artifacts/artifacts.ts'
import { aliasStore } from './alias-store.ts'
import type { Aliases } from './aliases.ts'
import { modelOf, versionOf, versionOwner } from './model-records.ts'
import { assertName, assertNameIsFree, requireModel, requireVersion, tagFaults } from './registry-rules.ts'
import { registryStore } from './registry-store.ts'
import type { ModelRow, VersionRow } from './registry-store.ts'

export interface NewModel {
  name: string
  description?: string
  tags?: Readonly<Record<string, string>>
}

export interface VersionChange {
  description?: string
  stage?: Stage
  /** They take the place of all that there were. */
  tags?: Readonly<Record<string, string>>
}

export interface RegistryOptions {
  data: DataPlane
  artifacts: Artifacts
  aliases: Aliases
  audit: AuditLog
  clock: Clock
  ids: Ids
}

/** The models that were registered by a name, with their versions and aliases. */
export class Registry {
  readonly #options: RegistryOptions

  constructor(options: RegistryOptions) {
    this.#options = options
  }

  /** @throws ConflictError `already_exists`, ValidationError */
  create(workspaceId: string, { name, description = '', tags = {} }: NewModel): RegisteredModel {
    assertName(name)
    assertNoBodyFaults(tagFaults(tags))
    const { clock, ids } = this.#options
    const now = clock.now()
    const row: ModelRow = {
      model_id: ids.create('rm'),
      name,
      description,
      last_version: 0,
      created_at: now,
      updated_at: now,
    }
    return this.#change(workspaceId, db => {
      assertNameIsFree(db, name)
      registryStore.insertModel(db, row)
      for (const [key, value] of Object.entries(tags)) registryStore.setTag(db, row.model_id, 0, { key, value })
      return modelOf(db, row)
    })
  }

  /** By name. */
  list(workspaceId: string, { limit, cursor }: PageQuery): Page<RegisteredModel> {
    const after = cursor === undefined ? '' : decodeCursor<[string]>(cursor, ['string'])[0]
    return this.#options.data.use(workspaceId, db =>
      pageOf(
        registryStore.models(db, after, limit + 1),
        limit,
        row => [row.name],
        row => modelOf(db, row),
      ),
    )
  }

  has(workspaceId: string, key: string): boolean {
    return this.#options.data.use(workspaceId, db => registryStore.model(db, key) !== undefined)
  }

  /** By its name or id. @throws NotFoundError */
  get(workspaceId: string, key: string): RegisteredModel {
    return this.#options.data.use(workspaceId, db => modelOf(db, requireModel(db, key)))
  }

  /** `tags` take the place of all that there were. @throws NotFoundError, ConflictError */
  update(workspaceId: string, key: string, { name, description, tags }: Partial<NewModel>): RegisteredModel {
    if (name !== undefined) assertName(name)
    if (tags) assertNoBodyFaults(tagFaults(tags))
    return this.#change(workspaceId, db => {
      const before = requireModel(db, key)
      if (name !== undefined && name !== before.name) assertNameIsFree(db, name)
      const row = this.#touched({
        ...before,
        name: name ?? before.name,
        description: description ?? before.description,
      })
      registryStore.updateModel(db, row)
      if (tags) replaceTags(db, row.model_id, 0, tags)
      return modelOf(db, row)
    })
  }

  /** With its versions. One with an alias takes `confirm`, its name. @throws NotFoundError, ConflictError */
  async delete(actor: Actor, key: string, confirm?: string): Promise<void> {
    const { artifacts } = this.#options
    await artifacts.removing(actor.workspace_id, () =>
      deleteAudited(this.#options, actor, {
        find: db => {
          const model = requireModel(db, key)
          const aliases = aliasStore.all(db, model.model_id)
          if (aliases.length === 0 || confirm === model.name) return model
          throw new ConflictError(
            'conflict',
            `The model has the alias ${JSON.stringify(aliases[0]?.alias)}, by which it may be served. Send ?confirm= with its name to delete it.`,
          )
        },
        entry: ({ model_id, name }) => ({ action: 'ml.model.deleted', target: model_id, details: { name } }),
        delete: (db, { model_id }) => {
          const contents = registryStore
            .versions(db, model_id, null, Number.MAX_SAFE_INTEGER)
            .flatMap(({ version }) => artifacts.forget(db, versionOwner(model_id, version)))
          registryStore.deleteModel(db, model_id)
          return contents
        },
      }),
    )
  }

  /** The newest first. @throws NotFoundError */
  versions(workspaceId: string, key: string, { limit, cursor }: PageQuery): Page<ModelVersion> {
    const before = cursor === undefined ? null : decodeCursor<[number]>(cursor, ['number'])[0]
    return this.#options.data.use(workspaceId, db => {
      const model = requireModel(db, key)
      return pageOf(
        registryStore.versions(db, model.model_id, before, limit + 1),
        limit,
        row => [row.version],
        row => versionOf(db, model, row),
      )
    })
  }

  /** Which rows of its dataset a version was trained on; '' is all. Null: nobody knows any more. */
  filterOf(workspaceId: string, modelId: string, version: number): string | null {
    return this.#options.data.use(
      workspaceId,
      db => registryStore.version(db, modelId, version)?.dataset_filter ?? null,
    )
  }

  /** @throws NotFoundError */
  version(workspaceId: string, key: string, version: number): ModelVersion {
    return this.#options.data.use(workspaceId, db => {
      const model = requireModel(db, key)
      return versionOf(db, model, requireVersion(db, model, version))
    })
  }

  /** The version behind an alias, else that of `champion`, else the newest. @throws NotFoundError */
  resolve(workspaceId: string, key: string, choice: { version?: number; alias?: string } = {}): ModelVersion {
    return this.#options.data.use(workspaceId, db => {
      const model = requireModel(db, key)
      const version = choice.version ?? versionOfAlias(db, model, choice.alias)
      return versionOf(db, model, requireVersion(db, model, version))
    })
  }

  /** @throws NotFoundError */
  updateVersion(workspaceId: string, key: string, version: number, change: VersionChange): ModelVersion {
    if (change.tags) assertNoBodyFaults(tagFaults(change.tags))
    return this.#change(workspaceId, db => {
      const model = requireModel(db, key)
      const before = requireVersion(db, model, version)
      const row: VersionRow = {
        ...before,
        stage: change.stage ?? before.stage,
        description: change.description ?? before.description,
        updated_at: Math.max(this.#options.clock.now(), before.updated_at + 1),
      }
      registryStore.updateVersion(db, row)
      if (change.tags) replaceTags(db, model.model_id, version, change.tags)
      return versionOf(db, model, row)
    })
  }

  /** Its number is never used again. @throws NotFoundError */
  async deleteVersion(actor: Actor, key: string, version: number): Promise<void> {
    const { aliases, artifacts } = this.#options
    await artifacts.removing(actor.workspace_id, () =>
      deleteAudited(this.#options, actor, {
        find: db => {
          const model = requireModel(db, key)
          requireVersion(db, model, version)
          return model
        },
        entry: ({ model_id, name }) => ({
          action: 'ml.model.version_deleted',
          target: model_id,
          details: { name, version },
        }),
        delete: (db, model) => {
          const contents = artifacts.forget(db, versionOwner(model.model_id, version))
          aliases.deleteOf(db, actor, model, version)
          registryStore.deleteVersion(db, model.model_id, version)
          return contents
        },
      }),
    )
  }

  /** Moves a version to a stage; `isArchiving` archives the others that are there. @throws NotFoundError */
  moveToStage(
    workspaceId: string,
    key: string,
    version: number,
    { stage, isArchiving }: { stage: Stage; isArchiving: boolean },
  ): ModelVersion {
    return this.#change(workspaceId, db => {
      const model = requireModel(db, key)
      const before = requireVersion(db, model, version)
      const now = this.#options.clock.now()
      const all = registryStore.versions(db, model.model_id, null, Number.MAX_SAFE_INTEGER)
      for (const other of all)
        if (isArchiving && other.stage === stage && other.version !== version)
          registryStore.updateVersion(db, { ...other, stage: 'Archived', updated_at: now })
      const row = { ...before, stage, updated_at: now }
      registryStore.updateVersion(db, row)
      return versionOf(db, model, row)
    })
  }

  /** Tags of a model, or of a version of it, beside those that there are. @throws NotFoundError */
  setTags(workspaceId: string, key: string, version: number | null, tags: Readonly<Record<string, string>>): void {
    assertNoBodyFaults(tagFaults(tags))
    this.#change(workspaceId, db => {
      const model = requireModel(db, key)
      if (version !== null) requireVersion(db, model, version)
      for (const [tag, value] of Object.entries(tags))
        registryStore.setTag(db, model.model_id, version ?? 0, { key: tag, value })
    })
  }

  /** @throws NotFoundError for a tag that is not there, too */
  deleteTag(workspaceId: string, key: string, version: number | null, tag: string): void {
    this.#change(workspaceId, db => {
      const model = requireModel(db, key)
      if (!registryStore.deleteTag(db, model.model_id, version ?? 0, tag))
        throw new NotFoundError('There is no tag of this name.')
    })
  }

  #touched(row: ModelRow): ModelRow {
    return touched(row, this.#options.clock.now())
  }

  #change<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(workspaceId, db => db.transaction(() => work(db)))
  }
}

function versionOfAlias(db: WorkspaceDatabase, model: ModelRow, alias: string | undefined): number {
  const found = aliasStore.all(db, model.model_id).find(each => each.alias === (alias ?? 'champion'))
  if (found) return found.version
  const latest = alias === undefined ? registryStore.latestVersion(db, model.model_id) : null
  if (latest !== null) return latest
  throw new NotFoundError(alias === undefined ? 'The model has no version yet.' : 'The model has no such alias.')
}

/** Its time of change only grows. */
export function touched(row: ModelRow, now: number): ModelRow {
  return { ...row, updated_at: Math.max(now, row.updated_at + 1) }
}

/** They take the place of all that there were. `version` 0 is the model itself. */
export function replaceTags(
  db: WorkspaceDatabase,
  modelId: string,
  version: number,
  tags: Readonly<Record<string, string>>,
): void {
  for (const key of Object.keys(registryStore.tags(db, modelId, version)))
    registryStore.deleteTag(db, modelId, version, key)
  for (const [key, value] of Object.entries(tags)) registryStore.setTag(db, modelId, version, { key, value })
}
