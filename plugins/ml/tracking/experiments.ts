import { assertNoBodyFaults, bodyFault, ConflictError, decodeCursor, NotFoundError, pageOf } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  Clock,
  DataPlane,
  Ids,
  Page,
  PageQuery,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { experimentStore } from './experiment-store.ts'
import type { ExperimentRow } from './experiment-store.ts'
import { labelFaults, limits } from './limits.ts'
import { defaultExperimentId, timeOf } from './records.ts'
import type { Experiment, RecordState } from './records.ts'
import { runStore } from './run-store.ts'

export interface NewExperiment {
  name: string
  description?: string
  tags?: Record<string, string>
}

export type ExperimentChange = Partial<NewExperiment>

export interface ExperimentsOptions {
  data: DataPlane
  audit: AuditLog
  /** The workspaces with deleted experiments or runs, which go in the end. */
  deleted: WorkspaceMarks
  clock: Clock
  ids: Ids
}

/** The experiments of a workspace: what runs are gathered under. */
export class Experiments {
  readonly #options: ExperimentsOptions

  constructor(options: ExperimentsOptions) {
    this.#options = options
  }

  /** @throws ConflictError `already_exists`, also for the name of a deleted one */
  create(workspaceId: string, { name, description = '', tags = {} }: NewExperiment): Experiment {
    assertNoBodyFaults(tagFaults(tags))
    assertName(name)
    const { clock, ids } = this.#options
    const now = clock.now()
    const row: ExperimentRow = {
      experiment_id: ids.create('exp'),
      name,
      description,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    return this.#change(workspaceId, db => {
      assertNameIsFree(db, name, null)
      experimentStore.insert(db, row)
      for (const [key, value] of Object.entries(tags)) experimentStore.setTag(db, row.experiment_id, key, value)
      return experimentOf(db, row)
    })
  }

  list(workspaceId: string, { limit, cursor, state }: PageQuery & { state: RecordState }): Page<Experiment> {
    const position = cursor === undefined ? null : decodeCursor<[number, string]>(cursor, ['number', 'string'])
    const after = position && { created_at: position[0], experiment_id: position[1] }
    return this.#options.data.use(workspaceId, db => {
      const rows = experimentStore.page(db, { isDeleted: state === 'deleted', after, limit: limit + 1 })
      return pageOf(
        rows,
        limit,
        row => [row.created_at, row.experiment_id],
        row => experimentOf(db, row),
      )
    })
  }

  /** @throws NotFoundError */
  get(workspaceId: string, experimentId: string): Experiment {
    return this.#options.data.use(workspaceId, db => experimentOf(db, requireExperiment(db, experimentId)))
  }

  /** Deleted ones, too. @throws NotFoundError */
  byName(workspaceId: string, name: string): Experiment {
    return this.#options.data.use(workspaceId, db => {
      const row = experimentStore.byName(db, name)
      if (!row) throw new NotFoundError('There is no experiment with this name.')
      return experimentOf(db, row)
    })
  }

  /** `tags` take the place of all that there were. @throws NotFoundError, ConflictError */
  update(workspaceId: string, experimentId: string, { name, description, tags }: ExperimentChange): Experiment {
    if (tags) assertNoBodyFaults(tagFaults(tags))
    if (name !== undefined) assertName(name)
    return this.#change(workspaceId, db => {
      const before = requireActiveExperiment(db, experimentId)
      if (name !== undefined) assertNameIsFree(db, name, experimentId)
      const row: ExperimentRow = {
        ...before,
        name: name ?? before.name,
        description: description ?? before.description,
        updated_at: this.#later(before),
      }
      experimentStore.update(db, row)
      if (tags) experimentStore.clearTags(db, experimentId)
      for (const [key, value] of Object.entries(tags ?? {})) experimentStore.setTag(db, experimentId, key, value)
      return experimentOf(db, row)
    })
  }

  /** @throws NotFoundError, ConflictError when it is deleted */
  setTag(workspaceId: string, experimentId: string, key: string, value: string): void {
    assertNoBodyFaults(tagFaults({ [key]: value }))
    this.#change(workspaceId, db => {
      const row = requireActiveExperiment(db, experimentId)
      experimentStore.setTag(db, experimentId, key, value)
      experimentStore.update(db, { ...row, updated_at: this.#later(row) })
    })
  }

  /** @throws NotFoundError for a tag that it does not have, too */
  deleteTag(workspaceId: string, experimentId: string, key: string): void {
    this.#change(workspaceId, db => {
      requireActiveExperiment(db, experimentId)
      if (!experimentStore.deleteTag(db, experimentId, key))
        throw new NotFoundError('The experiment has no tag of this name.')
    })
  }

  /** With its runs; both can be restored for a time. @throws NotFoundError, ConflictError for the default one */
  async delete(actor: Actor, experimentId: string): Promise<void> {
    const { data, deleted } = this.#options
    const find = (db: WorkspaceDatabase): ExperimentRow => {
      const row = requireExperiment(db, experimentId)
      if (experimentId !== defaultExperimentId) return row
      throw new ConflictError('conflict', 'The default experiment cannot be deleted.')
    }
    if (data.use(actor.workspace_id, find).deleted_at !== null) return
    await deleteAudited(this.#options, actor, {
      find,
      entry: () => ({ action: 'ml.experiment.deleted', target: experimentId }),
      delete: (db, row) => {
        // Another request may have deleted it meanwhile.
        if (row.deleted_at !== null) return
        deleted.add(actor.workspace_id)
        const now = this.#later(row)
        experimentStore.update(db, { ...row, updated_at: now, deleted_at: now })
        for (const runId of runStore.activeOf(db, experimentId)) runStore.setDeleted(db, runId, now)
      },
    })
  }

  /** With the runs that were deleted with it. @throws NotFoundError */
  async restore(actor: Actor, experimentId: string): Promise<Experiment> {
    const experiment = this.#change(actor.workspace_id, db => {
      const row = requireExperiment(db, experimentId)
      if (row.deleted_at === null) return experimentOf(db, row)
      for (const runId of runStore.deletedAt(db, experimentId, row.deleted_at)) runStore.setDeleted(db, runId, null)
      const restored = { ...row, updated_at: this.#later(row), deleted_at: null }
      experimentStore.update(db, restored)
      return experimentOf(db, restored)
    })
    const { ip = null, request_id = null } = actor
    const entry = { action: 'ml.experiment.restored', target: experimentId, ip, request_id }
    await this.#options.audit.append({ principal: actor, ...entry })
    return experiment
  }

  /** Times of one record differ, so that records deleted with it differ from those deleted before. */
  #later({ updated_at }: ExperimentRow): number {
    return Math.max(this.#options.clock.now(), updated_at + 1)
  }

  #change<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(workspaceId, db => db.transaction(() => work(db)))
  }
}

