import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import type { RunSearches } from '../search/run-searches.ts'
import type { LoggedModels } from '../logged-models/logged-models.ts'
import { inputStore } from '../tracking/input-store.ts'
import { loggedRuns } from '../tracking/run-records.ts'
import { requireRun } from '../tracking/runs.ts'
import type { Runs } from '../tracking/runs.ts'
import { anything, list, mlflowRoute, text, whole } from './mlflow-route.ts'
import type { Fields } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import {
  int64OrNull,
  labelsIn,
  maxResultsIn,
  ownExperimentId,
  statusIn,
  textIn,
  textOrNull,
  textsIn,
  viewIn,
} from './wire/wire.ts'
import { wireRun, wireRunInfo } from './wire/wire-run.ts'

const run_id = 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d'
const info = { run_id, experiment_id: '0', status: 'RUNNING', lifecycle_stage: 'active' }
const page = { usual: 1000, most: 50_000 }

export function runIdIn(fields: Fields): string {
  return textIn(fields['run_id'] ?? fields['run_uuid'], '/run_id')
}

/** MLflow's runs. */
export function runRoutes(
  app: RouteRegistrar,
  options: { runs: Runs; searches: RunSearches; loggedModels: LoggedModels; data: DataPlane; rate: MinuteRate },
): void {
  const { runs, searches, loggedModels, data, rate } = options
  const wholeRun = (workspaceId: string, runId: string) =>
    data.use(workspaceId, db => {
      const [run] = loggedRuns(db, [requireRun(db, runId)])
      return run && wireRun(run, inputStore.ofRuns(db, [runId]), loggedModels.ofRuns(workspaceId, [runId]))
    })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'runs/create',
    operationId: 'mlflowCreateRun',
    summary: 'Begin a run',
    fields: { experiment_id: text, user_id: text, run_name: text, start_time: whole, tags: list },
    answer: { run: anything },
    example: { fields: { experiment_id: '0', run_name: 'ridge' }, answer: { run: { info } } },
    run({ fields, principal, workspaceId }) {
      const name = textOrNull(fields['run_name'], '/run_name')
      const user = textOrNull(fields['user_id'], '/user_id')
      const started_at = int64OrNull(fields['start_time'], '/start_time')
      const made = runs.create(principal, {
        experiment_id: ownExperimentId(textOrNull(fields['experiment_id'], '/experiment_id') ?? '0'),
        tags: labelsIn(fields['tags'], '/tags'),
        ...(name !== null && name !== '' && { name }),
        ...(user !== null && user !== '' && { user }),
        ...(started_at !== null && { started_at }),
      })
      return { run: wholeRun(workspaceId, made.run_id) }
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'runs/get',
    operationId: 'mlflowGetRun',
    summary: 'One run',
    fields: { run_id: text, run_uuid: text },
    answer: { run: anything },
    example: { fields: { run_id }, answer: { run: { info } } },
    run: ({ fields, workspaceId }) => ({ run: wholeRun(workspaceId, runIdIn(fields)) }),
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'runs/search',
    operationId: 'mlflowSearchRuns',
    summary: 'Find runs',
    reads: true,
    fields: {
      experiment_ids: list,
      filter: text,
      run_view_type: text,
      max_results: whole,
      order_by: list,
      page_token: text,
    },
    answer: { runs: list },
    example: { fields: { experiment_ids: ['0'], filter: 'metrics.loss < 1' }, answer: { runs: [] } },
    async run({ fields, workspaceId, signal }) {
      const token = textOrNull(fields['page_token'], '/page_token')
      const query = {
        experimentIds: textsIn(fields['experiment_ids'], '/experiment_ids').map(ownExperimentId),
        filter: textOrNull(fields['filter'], '/filter') ?? '',
        orderBy: textsIn(fields['order_by'], '/order_by'),
        state: viewIn(fields['run_view_type']),
        limit: maxResultsIn(fields['max_results'], page),
        ...(token !== null && token !== '' && { cursor: token }),
      }
      const { runs: found, next_cursor } = await searches.find(workspaceId, query, signal)
      const ids = found.map(({ row }) => row.run_id)
      const inputs = Map.groupBy(
        data.use(workspaceId, db => inputStore.ofRuns(db, ids)),
        input => input.run_id,
      )
      const models = Map.groupBy(loggedModels.ofRuns(workspaceId, ids), model => model.run_id)
      return {
        runs: found.map(run => wireRun(run, inputs.get(run.row.run_id), models.get(run.row.run_id))),
        ...(next_cursor !== null && { next_page_token: next_cursor }),
      }
    },
  })

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'runs/update',
    operationId: 'mlflowUpdateRun',
    summary: 'Rename a run, or say how it ended',
    fields: { run_id: text, run_uuid: text, status: text, end_time: whole, run_name: text },
    answer: { run_info: anything },
    example: { fields: { run_id, status: 'FINISHED' }, answer: { run_info: { ...info, status: 'FINISHED' } } },
    run({ fields, workspaceId }) {
      const runId = runIdIn(fields)
      const name = textOrNull(fields['run_name'], '/run_name')
      const end = int64OrNull(fields['end_time'], '/end_time')
      const { status } = fields
      runs.update(workspaceId, runId, {
        ...(name !== null && name !== '' && { name }),
        ...(status !== undefined && status !== null && { status: statusIn(status, '/status') }),
        ...(end !== null && { finished_at: end }),
      })
      return { run_info: wireRunInfo(data.use(workspaceId, db => requireRun(db, runId))) }
    },
  })

  for (const [path, verb, id] of [
    ['delete', 'Delete', 'mlflowDeleteRun'],
    ['restore', 'Restore', 'mlflowRestoreRun'],
  ] as const)
    mlflowRoute(app, rate, {
      method: 'POST',
      path: `runs/${path}`,
      operationId: id,
      summary: `${verb} a run`,
      fields: { run_id: text },
      answer: {},
      example: { fields: { run_id }, answer: {} },
      async run({ fields, principal }) {
        await runs[path](principal, runIdIn(fields))
        return {}
      },
    })
}
