import { UnprocessableError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import { modelFolder } from '../tracking/records.ts'
import { datasetOf, filterOfRun } from '../tracking/run-records.ts'
import { runStore } from '../tracking/run-store.ts'
import { requireRun } from '../tracking/runs.ts'
import type { ModelVersions, RegisteredVersion, Which } from './served-models.ts'

const runId = /^mlr_/

/** The model of a run stands for itself before it is registered: its id in place of a name. */
export class RunModels implements ModelVersions {
  readonly #data: DataPlane
  readonly #registered: ModelVersions

  constructor(data: DataPlane, registered: ModelVersions) {
    this.#data = data
    this.#registered = registered
  }

  find(workspaceId: string, model: string, which: Which): RegisteredVersion {
    if (!runId.test(model)) return this.#registered.find(workspaceId, model, which)
    return this.#data.use(workspaceId, db => {
      const row = requireRun(db, model)
      const { run_id, name } = row
      if (!runStore.hasResult(db, run_id))
        throw new UnprocessableError(
          'unprocessable',
          'No trainer made this run, so it has no model that could be asked.',
        )
      const dataset = datasetOf(row)
      const filter = filterOfRun(db, run_id)
      return { model_id: run_id, name, version: 1, owner: run_id, path: modelFolder, dataset, filter }
    })
  }
}
