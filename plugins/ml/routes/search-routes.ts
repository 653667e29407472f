import { Type } from 'typebox'
import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import type { RunSearches } from '../search/run-searches.ts'
import { compareRuns } from '../tracking/compare.ts'
import { runRecords } from '../tracking/run-records.ts'
import { exampleRun } from './examples.ts'
import { closed, comparison, orNull, pageFields, run, stateQuery } from './schemas.ts'

const path = '/api/ml/runs'
const id = Type.String({ minLength: 1, maxLength: 100 })
const listQuery = Type.Object(
  {
    ...pageFields,
    experiment_id: Type.Optional(id),
    filter: Type.Optional(
      Type.String({
        maxLength: 8192,
        description:
          "Comparisons joined by `AND`, as in MLflow: `metrics.rmse < 40 AND params.alpha = '0.5'`. Keys with odd letters stand in backticks.",
      }),
    ),
    order_by: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), {
        maxItems: 10,
        description: 'Such as `metrics.rmse ASC`. Runs without a value come last; ties newest first.',
      }),
    ),
    state: stateQuery,
  },
  closed,
)
const compareQuery = Type.Object(
  { run_ids: Type.String({ minLength: 1, maxLength: 5200, description: '2 to 50 ids, separated by commas.' }) },
  closed,
)

/** Finding and comparing runs. */
export function searchRoutes(
  app: RouteRegistrar,
  { searches, data }: { searches: RunSearches; data: DataPlane },
): void {
  app.route({
    method: 'GET',
    path,
    operationId: 'searchMlRuns',
    summary: 'Find runs, newest first unless `order_by` says otherwise',
    permission: 'ml:read',
    query: listQuery,
    responses: {
      200: {
        description: 'A page of runs',
        schema: Type.Object({ items: Type.Array(run), next_cursor: orNull(Type.String()) }),
        example: { items: [exampleRun], next_cursor: null },
      },
    },
    async handler({ principal, query, signal }) {
      const { workspace_id } = principal
      const { experiment_id, filter = '', order_by = [], state, limit, cursor } = query
      const experimentIds = experiment_id === undefined ? null : [experiment_id]
      const asked = { experimentIds, filter, orderBy: order_by, state, limit, cursor }
      const { runs, next_cursor } = await searches.find(workspace_id, asked, signal)
      return { items: data.use(workspace_id, db => runRecords(db, runs)), next_cursor }
    },
  })

  app.route({
    method: 'GET',
    path: `${path}/compare`,
    operationId: 'compareMlRuns',
    summary: 'Compare runs: which params differ, and which run is best by each metric',
    permission: 'ml:read',
    query: compareQuery,
    responses: {
      200: {
        description: 'Runs, params and metrics in the order of `run_ids`',
        schema: comparison,
        example: {
          runs: [exampleRun],
          params: [{ key: 'alpha', values: ['0.5'], differs: false }],
          metrics: [{ key: 'rmse', values: [41.2], best: exampleRun.run_id }],
          dataset_same: true,
        },
      },
    },
    async handler({ principal, query }) {
      return data.use(principal.workspace_id, db => compareRuns(db, query.run_ids.split(',')))
    },
  })
}
