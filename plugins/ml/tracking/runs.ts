import { assertNoBodyFaults, bodyFault, ConflictError, NotFoundError } from '@svc/plugin'
import type {
  Actor,
  AuditLog,
  Clock,
  DataPlane,
  EventLog,
  EventOutbox,
  Ids,
  FieldError,
  Principal,
  WorkspaceDatabase,
  WorkspaceMarks,
} from '@svc/plugin'
import type { Datasets, DatasetUse, DatasetVersion } from '@svc/plugin/contracts/datasets'
import type { NewRun, Run, RunChange, RunStatus, WholeRun } from '@svc/plugin/contracts/ml/learning'
import { deleteAudited } from '@svc/plugin/library/delete-audited'
import { requireActiveExperiment } from './experiments.ts'
import { labelStore } from './label-store.ts'
import { limits, labelFaults } from './limits.ts'
import { defaultExperimentId, isOver } from './records.ts'
import { fieldsOfTags, noDataset, tagsOfFields } from './run-links.ts'
import type { DatasetFields } from './run-links.ts'
import { loggedRuns, runRecords } from './run-records.ts'
import { beingRemoved, eventOf, runStore } from './run-store.ts'
import type { RunRow } from './run-store.ts'

export interface RunsOptions {
  data: DataPlane
  events: EventLog
  audit: AuditLog
  datasets: Datasets | undefined
  /** The workspaces with deleted experiments or runs, which go in the end. */
  deleted: WorkspaceMarks
  clock: Clock
  ids: Ids
}

/** Why a time of the end is refused. */
export const needsEnd = 'needs a status that is over: finished, failed or killed'
/** Of a digest; clients cut hashes to eight. */
const leastDigest = 8

/** The runs of a workspace: one attempt at a model each, with what went in and what came out. */
export class Runs {
  readonly #options: RunsOptions

  constructor(options: RunsOptions) {
    this.#options = options
  }

  /** @throws ValidationError (limits, a dataset or parent that is not there), NotFoundError (the experiment) */
  create(principal: Principal, run: NewRun): Run {
    const { params = {}, tags = {} } = run
    assertNoBodyFaults([
      ...labelFaults(params, { at: '/params', characters: limits.param, most: limits.params }),
      ...labelFaults(tags, { at: '/tags', characters: limits.tag, most: limits.tags }),
      ...timeFaults(run),
    ])
    const { workspace_id } = principal
    const made = run.run_id === undefined ? null : this.#find(workspace_id, run.run_id)
    if (made) return made
    const row = { ...this.#newRow(principal, run), ...this.fieldsOf(workspace_id, tags), ...givenFields(run) }
    if (run.dataset) Object.assign(row, this.#dataset(workspace_id, run.dataset))
    if (row.name === '') row.name = `run-${row.run_id.slice(-6)}`
    return this.#change(workspace_id, db => {
      requireActiveExperiment(db, row.experiment_id)
      if (run.parent_run_id !== undefined && !runStore.get(db, run.parent_run_id))
        throw bodyFault('/parent_run_id', 'is no run of this workspace')
      runStore.insert(db, row)
      for (const [key, value] of Object.entries(params)) labelStore.addParam(db, row.run_id, key, value)
      const all = { ...tags, ...tagsOfFields(row) }
      for (const [key, value] of Object.entries(all)) labelStore.setTag(db, row.run_id, key, value)
      this.#emit(db, workspace_id, 'ml.run.created', row)
      if (isOver(row.status)) this.#emit(db, workspace_id, 'ml.run.finished', row)
      return shown(db, row)
    })
  }

  /** @throws NotFoundError, ConflictError where no run can be made in this experiment */
  assertExperiment(workspaceId: string, experimentId: string = defaultExperimentId): void {
    this.#options.data.use(workspaceId, db => requireActiveExperiment(db, experimentId))
  }

