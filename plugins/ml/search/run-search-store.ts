import type { ReadStatement, SqlValue } from '@svc/plugin'
import { runColumns } from '../tracking/run-store.ts'
import type { RunRow } from '../tracking/run-store.ts'
import type { Comparison, Order, Vocabulary } from './filter.ts'
import { behind, Bindings, conditionOf, orderBy, orderExpression } from './condition-store.ts'
import type { OrderPart, SubjectSql } from './condition-store.ts'

export interface RunSearch {
  /** Null: of all experiments. */
  experimentIds: readonly string[] | null
  filter: readonly Comparison[]
  order: readonly Order[]
  state: 'active' | 'deleted' | 'all'
  /** The place of the last run of the page before. */
  after: readonly SqlValue[] | null
  limit: number
}

/** A run with its place in the order: a value for each part of it, `o0`, `o1`, …. */
export type FoundRun = RunRow & Record<`o${number}`, string | number | null>

/** What can be asked of runs, by their names in MLflow. */
export const runVocabulary: Vocabulary = {
  attributes: {
    run_id: 'text',
    run_name: 'text',
    status: 'text',
    user_id: 'text',
    artifact_uri: 'text',
    start_time: 'number',
    end_time: 'number',
    created: 'number',
  },
  scopes: ['metric', 'param', 'tag', 'dataset'],
}

const attributes: Readonly<Record<string, string>> = {
  run_id: 'r.run_id',
  run_name: 'r.name',
  status: `CASE r.status WHEN 'queued' THEN 'SCHEDULED' ELSE upper(r.status) END`,
  user_id: 'r.user_id',
  artifact_uri: `'mlflow-artifacts:/' || iif(r.experiment_id = 'exp_default', '0', r.experiment_id) || '/' || r.run_id || '/artifacts'`,
  start_time: 'r.started_at',
  end_time: 'r.finished_at',
  created: 'r.created_at',
}
const datasetColumns: Readonly<Record<string, string>> = { name: 'name', digest: 'digest', context: 'context' }
const linkedColumns: Readonly<Record<string, string>> = { name: 'r.dataset_name', digest: 'r.dataset_sha256' }

interface Statement {
  statement: ReadStatement
  parts: OrderPart[]
}

/** Of so many runs, how many fit: by that it is decided whether all that fit are sorted, or the index of a metric is walked. */
export function sampleStatement(search: RunSearch, size: number): ReadStatement {
  const bindings = new Bindings()
  const scope = whereOf(experimentCondition(search.experimentIds, 'r', bindings))
  const fits = conditionsOf({ ...search, experimentIds: null }, 'r', bindings).join(' AND ') || '1'
  const sample = `SELECT ${fits} AS fits FROM ml_runs r ${scope} LIMIT ${bindings.bind(size)}`
  const sql = `SELECT count(*) AS looked, coalesce(sum(fits), 0) AS fitting FROM (${sample})`
  return { sql, params: bindings.params }
}

/** As a statement, so that it can be read away from the server's own thread. */
export function runSearchStatement(search: RunSearch): Statement {
  return statementOf(search, new Bindings(), order => order)
}

/** Runs that have a value of the metric that the order begins with: its index is walked, and what does not fit on the page is not looked at. */
export function withMetricStatement(search: RunSearch, key: string): Statement {
  const bindings = new Bindings()
  const name = bindings.bind(key)
  const from = `ml_series s INDEXED BY ml_series_value CROSS JOIN ml_runs r ON r.run_id = s.run_id`
  const conditions = [`s.key = ${name}`, 's.last_value IS NOT NULL']
  const byColumn = ([first, ...others]: OrderPart[]) =>
    first ? [{ ...first, expression: 's.last_value', isNeverNull: true as const }, ...others] : []
  return statementOf(search, bindings, byColumn, { from, conditions })
}

/**
 * Runs that have none, which come last; their place in the order begins with null. They may be few among many, so the others are passed
 * over in two indexes alone: `i` is read from the index of the order, and the run itself only where the metric is missing.
 */
