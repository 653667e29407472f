import { bodyFault } from '@svc/plugin'
import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import type { LoggedModelMetricRow } from '../logged-models/logged-model-store.ts'
import type { LoggedModels } from '../logged-models/logged-models.ts'
import { inputStore } from '../tracking/input-store.ts'
import type { InputRow } from '../tracking/input-store.ts'
import type { RunLog } from '../tracking/run-log.ts'
import { requireActiveRun } from '../tracking/runs.ts'
import type { Runs } from '../tracking/runs.ts'
import { double, list, mlflowRoute, text, whole } from './mlflow-route.ts'
import type { Fields } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import { runIdIn } from './run-routes.ts'
import {
  doubleIn,
  int64OrNull,
  labelsIn,
  listIn,
  objectIn,
  ownExperimentId,
  textIn,
  textOrNull,
  textsIn,
  wireExperimentId,
} from './wire/wire.ts'

const run_id = 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d'
const mostInputs = 1000

/** What MLflow's clients log to runs. */
export function logRoutes(
  app: RouteRegistrar,
  options: { log: RunLog; runs: Runs; loggedModels: LoggedModels; data: DataPlane; rate: MinuteRate },
): void {
  const { log, runs, loggedModels, data, rate } = options
  const write = (
    path: string,
    operationId: string,
    summary: string,
    given: { fields: Record<string, typeof text>; example: Record<string, unknown> },
    run: (workspaceId: string, runId: string, fields: Fields) => unknown,
  ) =>
    mlflowRoute(app, rate, {
      method: 'POST',
      path: `runs/${path}`,
      operationId,
      summary,
      fields: { run_id: text, run_uuid: text, ...given.fields },
      answer: {},
      example: { fields: { run_id, ...given.example }, answer: {} },
      run({ fields, workspaceId }) {
        run(workspaceId, runIdIn(fields), fields)
        return {}
      },
    })

  write(
    'log-batch',
    'mlflowLogBatch',
    'Log metrics, params and tags, all of them or none',
    {
      fields: { metrics: list, params: list, tags: list },
      example: { metrics: [{ key: 'loss', value: 0.4, timestamp: 1769860800000, step: 1 }] },
    },
    (workspaceId, runId, fields) => {
      const given = listIn(fields['metrics'], '/metrics')
      const ofModels = modelMetrics(runId, given)
      loggedModels.assertThere(workspaceId, ofModels)
      log.log(workspaceId, runId, {
        metrics: given.map((metric, index) => metricIn(metric, `/metrics/${index}`)),
        params: paramsIn(fields['params']),
        tags: labelsIn(fields['tags'], '/tags'),
      })
      loggedModels.addMetrics(workspaceId, ofModels)
    },
  )

  write(
    'log-metric',
    'mlflowLogMetric',
    'Log one point of a metric',
    {
      fields: { key: text, value: double, timestamp: whole, step: whole },
      example: { key: 'loss', value: 0.4, timestamp: 1769860800000, step: 1 },
    },
    (workspaceId, runId, fields) => {
      const ofModels = modelMetrics(runId, [fields])
      loggedModels.assertThere(workspaceId, ofModels)
      log.log(workspaceId, runId, { metrics: [metricIn(fields, '')] })
      loggedModels.addMetrics(workspaceId, ofModels)
    },
  )

  write(
    'log-parameter',
    'mlflowLogParam',
    'Log a param',
    { fields: { key: text, value: text }, example: { key: 'alpha', value: '0.5' } },
    (workspaceId, runId, fields) => log.log(workspaceId, runId, { params: labelsIn([fields], '') }),
  )

  write(
    'set-tag',
    'mlflowSetTag',
    'Tag a run',
    { fields: { key: text, value: text }, example: { key: 'team', value: 'pricing' } },
    (workspaceId, runId, fields) => log.log(workspaceId, runId, { tags: labelsIn([fields], '') }),
  )

  write(
    'delete-tag',
    'mlflowDeleteTag',
    'Take a tag from a run',
    { fields: { key: text }, example: { key: 'team' } },
    (workspaceId, runId, fields) => runs.deleteTag(workspaceId, runId, textIn(fields['key'], '/key')),
  )

  write(
    'log-inputs',
    'mlflowLogInputs',
    'Log the datasets of a run',
    {
      fields: { datasets: list, models: list },
      example: { datasets: [{ dataset: { name: 'houses', digest: '1a2b3c', source_type: 'local', source: '{}' } }] },
    },
    (workspaceId, runId, fields) => {
      const inputs = listIn(fields['datasets'], '/datasets')
      if (inputs.length > mostInputs) throw bodyFault('/datasets', `has over ${mostInputs} entries`)
      const rows = inputs.map((input, index) => inputIn(input, `/datasets/${index}`))
      data.use(workspaceId, db =>
        db.transaction(() => {
          const { experiment_id } = requireActiveRun(db, runId)
          for (const row of rows) inputStore.put(db, { ...row, run_id: runId, experiment_id })
        }),
      )
      for (const row of rows) runs.linkDigest(workspaceId, runId, row)
      const models = listIn(fields['models'], '/models').map((model, index) => ({
        side: 'input' as const,
        model_id: textIn(objectIn(model, `/models/${index}`)['model_id'], `/models/${index}/model_id`),
        step: 0,
      }))
      loggedModels.link(workspaceId, runId, models)
    },
  )

  write(
    'log-model',
    'mlflowLogModel',
    'Say that a run logged a model, as clients before version 3 do',
    { fields: { model_json: text }, example: { model_json: '{"artifact_path": "model"}' } },
    (workspaceId, runId, fields) => {
      const model = modelIn(textIn(fields['model_json'], '/model_json'))
      const tag = 'mlflow.log-model.history'
      data.use(workspaceId, db => requireActiveRun(db, runId))
      const before = runs.get(workspaceId, runId).tags[tag]
      const history = before === undefined ? [] : (JSON.parse(before) as unknown[])
      log.log(workspaceId, runId, { tags: { [tag]: JSON.stringify([...history, model]) } })
    },
  )

  mlflowRoute(app, rate, {
    method: 'POST',
    path: 'experiments/search-datasets',
    operationId: 'mlflowSearchDatasets',
    summary: 'The datasets that were logged to the runs of experiments',
    reads: true,
    fields: { experiment_ids: list },
    answer: { dataset_summaries: list },
    example: { fields: { experiment_ids: ['0'] }, answer: { dataset_summaries: [] } },
    run({ fields, workspaceId }) {
      const ids = textsIn(fields['experiment_ids'], '/experiment_ids').map(ownExperimentId)
      const summaries = data.use(workspaceId, db => inputStore.summaries(db, ids))
      return {
        dataset_summaries: summaries.map(({ experiment_id, context, ...summary }) => ({
          experiment_id: wireExperimentId(experiment_id),
          ...summary,
          ...(context !== null && { context }),
        })),
      }
    },
  })
}

