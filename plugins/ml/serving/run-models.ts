import { UnprocessableError } from '@svc/plugin'
import { modelFolder } from '../tracking/records.ts'
import type { Runs } from '../tracking/runs.ts'
import type { ModelVersions, RegisteredVersion, Which } from './served-models.ts'

const runId = /^mlr_/

/** The model of a run stands for itself before it is registered: its id in place of a name. */
export class RunModels implements ModelVersions {
  readonly #runs: Runs
  readonly #registered: ModelVersions

  constructor(runs: Runs, registered: ModelVersions) {
    this.#runs = runs
    this.#registered = registered
  }

  find(workspaceId: string, model: string, which: Which): RegisteredVersion {
    if (!runId.test(model)) return this.#registered.find(workspaceId, model, which)
    const { run_id, name, dataset, result } = this.#runs.get(workspaceId, model)
    if (result === null)
      throw new UnprocessableError('unprocessable', 'No trainer made this run, so it has no model that could be asked.')
    return { model_id: run_id, name, version: 1, owner: run_id, path: modelFolder, run_id, dataset }
  }
}
