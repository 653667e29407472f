import type { SqlValue, WorkspaceDatabase } from '@svc/plugin'
import type { ExperimentRow } from '../tracking/experiment-store.ts'
import type { Comparison, Order, Vocabulary } from './filter.ts'
import { behind, Bindings, conditionOf, orderBy, orderExpression } from './condition-store.ts'
import type { OrderPart, SubjectSql } from './condition-store.ts'

export interface ExperimentSearch {
  filter: readonly Comparison[]
  order: readonly Order[]
  state: 'active' | 'deleted' | 'all'
  after: readonly SqlValue[] | null
  limit: number
}

export type FoundExperiment = ExperimentRow & Record<`o${number}`, string | number | null>

export const experimentVocabulary: Vocabulary = {
  attributes: { name: 'text', creation_time: 'number', last_update_time: 'number', experiment_id: 'text' },
  scopes: ['tag'],
}

const attributes: Readonly<Record<string, string>> = {
  name: 'e.name',
  creation_time: 'e.created_at',
  last_update_time: 'e.updated_at',
  experiment_id: `iif(e.experiment_id = 'exp_default', '0', e.experiment_id)`,
}

/** Experiments by a filter, with the place of each in the order. */
export function searchExperiments(db: WorkspaceDatabase, search: ExperimentSearch): FoundExperiment[] {
  const { filter, order, state, after, limit } = search
  const bindings = new Bindings()
  const sql: SubjectSql = {
    attribute: key => attributes[key] ?? 'NULL',
    values: (_scope, key) =>
      `SELECT value AS v FROM ml_experiment_tags WHERE experiment_id = e.experiment_id AND key = ${bindings.bind(key)}`,
  }
  const parts = experimentOrder(order, sql)
  const conditions = [
    ...(state === 'all' ? [] : [`e.deleted_at IS ${state === 'active' ? '' : 'NOT '}NULL`]),
    ...filter.map(comparison => conditionOf(comparison, sql, bindings)),
    ...(after === null ? [] : [behind(parts, after, bindings)]),
  ]
  const places = parts.map(({ expression }, index) => `${expression} AS o${index}`).join(', ')
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const text = `SELECT e.*, ${places} FROM ml_experiments e ${where} ORDER BY ${orderBy(parts)} LIMIT ${bindings.bind(limit)}`
  return db.all<FoundExperiment>(text, bindings.params)
}

function experimentOrder(order: readonly Order[], sql: SubjectSql): OrderPart[] {
  return [
    ...order.map(each => ({ expression: orderExpression(each, sql), isDescending: each.isDescending })),
    { expression: 'e.created_at', isDescending: true },
    { expression: 'e.experiment_id', isDescending: true },
  ]
}