function metricIn(metric: unknown, path: string) {
  const { key, value, timestamp, step } = objectIn(metric, path)
  const at = int64OrNull(timestamp, `${path}/timestamp`)
  return {
    key: textIn(key, `${path}/key`),
    value: doubleIn(value, `${path}/value`),
    step: int64OrNull(step, `${path}/step`) ?? 0,
    ...(at !== null && { timestamp: at }),
  }
}

/** The points that name a logged model. */
function modelMetrics(runId: string, metrics: readonly unknown[]): LoggedModelMetricRow[] {
  return metrics.flatMap((metric, index) => {
    const model_id = textOrNull(objectIn(metric, `/metrics/${index}`)['model_id'], `/metrics/${index}/model_id`)
    if (model_id === null || model_id === '') return []
    const { key, value, step, timestamp = 0 } = metricIn(metric, `/metrics/${index}`)
    return [{ model_id, run_id: runId, key, value: Number.isNaN(value) ? null : value, step, timestamp }]
  })
}

/** A param that stands twice in a batch has one value, or the batch is refused. */
function paramsIn(given: unknown): Record<string, string> {
  const params = labelsIn(given, '/params')
  listIn(given, '/params').forEach((param, index) => {
    const { key, value } = objectIn(param, `/params/${index}`)
    if (typeof key === 'string' && params[key] !== (value ?? ''))
      throw bodyFault(`/params/${index}`, 'has another value than the same param before')
  })
  return params
}

function inputIn(input: unknown, path: string): Omit<InputRow, 'run_id' | 'experiment_id'> {
  const { dataset, tags } = objectIn(input, path)
  const given = objectIn(dataset, `${path}/dataset`)
  const labels = labelsIn(tags, `${path}/tags`)
  const read = (name: string) => textIn(given[name], `${path}/dataset/${name}`)
  return {
    name: read('name'),
    digest: read('digest'),
    source_type: read('source_type'),
    source: read('source'),
    schema: textOrNull(given['schema'], `${path}/dataset/schema`),
    profile: textOrNull(given['profile'], `${path}/dataset/profile`),
    context: labels['mlflow.data.context'] ?? null,
    tags: JSON.stringify(Object.entries(labels).map(([key, value]) => ({ key, value }))),
  }
}

function modelIn(text: string): Record<string, unknown> {
  try {
    return objectIn(JSON.parse(text), '/model_json')
  } catch (error) {
    if (error instanceof SyntaxError) throw bodyFault('/model_json', 'is not valid JSON', { cause: error })
    throw error
  }
}
