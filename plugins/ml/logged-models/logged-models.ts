import { assertNoBodyFaults, bodyFault, ConflictError, NotFoundError } from '@svc/plugin'
import type { Clock, DataPlane, Ids, Principal, WorkspaceDatabase, WorkspaceMarks } from '@svc/plugin'
import { requireActiveExperiment } from '../tracking/experiments.ts'
import { labelFaults, limits } from '../tracking/limits.ts'
import { defaultExperimentId } from '../tracking/records.ts'
import { requireActiveRun } from '../tracking/runs.ts'
import { cursorOf, placeOf } from '../search/place.ts'
import { parseFilter, parseOrder } from '../search/filter.ts'
import { loggedModelStore, loggedModelVocabulary } from './logged-model-store.ts'
import type {
  LabelKind,
  LoggedModelLabelRow,
  LoggedModelMetricRow,
  LoggedModelRow,
  LoggedModelStatus,
  RunModelRow,
} from './logged-model-store.ts'

export interface NewLoggedModel {
  experiment_id?: string
  name?: string
  model_type?: string
  source_run_id?: string
  params?: Readonly<Record<string, string>>
  tags?: Readonly<Record<string, string>>
}

/** A model that a client logged, with what was said of it. */
export interface LoggedModel {
  row: LoggedModelRow
  params: LoggedModelLabelRow[]
  tags: LoggedModelLabelRow[]
  metrics: LoggedModelMetricRow[]
}

export interface LoggedModelQuery {
  experimentIds: readonly string[]
  filter: string
  orderBy: readonly string[]
  limit: number
  cursor: string | null
}

export interface LoggedModelsOptions {
  data: DataPlane
  /** The workspaces with deleted records, which go in the end. */
  deleted: WorkspaceMarks
  clock: Clock
  ids: Ids
}

const mostLabels = { param: limits.param, tag: limits.tag }

/** Models that clients of MLflow 3 log: each a record with files of its own, named by its id. */
export class LoggedModels {
  readonly #options: LoggedModelsOptions

  constructor(options: LoggedModelsOptions) {
    this.#options = options
  }

  /** @throws ValidationError, NotFoundError (experiment, run), ConflictError when one of these is deleted */
  create(principal: Principal, model: NewLoggedModel): LoggedModel {
    const { clock, ids } = this.#options
    const { params = {}, tags = {}, name = '', source_run_id = null } = model
    assertNoBodyFaults([
      ...labelFaults(params, { at: '/params', characters: limits.param, most: limits.params }),
      ...labelFaults(tags, { at: '/tags', characters: limits.tag, most: limits.tags }),
    ])
    if (/[/:.%"']/.test(name)) throw bodyFault('/name', `must not hold / : . % " or '`)
    const now = clock.now()
    const model_id = ids.create('mdl')
    const row: LoggedModelRow = {
      model_id,
      experiment_id: model.experiment_id ?? defaultExperimentId,
      name: name === '' ? `model-${model_id.slice(-6)}` : name,
      model_type: model.model_type ?? null,
      source_run_id,
      status: 'pending',
      status_message: null,
      user_id: principal.username,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    }
    return this.#change(principal.workspace_id, db => {
      requireActiveExperiment(db, row.experiment_id)
      if (source_run_id !== null) requireActiveRun(db, source_run_id)
      loggedModelStore.insert(db, row)
      setLabels(db, model_id, 'param', params)
      setLabels(db, model_id, 'tag', tags)
      return whole(db, row)
    })
  }

  /** @throws NotFoundError */
  get(workspaceId: string, modelId: string): LoggedModel {
    return this.#options.data.use(workspaceId, db => whole(db, requireLoggedModel(db, modelId)))
  }

