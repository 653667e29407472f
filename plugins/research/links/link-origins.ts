import type { JsonObject, JsonValue } from '@svc/plugin'
import type { LinkType } from './links.ts'

/** What a linked record came from, as an edge of the lineage. */
export interface LinkOrigin {
  relation: 'produced_by' | 'trained_on'
  id: string
  type: 'dataset_version' | 'run' | 'model' | 'analysis' | 'session' | 'job'
}

/** The node of a linked record: a version of it where the link names one. */
export function nodeIdOf(id: string, version: number | null): string {
  return version === null ? id : `${id}@${version}`
}

/** What a record of another domain says it was made from or by. */
export function originsOf(type: LinkType, record: JsonObject, version: number | null): LinkOrigin[] {
  if (type === 'run') return [...trainedOn(record), ...producedBy(record, 'job', 'session')]
  if (type === 'model') return [...trainedOn(record), ...producedBy(record, 'run')]
  if (type === 'analysis') return producedBy(record, 'job', 'session')
  // A dataset is read with its latest version, and says nothing of where an older one came from.
  const isOlder = version !== null && version !== record['latest_version']
  if (type !== 'dataset' || isOlder) return []
  const detail = fieldsOf(fieldsOf(record['origin'])['detail'])
  return [...producedBy(detail, 'run', 'analysis', 'job'), ...predictedBy(detail)]
}

function trainedOn(record: JsonObject): LinkOrigin[] {
  const { dataset_id: id, version } = fieldsOf(record['dataset'])
  if (typeof id !== 'string' || typeof version !== 'number') return []
  return [{ relation: 'trained_on', id: nodeIdOf(id, version), type: 'dataset_version' }]
}

/** Predictions that a model wrote as a dataset. */
function predictedBy({ model, version }: JsonObject): LinkOrigin[] {
  if (typeof model !== 'string' || typeof version !== 'number') return []
  return [{ relation: 'produced_by', id: nodeIdOf(model, version), type: 'model' }]
}

function producedBy(record: JsonObject, ...types: ('run' | 'analysis' | 'session' | 'job')[]): LinkOrigin[] {
  return types.flatMap(type => {
    const id = record[`${type}_id`]
    return typeof id === 'string' ? [{ relation: 'produced_by' as const, id, type }] : []
  })
}

function fieldsOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
