import type { JsonValue, WorkspaceDatabase } from '@svc/plugin'
import type { ModelVersion, RegisteredModel } from '@svc/plugin/contracts/ml/learning'
import { timeOf } from '../tracking/records.ts'
import { datasetOf } from '../tracking/run-records.ts'
import { aliasStore } from './alias-store.ts'
import { registryStore } from './registry-store.ts'
import type { ModelRow, VersionRow } from './registry-store.ts'

/** Whose artifacts the files of a version are. */
export function versionOwner(modelId: string, version: number): string {
  return `${modelId}@${version}`
}

export function modelOf(db: WorkspaceDatabase, row: ModelRow): RegisteredModel {
  const { model_id, name, description } = row
  const aliases = aliasStore.all(db, model_id)
  return {
    model_id,
    name,
    description,
    tags: registryStore.tags(db, model_id, 0),
    aliases: Object.fromEntries(aliases.map(({ alias, version }) => [alias, version])),
    latest_version: registryStore.latestVersion(db, model_id),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}

export function versionOf(db: WorkspaceDatabase, model: ModelRow, row: VersionRow): ModelVersion {
  const { model_id, version, run_id, source, sha256, stage, state, description } = row
  return {
    model_id,
    name: model.name,
    version,
    run_id,
    source,
    sha256,
    inputs: JSON.parse(row.inputs) as JsonValue,
    outputs: JSON.parse(row.outputs) as JsonValue,
    dataset: datasetOf(row),
    stage,
    aliases: aliasStore
      .all(db, model_id)
      .filter(alias => alias.version === version)
      .map(({ alias }) => alias),
    state,
    description,
    tags: registryStore.tags(db, model_id, version),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