  /** Deleted ones, too. @throws NotFoundError */
  get(workspaceId: string, runId: string): WholeRun {
    return this.#options.data.use(workspaceId, db => {
      const row = requireRun(db, runId)
      return { ...shown(db, row), result: runStore.result(db, runId) }
    })
  }

  /** @throws NotFoundError, ValidationError, ConflictError when it is deleted */
  update(workspaceId: string, runId: string, change: RunChange): Run {
    const { tags = {}, name } = change
    assertNoBodyFaults(labelFaults(tags, { at: '/tags', characters: limits.tag, most: limits.tags }))
    const fields = this.fieldsOf(workspaceId, tags)
    return this.#change(workspaceId, db => {
      const before = requireActiveRun(db, runId)
      const row = this.#withStatus({ ...before, ...fields, ...(name !== undefined && { name }) }, change)
      runStore.update(db, row)
      for (const [key, value] of Object.entries({ ...tags, ...tagsOfFields(row) }))
        labelStore.setTag(db, runId, key, value)
      if (isOver(row.status) && !isOver(before.status)) this.#emit(db, workspaceId, 'ml.run.finished', row)
      return shown(db, row)
    })
  }

  /** Ends a run that goes on; one that is over stays as it is. @throws NotFoundError */
  end(
    workspaceId: string,
    runId: string,
    status: 'finished' | 'failed' | 'killed',
    failure: string | null = null,
  ): void {
    this.#change(workspaceId, db => {
      this.#end(db, workspaceId, requireRun(db, runId), status, failure)
    })
  }

  /** What a trainer says of the run, whole. @throws NotFoundError, ConflictError */
  setResult(workspaceId: string, runId: string, result: object): void {
    this.#change(workspaceId, db => {
      requireActiveRun(db, runId)
      runStore.setResult(db, runId, result)
    })
  }

  /** @throws NotFoundError for a tag that it does not have, too */
  deleteTag(workspaceId: string, runId: string, key: string): void {
    this.#change(workspaceId, db => {
      const row = requireActiveRun(db, runId)
      if (!labelStore.deleteTag(db, runId, key)) throw new NotFoundError('The run has no tag of this name.')
      runStore.update(db, { ...row, ...fieldsOfTags({ [key]: null }, () => noDataset) })
    })
  }

  /** It can be restored for a time. @throws NotFoundError */
  async delete(actor: Actor, runId: string): Promise<void> {
    const { clock, data, deleted } = this.#options
    if (data.use(actor.workspace_id, db => requireRun(db, runId)).deleted_at !== null) return
    await deleteAudited(this.#options, actor, {
      find: db => requireRun(db, runId),
      entry: () => ({ action: 'ml.run.deleted', target: runId }),
      delete: (db, { deleted_at }) => {
        // Another request may have deleted it meanwhile.
        if (deleted_at !== null) return
        deleted.add(actor.workspace_id)
        runStore.setDeleted(db, runId, clock.now())
      },
    })
  }

  /** @throws NotFoundError, ConflictError when its experiment is deleted */
  async restore(actor: Actor, runId: string): Promise<Run> {
    const run = this.#change(actor.workspace_id, db => {
      const row = requireRun(db, runId)
      if (row.deleted_at === beingRemoved) throw new NotFoundError('There is no such run.')
      requireActiveExperiment(db, row.experiment_id)
      runStore.setDeleted(db, runId, null)
      return shown(db, { ...row, deleted_at: null })
    })
    const { ip = null, request_id = null } = actor
    const entry = { action: 'ml.run.restored', target: runId, ip, request_id }
    await this.#options.audit.append({ principal: actor, ...entry })
    return run
  }

  /** The runs that learned from a dataset, as those who want to delete it need them. */
  readonly ofDataset: DatasetUse = {
    title: 'runs of machine learning',
    of: (workspaceId, datasetId, limit) =>
      this.#options.data.use(workspaceId, db =>
        runStore.ofDataset(db, datasetId, limit).map(({ run_id, name }) => ({ id: run_id, name })),
      ),
  }

  /** A run whose job died or was cancelled is over, and says why. */
  readonly endOfJobs: EventOutbox = (db, workspaceId, events) => {
    for (const { type, data } of events) {
      if (type !== 'job.dead' && type !== 'job.cancelled') continue
      const { job_id, error } = data as { job_id: string; error?: { message: string } }
      const status = type === 'job.dead' ? 'failed' : 'killed'
      const failure = error?.message ?? 'Its job was cancelled.'
      for (const row of runStore.ofJob(db, job_id)) this.#end(db, workspaceId, row, status, failure)
    }
  }

  #end(db: WorkspaceDatabase, workspaceId: string, before: RunRow, status: RunStatus, failure: string | null): void {
    if (isOver(before.status)) return
    const row = this.#withStatus(before, { status, failure })
    runStore.update(db, row)
    this.#emit(db, workspaceId, 'ml.run.finished', row)
  }

  #withStatus(row: RunRow, { status = row.status, failure = row.failure, finished_at }: RunChange): RunRow {
    const now = this.#options.clock.now()
    // One that ended elsewhere before it was seen to begin has not begun after its end.
    const started_at = status === 'queued' ? row.started_at : (row.started_at ?? Math.min(now, finished_at ?? now))
    return {
      ...row,
      status,
      failure: status === 'failed' || status === 'killed' ? failure : null,
      started_at,
      newest_at: started_at ?? row.created_at,
      finished_at: isOver(status) ? (finished_at ?? row.finished_at ?? now) : null,
    }
  }

  #newRow(principal: Principal, { experiment_id = defaultExperimentId, status = 'running', ...run }: NewRun): RunRow {
    const { clock, ids } = this.#options
    const now = clock.now()
    const started = status === 'queued' ? null : (run.started_at ?? run.finished_at ?? now)
    return {
      run_id: run.run_id ?? ids.create('mlr'),
      experiment_id,
      name: '',
      status,
      failure: null,
      user_id: run.user ?? principal.username,
      ...noDataset,
      job_id: null,
      session_id: null,
      parent_run_id: null,
      created_at: now,
      newest_at: started ?? now,
      started_at: started,
      finished_at: isOver(status) ? (run.finished_at ?? now) : null,
      deleted_at: null,
    }
  }

  /** The fields that tags set. @throws ValidationError for a dataset that is not there */
  fieldsOf(workspaceId: string, tags: Readonly<Record<string, string>>): Partial<RunRow> {
    return fieldsOfTags(tags, reference => this.#datasetOfTag(workspaceId, reference))
  }

  /**
   * A dataset that a client logged, when it is a version of ours: its name is the table's or the id, and its digest begins the hash of the file.
   * A run that is linked already stays so.
   */
  linkDigest(workspaceId: string, runId: string, { name, digest }: { name: string; digest: string }): void {
    const { datasets } = this.#options
    if (!datasets || digest.length < leastDigest || !/^[0-9a-f]+$/.test(digest)) return
    const latest = found(() => datasets.get(workspaceId, name))
    for (let version = latest?.version ?? 0; version >= 1; version -= 1) {
      const each = version === latest?.version ? latest : found(() => datasets.get(workspaceId, name, version))
      if (each?.sha256.startsWith(digest) !== true) continue
      this.#change(workspaceId, db => {
        const row = requireActiveRun(db, runId)
        if (row.dataset_id !== null) return
        const linked = { ...row, ...datasetFields(each) }
        runStore.update(db, linked)
        for (const [key, value] of Object.entries(tagsOfFields(linked))) labelStore.setTag(db, runId, key, value)
      })
      return
    }
  }

  #datasetOfTag(workspaceId: string, reference: string): DatasetFields {
    const [dataset_id = '', version] = reference.split('@')
    return this.#dataset(workspaceId, { dataset_id, ...(version !== undefined && { version: Number(version) }) })
  }

  #dataset(workspaceId: string, { dataset_id, version }: { dataset_id: string; version?: number }): DatasetFields {
    const { datasets } = this.#options
    if (!datasets) throw bodyFault('/dataset', 'cannot be linked: the plugin data is switched off')
    try {
      return datasetFields(datasets.get(workspaceId, dataset_id, version))
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      throw bodyFault('/dataset', 'is no dataset of this workspace, or has no such version', { cause: error })
    }
  }

  #find(workspaceId: string, runId: string): Run | null {
    return this.#options.data.use(workspaceId, db => {
      const row = runStore.get(db, runId)
      return row ? shown(db, row) : null
    })
  }

  #emit(db: WorkspaceDatabase, workspaceId: string, type: string, row: RunRow): void {
    this.#options.events.append(db, workspaceId, [{ type, data: eventOf(row) }])
  }

  #change<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(workspaceId, db => db.transaction(() => work(db)))
  }
}

