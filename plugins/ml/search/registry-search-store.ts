import type { SqlValue, WorkspaceDatabase } from '@svc/plugin'
import type { ModelRow, VersionRow } from '../registry/registry-store.ts'
import type { Comparison, Order, Vocabulary } from './filter.ts'
import { behind, Bindings, conditionOf, orderBy, orderExpression } from './condition-store.ts'
import type { OrderPart, SubjectSql } from './condition-store.ts'

export interface RegistrySearch {
  filter: readonly Comparison[]
  order: readonly Order[]
  after: readonly SqlValue[] | null
  limit: number
}

export type FoundModel = ModelRow & Record<`o${number}`, string | number | null>
export type FoundVersion = VersionRow & { name: string } & Record<`o${number}`, string | number | null>

export const modelVocabulary: Vocabulary = {
  attributes: { name: 'text', creation_timestamp: 'number', last_updated_timestamp: 'number' },
  scopes: ['tag'],
}
export const versionVocabulary: Vocabulary = {
  attributes: {
    name: 'text',
    version_number: 'number',
    run_id: 'text',
    source_path: 'text',
    creation_timestamp: 'number',
    last_updated_timestamp: 'number',
  },
  scopes: ['tag'],
}

const modelAttributes: Readonly<Record<string, string>> = {
  name: 'm.name',
  creation_timestamp: 'm.created_at',
  last_updated_timestamp: 'm.updated_at',
}
const versionAttributes: Readonly<Record<string, string>> = {
  name: 'm.name',
  version_number: 'v.version',
  run_id: 'v.run_id',
  source_path: 'v.source',
  creation_timestamp: 'v.created_at',
  last_updated_timestamp: 'v.updated_at',
}

/** Registered models by a filter, by name where nothing else is asked. */
export function searchModels(db: WorkspaceDatabase, search: RegistrySearch): FoundModel[] {
  const bindings = new Bindings()
  const sql: SubjectSql = {
    attribute: key => modelAttributes[key] ?? 'NULL',
    values: (_scope, key) =>
      `SELECT value AS v FROM ml_registry_tags WHERE model_id = m.model_id AND version = 0 AND key = ${bindings.bind(key)}`,
  }
  const parts = [...orderOf(search.order, sql), { expression: 'm.name', isDescending: false }]
  return db.all<FoundModel>(statementOf('m.*', 'ml_models m', { search, sql, parts, bindings }), bindings.params)
}

/** Versions of all models by a filter, the newest first where nothing else is asked. */
export function searchVersions(db: WorkspaceDatabase, search: RegistrySearch): FoundVersion[] {
  const bindings = new Bindings()
  const sql: SubjectSql = {
    attribute: key => versionAttributes[key] ?? 'NULL',
    values: (_scope, key) =>
      `SELECT value AS v FROM ml_registry_tags t WHERE t.model_id = v.model_id AND t.version = v.version AND t.key = ${bindings.bind(key)}`,
  }
  const parts = [
    ...orderOf(search.order, sql),
    { expression: 'v.updated_at', isDescending: true },
    { expression: 'm.name', isDescending: false },
    { expression: 'v.version', isDescending: true },
  ]
  const from = 'ml_versions v JOIN ml_models m ON m.model_id = v.model_id'
  return db.all<FoundVersion>(statementOf('v.*, m.name', from, { search, sql, parts, bindings }), bindings.params)
}

function orderOf(order: readonly Order[], sql: SubjectSql): OrderPart[] {
  return order.map(each => ({ expression: orderExpression(each, sql), isDescending: each.isDescending }))
}

function statementOf(
  columns: string,
  from: string,
  query: { search: RegistrySearch; sql: SubjectSql; parts: readonly OrderPart[]; bindings: Bindings },
): string {
  const { search, sql, parts, bindings } = query
  const { filter, after, limit } = search
  const conditions = [
    ...filter.map(comparison => conditionOf(comparison, sql, bindings)),
    ...(after === null ? [] : [behind(parts, after, bindings)]),
  ]
  const places = parts.map(({ expression }, index) => `${expression} AS o${index}`).join(', ')
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  return `SELECT ${columns}, ${places} FROM ${from} ${where} ORDER BY ${orderBy(parts)} LIMIT ${bindings.bind(limit)}`
}
