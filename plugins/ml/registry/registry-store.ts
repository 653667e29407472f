import type { WorkspaceDatabase } from '@svc/plugin'
import type { Stage } from '@svc/plugin/contracts/ml/learning'

/** Times are milliseconds since the epoch. */
export interface ModelRow {
  model_id: string
  name: string
  description: string
  last_version: number
  created_at: number
  updated_at: number
}

export interface VersionRow {
  model_id: string
  version: number
  run_id: string | null
  source: string
  sha256: string
  /** JSON. */
  inputs: string
  outputs: string
  dataset_id: string | null
  dataset_version: number | null
  dataset_name: string | null
  dataset_sha256: string | null
  /** Of the rows of the dataset; '' is all. Null: nobody knows. */
  dataset_filter: string | null
  stage: Stage
  state: 'pending' | 'ready' | 'failed'
  description: string
  user_id: string
  created_at: number
  updated_at: number
}

interface TagRow {
  key: string
  value: string
}

const modelColumns = 'model_id, name, description, last_version, created_at, updated_at'
const versionNames = [
  'model_id',
  'version',
  'run_id',
  'source',
  'sha256',
  'inputs',
  'outputs',
  'dataset_id',
  'dataset_version',
  'dataset_name',
  'dataset_sha256',
  'dataset_filter',
  'stage',
  'state',
  'description',
  'user_id',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof VersionRow)[]
const versionColumns = versionNames.join(', ')

const insertModel = `INSERT INTO ml_models (${modelColumns}) VALUES (@model_id, @name, @description, @last_version, @created_at, @updated_at)`
const updateModel = `UPDATE ml_models SET name = @name, description = @description, last_version = @last_version,
  updated_at = @updated_at WHERE model_id = @model_id`
const selectModel = `SELECT ${modelColumns} FROM ml_models WHERE model_id = ? OR name = ? ORDER BY model_id = ? DESC LIMIT 1`
const selectModels = `SELECT ${modelColumns} FROM ml_models WHERE name > @after ORDER BY name LIMIT @limit`
const deleteModel = `DELETE FROM ml_models WHERE model_id = ?`
const insertVersion = `INSERT INTO ml_versions (${versionColumns}) VALUES (${versionNames.map(name => `@${name}`).join(', ')})`
const updateVersion = `UPDATE ml_versions SET stage = @stage, state = @state, description = @description, updated_at = @updated_at
  WHERE model_id = @model_id AND version = @version`
const selectVersion = `SELECT ${versionColumns} FROM ml_versions WHERE model_id = ? AND version = ?`
const selectVersions = `SELECT ${versionColumns} FROM ml_versions WHERE model_id = @model_id AND version < @before
  ORDER BY version DESC LIMIT @limit`
const selectOfRun = `SELECT ${versionColumns} FROM ml_versions WHERE run_id = ? ORDER BY created_at DESC`
const selectOfSource = `SELECT m.name, v.version FROM ml_versions v JOIN ml_models m ON m.model_id = v.model_id
  WHERE v.source = ? ORDER BY m.name, v.version`
const deleteVersion = `DELETE FROM ml_versions WHERE model_id = ? AND version = ?`
const selectLatest = `SELECT max(version) AS version FROM ml_versions WHERE model_id = ?`
const upsertTag = `INSERT INTO ml_registry_tags (model_id, version, key, value) VALUES (?, ?, ?, ?)
  ON CONFLICT (model_id, version, key) DO UPDATE SET value = excluded.value`
const deleteTag = `DELETE FROM ml_registry_tags WHERE model_id = ? AND version = ? AND key = ?`
const clearTags = `DELETE FROM ml_registry_tags WHERE model_id = ? AND version = ?`
const selectTags = `SELECT key, value FROM ml_registry_tags WHERE model_id = ? AND version = ? ORDER BY key`

/** After every number of a version. */
const last = Number.MAX_SAFE_INTEGER

/** The registered models of one workspace, with their versions and tags. */
export const registryStore = {
  insertModel(db: WorkspaceDatabase, row: ModelRow): void {
    db.run(insertModel, { ...row })
  },
  updateModel(db: WorkspaceDatabase, { created_at: _created, ...row }: ModelRow): void {
    db.run(updateModel, row)
  },
  /** By its id or its name. */
  model(db: WorkspaceDatabase, key: string): ModelRow | undefined {
    return db.get<ModelRow>(selectModel, key, key, key)
  },
  models(db: WorkspaceDatabase, after: string, limit: number): ModelRow[] {
    return db.all<ModelRow>(selectModels, { after, limit })
  },
  deleteModel(db: WorkspaceDatabase, modelId: string): void {
    db.run(deleteModel, modelId)
  },
  insertVersion(db: WorkspaceDatabase, row: VersionRow): void {
    db.run(insertVersion, { ...row })
  },
  updateVersion(db: WorkspaceDatabase, { model_id, version, stage, state, description, updated_at }: VersionRow): void {
    db.run(updateVersion, { model_id, version, stage, state, description, updated_at })
  },
  version(db: WorkspaceDatabase, modelId: string, version: number): VersionRow | undefined {
    return db.get<VersionRow>(selectVersion, modelId, version)
  },
  versions(db: WorkspaceDatabase, modelId: string, before: number | null, limit: number): VersionRow[] {
    return db.all<VersionRow>(selectVersions, { model_id: modelId, before: before ?? last, limit })
  },
  versionsOfRun(db: WorkspaceDatabase, runId: string): VersionRow[] {
    return db.all<VersionRow>(selectOfRun, runId)
  },
  /** The versions whose files came from there. */
  ofSource(db: WorkspaceDatabase, source: string): { name: string; version: number }[] {
    return db.all<{ name: string; version: number }>(selectOfSource, source)
  },
  deleteVersion(db: WorkspaceDatabase, modelId: string, version: number): void {
    db.run(clearTags, modelId, version)
    db.run(deleteVersion, modelId, version)
  },
  latestVersion(db: WorkspaceDatabase, modelId: string): number | null {
    return db.get<{ version: number | null }>(selectLatest, modelId)?.version ?? null
  },
  setTag(db: WorkspaceDatabase, modelId: string, version: number, { key, value }: TagRow): void {
    db.run(upsertTag, modelId, version, key, value)
  },
  deleteTag(db: WorkspaceDatabase, modelId: string, version: number, key: string): boolean {
    return db.run(deleteTag, modelId, version, key).changes > 0
  },
  tags(db: WorkspaceDatabase, modelId: string, version: number): Record<string, string> {
    const rows = db.all<TagRow>(selectTags, modelId, version)
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  },
}
