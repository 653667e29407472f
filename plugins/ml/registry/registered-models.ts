import type { Principal } from '@svc/plugin'
import type { ModelVersions, RegisteredVersion, Which } from '../serving/served-models.ts'
import type { TrainedModel } from '../training/run-writer.ts'
import { versionOwner } from './model-records.ts'
import type { NewVersions } from './new-versions.ts'
import type { Registry } from './registry.ts'

/** The registry as trainings and predictions need it. */
export class RegisteredModels implements ModelVersions {
  readonly #registry: Registry
  readonly #versions: NewVersions

  constructor(registry: Registry, versions: NewVersions) {
    this.#registry = registry
    this.#versions = versions
  }

  /** Makes a version, and the model where there is none of this name. */
  readonly register = async (
    principal: Principal,
    name: string,
    { run_id, path, inputs, outputs }: TrainedModel,
  ): Promise<void> => {
    if (!this.#registry.has(principal.workspace_id, name)) this.#registry.create(principal.workspace_id, { name })
    this.#versions.ofRun(principal, name, { run_id, path, inputs, outputs })
  }

  find(workspaceId: string, model: string, { version, alias }: Which): RegisteredVersion {
    const found = this.#registry.resolve(workspaceId, model, {
      ...(version !== undefined && { version }),
      ...(alias !== undefined && { alias }),
    })
    const { model_id, name, run_id, dataset } = found
    return {
      model_id,
      name,
      version: found.version,
      owner: versionOwner(model_id, found.version),
      path: '',
      run_id,
      dataset,
    }
  }
}