/** @throws NotFoundError */
export function requireExperiment(db: WorkspaceDatabase, experimentId: string): ExperimentRow {
  const row = experimentStore.get(db, experimentId)
  if (row) return row
  throw new NotFoundError('There is no such experiment.')
}

/** @throws NotFoundError, ConflictError when it is deleted */
export function requireActiveExperiment(db: WorkspaceDatabase, experimentId: string): ExperimentRow {
  const row = requireExperiment(db, experimentId)
  if (row.deleted_at === null) return row
  throw new ConflictError('conflict', 'The experiment is deleted. Restore it first.')
}

export function experimentOf(db: WorkspaceDatabase, row: ExperimentRow): Experiment {
  const { experiment_id, name, description, deleted_at } = row
  const tags = experimentStore.tags(db, experiment_id).map(({ key, value }) => [key, value] as const)
  return {
    experiment_id,
    name,
    description,
    tags: Object.fromEntries(tags),
    state: deleted_at === null ? 'active' : 'deleted',
    runs: experimentStore.countRuns(db, experiment_id),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}

function assertName(name: string): void {
  if (name.trim() === '') throw bodyFault('/name', 'must not be empty')
  if (name.length > limits.experimentName)
    throw bodyFault('/name', `is ${name.length} characters long, and ${limits.experimentName} are the most`)
}

function assertNameIsFree(db: WorkspaceDatabase, name: string, mine: string | null): void {
  const other = experimentStore.byName(db, name)
  if (!other || other.experiment_id === mine) return
  const remedy = other.deleted_at === null ? '' : ' It is deleted: restore it, or take another name.'
  throw new ConflictError('already_exists', `There is an experiment with this name.${remedy}`)
}

function tagFaults(tags: Record<string, string>) {
  return labelFaults(tags, { at: '/tags', characters: limits.experimentTag, most: limits.tags })
}
