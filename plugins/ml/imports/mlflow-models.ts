import { Type } from 'typebox'
import { labels, labelsOf, methodPath, nextPage } from './mlflow-api.ts'
import type { MlflowApi } from './mlflow-api.ts'

const modelsAnswer = Type.Object({
  registered_models: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.Optional(Type.String()),
        tags: labels,
        aliases: Type.Optional(Type.Array(Type.Object({ alias: Type.String(), version: Type.String() }))),
      }),
    ),
  ),
  ...nextPage,
})
const versionsAnswer = Type.Object({
  model_versions: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.String(),
        run_id: Type.Optional(Type.String()),
        current_stage: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        status: Type.Optional(Type.String()),
        tags: labels,
      }),
    ),
  ),
  ...nextPage,
})
const uriAnswer = Type.Object({ artifact_uri: Type.String() })
const ready = 'READY'
const pageSize = '100'

export interface MlflowVersion {
  /** Counted by MLflow; versions that were deleted leave gaps. */
  version: string
  /** Empty: it was made without a run. */
  run_id: string
  stage: string
  description: string
  tags: Record<string, string>
}

export interface MlflowModel {
  name: string
  description: string
  tags: Record<string, string>
  /** The version of each. */
  aliases: Record<string, string>
  /** Those that are ready, the first one first. */
  versions: MlflowVersion[]
}

/** The registered models of a server of MLflow. */
export class MlflowModels {
  readonly #api: MlflowApi

  constructor(api: MlflowApi) {
    this.#api = api
  }

  /** @throws UpstreamError */
  async all(): Promise<MlflowModel[]> {
    const versions = await this.#versions()
    const found: MlflowModel[] = []
    const ask = (token: string) =>
      this.#api.ask(
        modelsAnswer,
        'GET',
        methodPath('registered-models/search', { max_results: pageSize, page_token: token }),
      )
    for await (const { registered_models = [] } of this.#api.pages(ask)) {
      for (const { name, description = '', tags, aliases = [] } of registered_models) {
        const own = (versions.get(name) ?? []).toSorted((a, b) => Number(a.version) - Number(b.version))
        const named = Object.fromEntries(aliases.map(({ alias, version }) => [alias, version]))
        found.push({ name, description, tags: labelsOf(tags), aliases: named, versions: own })
      }
    }
    return found
  }

  /** Where the files of a version lie. @throws UpstreamError */
  async address(name: string, version: string): Promise<string> {
    const path = methodPath('model-versions/get-download-uri', { name, version })
    return (await this.#api.ask(uriAnswer, 'GET', path)).artifact_uri
  }

  async #versions(): Promise<Map<string, MlflowVersion[]>> {
    const found = new Map<string, MlflowVersion[]>()
    const ask = (token: string) =>
      this.#api.ask(
        versionsAnswer,
        'GET',
        methodPath('model-versions/search', { max_results: pageSize, page_token: token }),
      )
    for await (const { model_versions = [] } of this.#api.pages(ask)) {
      for (const {
        name,
        version,
        run_id = '',
        current_stage = 'None',
        description = '',
        status,
        tags,
      } of model_versions) {
        if (status !== undefined && status !== ready) continue
        const one = { version, run_id, stage: current_stage, description, tags: labelsOf(tags) }
        found.set(name, [...(found.get(name) ?? []), one])
      }
    }
    return found
  }
}