  /** Says whether its files are all there. @throws NotFoundError */
  finalize(workspaceId: string, modelId: string, status: LoggedModelStatus): LoggedModel {
    return this.#change(workspaceId, db => {
      const row = { ...requireLoggedModel(db, modelId), status, updated_at: this.#options.clock.now() }
      loggedModelStore.update(db, row)
      return whole(db, row)
    })
  }

  /** It goes for good with what else was deleted, after a time. @throws NotFoundError */
  delete(workspaceId: string, modelId: string): void {
    this.#change(workspaceId, db => {
      const row = requireLoggedModel(db, modelId)
      this.#options.deleted.add(workspaceId)
      loggedModelStore.update(db, { ...row, deleted_at: this.#options.clock.now() })
    })
  }

  /** Params never change, tags do. @throws NotFoundError, ValidationError, ConflictError `param_changed` */
  setLabels(workspaceId: string, modelId: string, kind: LabelKind, labels: Readonly<Record<string, string>>): void {
    assertNoBodyFaults(labelFaults(labels, { at: `/${kind}s`, characters: mostLabels[kind], most: limits.params }))
    this.#change(workspaceId, db => {
      requireLoggedModel(db, modelId)
      if (kind === 'param') assertUnchanged(db, modelId, labels)
      setLabels(db, modelId, kind, labels)
    })
  }

  /** @throws NotFoundError for a tag that it does not have, too */
  deleteTag(workspaceId: string, modelId: string, key: string): void {
    this.#change(workspaceId, db => {
      requireLoggedModel(db, modelId)
      if (!loggedModelStore.deleteLabel(db, modelId, 'tag', key))
        throw new NotFoundError('The model has no tag of this name.')
    })
  }

  /** Models that went into a run, or came out of it. @throws NotFoundError, ConflictError */
  link(workspaceId: string, runId: string, models: readonly Omit<RunModelRow, 'run_id'>[]): void {
    this.#change(workspaceId, db => {
      requireActiveRun(db, runId)
      for (const model of models) {
        requireLoggedModel(db, model.model_id)
        loggedModelStore.link(db, { ...model, run_id: runId })
      }
    })
  }

  /** @throws NotFoundError when one of the models is not there: asked before anything is logged */
  assertThere(workspaceId: string, models: readonly { model_id: string }[]): void {
    if (models.length === 0) return
    this.#options.data.use(workspaceId, db => {
      for (const { model_id } of models) requireLoggedModel(db, model_id)
    })
  }

  /** Points of a run that name a model are its figures, too. @throws NotFoundError */
  addMetrics(workspaceId: string, metrics: readonly LoggedModelMetricRow[]): void {
    if (metrics.length === 0) return
    this.#change(workspaceId, db => {
      for (const metric of metrics) {
        requireLoggedModel(db, metric.model_id)
        loggedModelStore.addMetric(db, metric)
      }
    })
  }

  ofRuns(workspaceId: string, runIds: readonly string[]): RunModelRow[] {
    return this.#options.data.use(workspaceId, db => loggedModelStore.ofRuns(db, runIds))
  }

  /** @throws ValidationError for a filter, an order or a cursor that is none */
  search(workspaceId: string, query: LoggedModelQuery): { models: LoggedModel[]; next_cursor: string | null } {
    const { experimentIds, limit, cursor } = query
    const filter = parseFilter(query.filter, loggedModelVocabulary)
    const order = query.orderBy.map(text => parseOrder(text, loggedModelVocabulary))
    const after = cursor === null ? null : placeOf(cursor, order.length + 2)
    return this.#options.data.use(workspaceId, db => {
      const found = loggedModelStore.search(db, { experimentIds, filter, order, after, limit: limit + 1 })
      const rows = found.rows.slice(0, limit)
      const last = found.rows.length > limit ? rows.at(-1) : undefined
      const models = wholes(db, rows)
      return { models, next_cursor: last ? cursorOf(last, found.parts) : null }
    })
  }

  #change<T>(workspaceId: string, work: (db: WorkspaceDatabase) => T): T {
    return this.#options.data.use(workspaceId, db => db.transaction(() => work(db)))
  }
}

/** @throws NotFoundError for a deleted one, too */
export function requireLoggedModel(db: WorkspaceDatabase, modelId: string): LoggedModelRow {
  const row = loggedModelStore.get(db, modelId)
  if (row?.deleted_at === null) return row
  throw new NotFoundError('There is no such logged model.')
}

function assertUnchanged(db: WorkspaceDatabase, modelId: string, params: Readonly<Record<string, string>>): void {
  const before = loggedModelStore.labels(db, [modelId]).find(({ kind, key, value }) => {
    const given = Object.hasOwn(params, key) ? params[key] : undefined
    return kind === 'param' && given !== undefined && given !== value
  })
  if (before)
    throw new ConflictError('param_changed', `The param ${JSON.stringify(before.key)} has another value already.`)
}

function setLabels(
  db: WorkspaceDatabase,
  model_id: string,
  kind: LabelKind,
  labels: Readonly<Record<string, string>>,
): void {
  for (const [key, value] of Object.entries(labels)) loggedModelStore.setLabel(db, { model_id, kind, key, value })
}

function whole(db: WorkspaceDatabase, row: LoggedModelRow): LoggedModel {
  const [model] = wholes(db, [row])
  if (!model) throw new NotFoundError('There is no such logged model.')
  return model
}

function wholes(db: WorkspaceDatabase, rows: readonly LoggedModelRow[]): LoggedModel[] {
  const ids = rows.map(({ model_id }) => model_id)
  const labels = Map.groupBy(loggedModelStore.labels(db, ids), ({ model_id }) => model_id)
  const metrics = Map.groupBy(loggedModelStore.metrics(db, ids), ({ model_id }) => model_id)
  return rows.map(row => {
    const own = labels.get(row.model_id) ?? []
    return {
      row,
      params: own.filter(({ kind }) => kind === 'param'),
      tags: own.filter(({ kind }) => kind === 'tag'),
      metrics: metrics.get(row.model_id) ?? [],
    }
  })
}
