import type { Principal } from '@svc/plugin'
import type { ModelRegistry, ModelVersion, RegisteredModel, VersionOfRun } from '@svc/plugin/contracts/ml/learning'
import type { ModelVersions, RegisteredVersion, Which } from '../serving/served-models.ts'
import type { Aliases } from './aliases.ts'
import { versionOwner } from './model-records.ts'
import type { NewVersions } from './new-versions.ts'
import type { Registry } from './registry.ts'

/** The registry as other plugins, trainings and predictions need it. */
export class RegisteredModels implements ModelRegistry, ModelVersions {
  readonly #registry: Registry
  readonly #versions: NewVersions
  readonly #aliases: Aliases

  constructor(registry: Registry, versions: NewVersions, aliases: Aliases) {
    this.#registry = registry
    this.#versions = versions
    this.#aliases = aliases
  }

  get(workspaceId: string, model: string): RegisteredModel {
    return this.#registry.get(workspaceId, model)
  }

  resolve(workspaceId: string, model: string, choice: { version?: number; alias?: string } = {}): ModelVersion {
    return this.#registry.resolve(workspaceId, model, choice)
  }

  register(principal: Principal, name: string, version: VersionOfRun): ModelVersion {
    if (!this.#registry.has(principal.workspace_id, name)) this.#registry.create(principal.workspace_id, { name })
    return this.#versions.ofRun(principal, name, version)
  }

  /** As {@link register}; a training that is made again after a crash is the same version. */
  registerTrained(principal: Principal, name: string, version: VersionOfRun): ModelVersion {
    if (!this.#registry.has(principal.workspace_id, name)) this.#registry.create(principal.workspace_id, { name })
    return this.#versions.ofTraining(principal, name, version)
  }

  setAlias(principal: Principal, model: string, alias: string, version: number): RegisteredModel {
    return this.#aliases.set(principal, model, alias, version)
  }

  find(workspaceId: string, model: string, { version, alias }: Which): RegisteredVersion {
    const found = this.#registry.resolve(workspaceId, model, {
      ...(version !== undefined && { version }),
      ...(alias !== undefined && { alias }),
    })
    const { model_id, name, dataset } = found
    const owner = versionOwner(model_id, found.version)
    const filter = this.#registry.filterOf(workspaceId, model_id, found.version)
    return { model_id, name, version: found.version, owner, path: '', dataset, filter }
  }
}
