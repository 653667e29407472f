import type { DataPlane, PluginEnv } from '@svc/plugin'
import type { ModelRegistry } from '@svc/plugin/contracts/ml/learning'
import type { RunSearches } from '../search/run-searches.ts'
import { runRecords } from '../tracking/run-records.ts'
import type { Runs } from '../tracking/runs.ts'
import { shownRun } from './shown-run.ts'

/** `schemas/ml-runs-search.input.json`. */
interface SearchInput {
  experiment_id?: string
  filter?: string
  order_by?: string[]
  limit?: number
  cursor?: string
}
/** `schemas/ml-register.input.json`. */
interface RegisterInput {
  run_id: string
  name: string
  path?: string
  alias?: string
  description?: string
}

export interface RecordToolsOptions {
  data: DataPlane
  runs: Runs
  searches: RunSearches
  registry: ModelRegistry
}

/** What an agent does with runs and registered models: find, look, register. */
export function bindRecordTools(env: PluginEnv<unknown>, { data, runs, searches, registry }: RecordToolsOptions): void {
  env.tool<SearchInput>('ml_runs_search', async (input, { principal, signal }) => {
    const { experiment_id, filter = '', order_by: orderBy = [], limit = 20, cursor } = input
    const experimentIds = experiment_id === undefined ? null : [experiment_id]
    const query = { experimentIds, filter, orderBy, state: 'active' as const, limit, cursor }
    const found = await searches.find(principal.workspace_id, query, signal)
    const shown = data.use(principal.workspace_id, db => runRecords(db, found.runs))
    return {
      runs: shown.map(({ run_id, name, status, params, metrics, dataset, created_at }) => ({
        run_id,
        name,
        status,
        params,
        metrics,
        dataset,
        created_at,
      })),
      next_cursor: found.next_cursor,
    }
  })

  env.tool<{ run_id: string }>('ml_run_get', async ({ run_id }, { principal }) =>
    shownRun(runs.get(principal.workspace_id, run_id)),
  )

  env.tool<RegisterInput>('ml_register', async ({ name, alias, ...input }, { principal }) => {
    const made = registry.register(principal, name, input)
    if (alias === undefined) return { ...made }
    registry.setAlias(principal, name, alias, made.version)
    return { ...registry.resolve(principal.workspace_id, name, { version: made.version }) }
  })
}
