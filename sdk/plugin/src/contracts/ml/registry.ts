import type { JsonLike, JsonValue } from '../../json-schema.ts'
import type { Principal } from '../../principal.ts'
import { defineService } from '../../service.ts'
import type { RunDataset } from './tracking.ts'

export type Stage = 'None' | 'Staging' | 'Production' | 'Archived'

/** A registered model: a name under which versions are kept and served. */
export interface RegisteredModel {
  model_id: string
  name: string
  description: string
  tags: Record<string, string>
  /** The version behind each. */
  aliases: Record<string, number>
  latest_version: number | null
  created_at: string
  updated_at: string
}

export interface ModelVersion {
  model_id: string
  name: string
  version: number
  run_id: string | null
  /** Where its files came from. */
  source: string
  /** Of its files: of the only one, or of the list of their names and hashes. */
  sha256: string
  inputs: JsonValue
  outputs: JsonValue
  dataset: RunDataset | null
  stage: Stage
  aliases: string[]
  state: 'pending' | 'ready' | 'failed'
  description: string
  tags: Record<string, string>
  created_at: string
  updated_at: string
}

/** What is said of a version beside where its files come from. */
export interface VersionFacts {
  /** What it takes and gives: columns with their kinds, as the trainer says. */
  inputs?: JsonLike
  outputs?: JsonLike
  description?: string
  tags?: Readonly<Record<string, string>>
}

export interface VersionOfRun extends VersionFacts {
  run_id: string
  /** A file or a folder among the artifacts of the run; default: its model. */
  path?: string
}

/** The registered models of a workspace, as other plugins see them. The caller checks the scopes `ml:read` and `ml:write`. */
export interface ModelRegistry {
  /** By its name or id. @throws NotFoundError */
  get(workspaceId: string, model: string): RegisteredModel
  /** The version that is named, else that behind the alias, else that of `champion`, else the newest. @throws NotFoundError */
  resolve(workspaceId: string, model: string, choice?: { version?: number; alias?: string }): ModelVersion
  /** Makes the next version of a run's files, and the model where there is none of this name. @throws NotFoundError, ConflictError, ValidationError */
  register(principal: Principal, name: string, version: VersionOfRun): ModelVersion
  /** @throws NotFoundError, ValidationError for an alias that means something else */
  setAlias(principal: Principal, model: string, alias: string, version: number): RegisteredModel
}

export const modelRegistry = defineService<ModelRegistry>('ml.registry')