function datasetFields({ dataset_id, version, name, sha256 }: DatasetVersion): DatasetFields {
  return { dataset_id, dataset_version: version, dataset_name: name, dataset_sha256: sha256 }
}

function found(read: () => DatasetVersion): DatasetVersion | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}

/** @throws NotFoundError */
export function requireRun(db: WorkspaceDatabase, runId: string): RunRow {
  const row = runStore.get(db, runId)
  if (row) return row
  throw new NotFoundError('There is no such run.')
}

/** @throws NotFoundError, ConflictError when it is deleted */
export function requireActiveRun(db: WorkspaceDatabase, runId: string): RunRow {
  const row = requireRun(db, runId)
  if (row.deleted_at === null) return row
  throw new ConflictError('conflict', 'The run is deleted. Restore it first.')
}

/** Of a run that is made with times of its own. */
function timeFaults({ status, started_at, finished_at }: NewRun): FieldError[] {
  if (finished_at === undefined) return []
  const path = '/finished_at'
  if (status === undefined || !isOver(status)) return [{ path, message: needsEnd }]
  return started_at !== undefined && finished_at < started_at ? [{ path, message: 'is before started_at' }] : []
}

function givenFields({ name, job_id, session_id, parent_run_id }: NewRun): Partial<RunRow> {
  return {
    ...(name !== undefined && { name }),
    ...(job_id !== undefined && { job_id }),
    ...(session_id !== undefined && { session_id }),
    ...(parent_run_id !== undefined && { parent_run_id }),
  }
}

function shown(db: WorkspaceDatabase, row: RunRow): Run {
  const [run] = runRecords(db, loggedRuns(db, [row]))
  if (!run) throw new NotFoundError('There is no such run.')
  return run
}