export function withoutMetricStatement(search: RunSearch, key: string): Statement {
  const bindings = new Bindings()
  const name = bindings.bind(key)
  const hasSeries = `EXISTS (SELECT 1 FROM ml_series WHERE run_id = i.run_id AND key = ${name})`
  const isNaN = `i.run_id IN (SELECT run_id FROM ml_series WHERE key = ${name} AND last_value IS NULL)`
  const others = { ...search, order: search.order.slice(1), after: search.after?.slice(1) ?? null }
  return statementOf(others, bindings, order => order, {
    from: 'ml_runs i CROSS JOIN ml_runs r ON r.run_id = i.run_id',
    conditions: [`(NOT ${hasSeries} OR ${isNaN})`],
    walked: 'i',
  })
}

function statementOf(
  search: RunSearch,
  bindings: Bindings,
  ordered: (parts: OrderPart[]) => OrderPart[],
  {
    from = 'ml_runs r',
    conditions: given = [],
    walked = 'r',
  }: { from?: string; conditions?: readonly string[]; walked?: 'r' | 'i' } = {},
): Statement {
  const { order, after, limit } = search
  const sql = subjectSql(bindings)
  const parts = ordered([
    ...order.map(each => ({ expression: orderExpression(each, sql), isDescending: each.isDescending })),
    { expression: `${walked}.newest_at`, isDescending: true, isNeverNull: true as const },
    { expression: `${walked}.run_id`, isDescending: false, isNeverNull: true as const },
  ])
  const conditions = [
    ...given,
    ...conditionsOf(search, walked, bindings),
    ...(after === null ? [] : [behind(parts, after, bindings)]),
  ]
  const places = parts.map(({ expression }, index) => `${expression} AS o${index}`).join(', ')
  const text = `SELECT ${runColumns}, ${places} FROM ${from} ${whereOf(conditions)} ORDER BY ${orderBy(parts)} LIMIT ${bindings.bind(limit)}`
  return { statement: { sql: text, params: bindings.params }, parts }
}

function subjectSql(bindings: Bindings): SubjectSql {
  return { attribute: key => attributes[key] ?? 'NULL', values: (scope, key) => valuesOf(scope, key, bindings) }
}

/** What a run must be to fit. `walked` is the table in whose index it is looked for. */
function conditionsOf({ experimentIds, filter, state }: RunSearch, walked: 'r' | 'i', bindings: Bindings): string[] {
  const sql = subjectSql(bindings)
  return [
    ...experimentCondition(experimentIds, walked, bindings),
    ...(state === 'all' ? [] : [`r.deleted_at IS ${state === 'active' ? '' : 'NOT '}NULL`]),
    ...filter.map(comparison => conditionOf(withStatus(comparison), sql, bindings)),
  ]
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

function experimentCondition(ids: readonly string[] | null, walked: 'r' | 'i', bindings: Bindings): string[] {
  if (ids === null) return []
  const [only] = ids
  if (ids.length === 1 && only !== undefined) return [`${walked}.experiment_id = ${bindings.bind(only)}`]
  return [`${walked}.experiment_id IN (SELECT value FROM json_each(${bindings.bind(JSON.stringify(ids))}))`]
}

function valuesOf(scope: Comparison['scope'], key: string, bindings: Bindings): string {
  if (scope === 'metric')
    return `SELECT last_value AS v FROM ml_series WHERE run_id = r.run_id AND key = ${bindings.bind(key)}`
  if (scope === 'dataset') {
    const logged = `SELECT ${datasetColumns[key] ?? 'NULL'} AS v FROM ml_inputs WHERE run_id = r.run_id`
    return `${logged} UNION ALL SELECT ${linkedColumns[key] ?? 'NULL'} AS v`
  }
  const table = scope === 'param' ? 'ml_params' : 'ml_tags'
  return `SELECT value AS v FROM ${table} WHERE run_id = r.run_id AND key = ${bindings.bind(key)}`
}

/** A status is compared by its name in MLflow; the one of our own API is taken too. */
function withStatus(comparison: Comparison): Comparison {
  const { scope, key, operator, value } = comparison
  if (scope !== 'attribute' || key !== 'status' || operator === 'LIKE' || operator === 'ILIKE') return comparison
  return { ...comparison, value: typeof value === 'object' ? value.map(statusName) : statusName(String(value)) }
}

function statusName(status: string): string {
  const name = status.toUpperCase()
  return name === 'QUEUED' ? 'SCHEDULED' : name
}
