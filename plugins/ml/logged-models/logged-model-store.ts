import type { SqlValue, WorkspaceDatabase } from '@svc/plugin'
import { behind, Bindings, conditionOf, orderBy, orderExpression } from '../search/condition-store.ts'
import type { OrderPart, SubjectSql } from '../search/condition-store.ts'
import type { Comparison, Order, Vocabulary } from '../search/filter.ts'

export type LoggedModelStatus = 'pending' | 'ready' | 'failed'

/** Times are milliseconds since the epoch. */
export interface LoggedModelRow {
  model_id: string
  experiment_id: string
  name: string
  model_type: string | null
  source_run_id: string | null
  status: LoggedModelStatus
  status_message: string | null
  user_id: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface LoggedModelMetricRow {
  model_id: string
  run_id: string
  key: string
  value: number | null
  step: number
  timestamp: number
}

export type LabelKind = 'param' | 'tag'
export interface LoggedModelLabelRow {
  model_id: string
  kind: LabelKind
  key: string
  value: string
}

export interface RunModelRow {
  run_id: string
  side: 'input' | 'output'
  model_id: string
  step: number
}

export interface LoggedModelSearch {
  experimentIds: readonly string[]
  filter: readonly Comparison[]
  order: readonly Order[]
  after: readonly SqlValue[] | null
  limit: number
}
export type FoundLoggedModel = LoggedModelRow & Record<`o${number}`, string | number | null>

/** What can be asked of logged models, by their names in MLflow. */
export const loggedModelVocabulary: Vocabulary = {
  attributes: {
    name: 'text',
    model_id: 'text',
    model_type: 'text',
    status: 'text',
    source_run_id: 'text',
    creation_timestamp: 'number',
    creation_time: 'number',
    last_updated_timestamp: 'number',
  },
  scopes: ['metric', 'param', 'tag'],
}

const attributes: Readonly<Record<string, string>> = {
  name: 'm.name',
  model_id: 'm.model_id',
  model_type: 'm.model_type',
  status: `CASE m.status WHEN 'failed' THEN 'UPLOAD_FAILED' ELSE upper(m.status) END`,
  source_run_id: 'm.source_run_id',
  creation_timestamp: 'm.created_at',
  creation_time: 'm.created_at',
  last_updated_timestamp: 'm.updated_at',
}

const insertModel = `INSERT INTO ml_logged_models
  (model_id, experiment_id, name, model_type, source_run_id, status, status_message, user_id, created_at, updated_at, deleted_at)
  VALUES (@model_id, @experiment_id, @name, @model_type, @source_run_id, @status, @status_message, @user_id, @created_at, @updated_at, @deleted_at)`
const updateModel = `UPDATE ml_logged_models SET status = @status, status_message = @status_message, updated_at = @updated_at,
  deleted_at = @deleted_at WHERE model_id = @model_id`
const selectModel = `SELECT * FROM ml_logged_models WHERE model_id = ?`
const removeModel = `DELETE FROM ml_logged_models WHERE model_id = ?`
const upsertLabel = `INSERT INTO ml_logged_model_labels (model_id, kind, key, value) VALUES (@model_id, @kind, @key, @value)
  ON CONFLICT (model_id, kind, key) DO UPDATE SET value = excluded.value`
const deleteLabel = `DELETE FROM ml_logged_model_labels WHERE model_id = ? AND kind = ? AND key = ?`
const selectLabels = `SELECT * FROM ml_logged_model_labels WHERE model_id IN (SELECT value FROM json_each(?)) ORDER BY model_id, kind, key`
const upsertMetric = `INSERT INTO ml_logged_model_metrics (model_id, run_id, key, value, step, timestamp)
  VALUES (@model_id, @run_id, @key, @value, @step, @timestamp)
  ON CONFLICT (model_id, run_id, key) DO UPDATE SET value = excluded.value, step = excluded.step, timestamp = excluded.timestamp
  WHERE (excluded.step, excluded.timestamp) >= (step, timestamp)`
const selectMetrics = `SELECT * FROM ml_logged_model_metrics WHERE model_id IN (SELECT value FROM json_each(?)) ORDER BY model_id, key`
const upsertRunModel = `INSERT INTO ml_run_models (run_id, side, model_id, step) VALUES (@run_id, @side, @model_id, @step)
  ON CONFLICT (run_id, side, model_id) DO UPDATE SET step = excluded.step`
const selectRunModels = `SELECT * FROM ml_run_models WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY run_id, step, model_id`
const selectExpired = `SELECT model_id FROM ml_logged_models WHERE deleted_at < ? LIMIT ?`
const selectDeleted = `SELECT 1 FROM ml_logged_models WHERE deleted_at IS NOT NULL LIMIT 1`

/** The logged models of one workspace, their labels and metrics, and their runs. */
export const loggedModelStore = {
  insert(db: WorkspaceDatabase, row: LoggedModelRow): void {
    db.run(insertModel, { ...row })
  },
  update(db: WorkspaceDatabase, { model_id, status, status_message, updated_at, deleted_at }: LoggedModelRow): void {
    db.run(updateModel, { model_id, status, status_message, updated_at, deleted_at })
  },
  get(db: WorkspaceDatabase, modelId: string): LoggedModelRow | undefined {
    return db.get<LoggedModelRow>(selectModel, modelId)
  },
  remove(db: WorkspaceDatabase, modelId: string): void {
    db.run(removeModel, modelId)
  },
  setLabel(db: WorkspaceDatabase, row: LoggedModelLabelRow): void {
    db.run(upsertLabel, { ...row })
  },
  deleteLabel(db: WorkspaceDatabase, modelId: string, kind: LabelKind, key: string): boolean {
    return db.run(deleteLabel, modelId, kind, key).changes > 0
  },
  labels(db: WorkspaceDatabase, modelIds: readonly string[]): LoggedModelLabelRow[] {
    return db.all<LoggedModelLabelRow>(selectLabels, JSON.stringify(modelIds))
  },
  addMetric(db: WorkspaceDatabase, row: LoggedModelMetricRow): void {
    db.run(upsertMetric, { ...row })
  },
  metrics(db: WorkspaceDatabase, modelIds: readonly string[]): LoggedModelMetricRow[] {
    return db.all<LoggedModelMetricRow>(selectMetrics, JSON.stringify(modelIds))
  },
  link(db: WorkspaceDatabase, row: RunModelRow): void {
    db.run(upsertRunModel, { ...row })
  },
  ofRuns(db: WorkspaceDatabase, runIds: readonly string[]): RunModelRow[] {
    return db.all<RunModelRow>(selectRunModels, JSON.stringify(runIds))
  },
  /** Deleted before a time. */
  expired(db: WorkspaceDatabase, before: number, limit: number): string[] {
    return db.all<{ model_id: string }>(selectExpired, before, limit).map(({ model_id }) => model_id)
  },
  hasDeleted(db: WorkspaceDatabase): boolean {
    return db.get(selectDeleted) !== undefined
  },
  /** By a filter, the newest first where nothing else is asked. */
  search(db: WorkspaceDatabase, search: LoggedModelSearch): { rows: FoundLoggedModel[]; parts: number } {
    const bindings = new Bindings()
    const sql: SubjectSql = {
      attribute: key => attributes[key] ?? 'NULL',
      values: (scope, key) =>
        scope === 'metric'
          ? `SELECT value AS v FROM ml_logged_model_metrics WHERE model_id = m.model_id AND key = ${bindings.bind(key)}`
          : `SELECT value AS v FROM ml_logged_model_labels WHERE model_id = m.model_id AND kind = '${scope === 'param' ? 'param' : 'tag'}' AND key = ${bindings.bind(key)}`,
    }
    const parts: OrderPart[] = [
      ...search.order.map(each => ({ expression: orderExpression(each, sql), isDescending: each.isDescending })),
      { expression: 'm.created_at', isDescending: true },
      { expression: 'm.model_id', isDescending: false },
    ]
    const conditions = [
      'm.deleted_at IS NULL',
      `m.experiment_id IN (SELECT value FROM json_each(${bindings.bind(JSON.stringify(search.experimentIds))}))`,
      ...search.filter.map(comparison => conditionOf(comparison, sql, bindings)),
      ...(search.after === null ? [] : [behind(parts, search.after, bindings)]),
    ]
    const places = parts.map(({ expression }, index) => `${expression} AS o${index}`).join(', ')
    const text = `SELECT m.*, ${places} FROM ml_logged_models m WHERE ${conditions.join(' AND ')}
      ORDER BY ${orderBy(parts)} LIMIT ${bindings.bind(search.limit)}`
    return { rows: db.all<FoundLoggedModel>(text, bindings.params), parts: parts.length }
  },
}
