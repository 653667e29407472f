import { bodyFault, ConflictError, NotFoundError } from '@svc/plugin'
import type { WorkspaceDatabase } from '@svc/plugin'
import { labelFaults, limits } from '../tracking/limits.ts'
import { registryStore } from './registry-store.ts'
import type { ModelRow, VersionRow } from './registry-store.ts'

const forbiddenInNames = /[/:]/
/** What means the newest, or a number, elsewhere. */
const reserved = /^(?:latest|v?\d+)$/i

export function assertName(name: string): void {
  if (name.trim() === '') throw bodyFault('/name', 'must not be empty')
  if (name.length > limits.modelName)
    throw bodyFault('/name', `is ${name.length} characters long, and ${limits.modelName} are the most`)
  if (forbiddenInNames.test(name)) throw bodyFault('/name', 'must not hold "/" or ":", which links to models use')
}

export function assertAlias(alias: string): void {
  if (reserved.test(alias)) throw bodyFault('/alias', `must not be ${JSON.stringify(alias)}, which means a version`)
  if (!/^[\w-]+$/.test(alias) || alias.length > limits.alias)
    throw bodyFault('/alias', `must be 1 to ${limits.alias} letters, digits, "_" or "-"`)
}

export function assertNameIsFree(db: WorkspaceDatabase, name: string): void {
  if (registryStore.model(db, name)) throw new ConflictError('already_exists', 'There is a model with this name.')
}

export function tagFaults(tags: Readonly<Record<string, string>>) {
  return labelFaults(tags, { at: '/tags', characters: limits.registryText, most: limits.tags })
}

/** @throws NotFoundError */
export function requireModel(db: WorkspaceDatabase, key: string): ModelRow {
  const row = registryStore.model(db, key)
  if (row) return row
  throw new NotFoundError('There is no such model.')
}

/** @throws NotFoundError */
export function requireVersion(db: WorkspaceDatabase, model: Pick<ModelRow, 'model_id'>, version: number): VersionRow {
  const row = registryStore.version(db, model.model_id, version)
  if (row) return row
  throw new NotFoundError('The model has no such version.')
}
