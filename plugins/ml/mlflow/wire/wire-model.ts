import { NotFoundError } from '@svc/plugin'
import type { ModelVersion, RegisteredModel } from '@svc/plugin/contracts/ml/learning'

/** A registered model in MLflow's form; `latest` are its newest versions by stage. */
export function wireModel(model: RegisteredModel, latest: readonly ModelVersion[]) {
  return {
    name: model.name,
    creation_timestamp: Date.parse(model.created_at),
    last_updated_timestamp: Date.parse(model.updated_at),
    description: model.description,
    latest_versions: latest.map(wireVersion),
    tags: tagsOf(model.tags),
    aliases: Object.entries(model.aliases).map(([alias, version]) => ({ alias, version: String(version) })),
  }
}

const statuses = {
  pending: 'PENDING_REGISTRATION',
  ready: 'READY',
  failed: 'FAILED_REGISTRATION',
} as const satisfies Record<ModelVersion['state'], string>
const sourceOfLoggedModel = /^models:\/(mdl_\w+)$/

export function wireVersion(version: ModelVersion) {
  const [, model_id] = sourceOfLoggedModel.exec(version.source) ?? []
  return {
    name: version.name,
    version: String(version.version),
    creation_timestamp: Date.parse(version.created_at),
    last_updated_timestamp: Date.parse(version.updated_at),
    current_stage: version.stage,
    description: version.description,
    source: version.source,
    ...(version.run_id !== null && { run_id: version.run_id }),
    ...(model_id !== undefined && { model_id }),
    status: statuses[version.state],
    tags: tagsOf(version.tags),
    aliases: version.aliases,
  }
}

/** Where the files of a version are downloaded from. */
export function versionUri({ model_id, version }: ModelVersion): string {
  return `mlflow-artifacts:/registry/${model_id}/${version}`
}

/** The number of a version, which clients send as text. @throws NotFoundError for what is none */
export function versionIn(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number)) return number
  throw new NotFoundError('The model has no such version.')
}

function tagsOf(tags: Readonly<Record<string, string>>): { key: string; value: string }[] {
  return Object.entries(tags).map(([key, value]) => ({ key, value }))
}
