import { Type } from 'typebox'
import { actorOf, bodyFault, UnprocessableError } from '@svc/plugin'
import type { RouteRegistrar } from '@svc/plugin'
import type { Histories } from '../tracking/history.ts'
import { limits } from '../tracking/limits.ts'
import { isOver, numberOfMetric } from '../tracking/records.ts'
import type { RunLog } from '../tracking/run-log.ts'
import { needsEnd } from '../tracking/runs.ts'
import type { Runs } from '../tracking/runs.ts'
import { exampleHistory, exampleRun } from './examples.ts'
import { closed, history, logBody, logCounts, run, runBody, runChange, runParams, wholeRun } from './schemas.ts'

export const runsPath = '/api/ml/runs'
const one = `${runsPath}/:run_id`
const answer = { description: 'The run', schema: run, example: exampleRun }

const metricParams = Type.Object({ ...runParams.properties, '*': Type.String({ maxLength: limits.key }) }, closed)
const historyQuery = Type.Object(
  {
    max_points: Type.Integer({ minimum: 4, maximum: 25_000, default: 1000 }),
    from_step: Type.Optional(Type.Integer()),
  },
  closed,
)

/** Making, changing and logging to runs, and how their metrics went. */
export function runRoutes(
  app: RouteRegistrar,
  { runs, log, histories }: { runs: Runs; log: RunLog; histories: Histories },
): void {
  app.route({
    method: 'POST',
    path: runsPath,
    operationId: 'createMlRun',
    summary: 'Begin a run',
    description:
      'Without `experiment_id` in the default experiment. `dataset` names the version that it learns from; the latest without `version`. A run that was made elsewhere has its own `started_at` and `finished_at`.',
    permission: 'ml:write',
    body: runBody,
    example: {
      body: { name: 'ridge', params: { alpha: '0.5' }, dataset: { dataset_id: exampleRun.dataset.dataset_id } },
    },
    responses: { 201: answer },
    errors: { 409: ['conflict'] },
    handler({ principal, body, baseUrl }, reply) {
      const { started_at, finished_at, ...given } = body
      const made = runs.create(principal, {
        ...given,
        ...(started_at !== undefined && { started_at: Date.parse(started_at) }),
        ...(finished_at !== undefined && { status: 'finished', ...given, finished_at: Date.parse(finished_at) }),
      })
      reply.status(201).header('location', `${baseUrl}${runsPath}/${made.run_id}`)
      return made
    },
  })

  app.route({
    method: 'GET',
    path: one,
    operationId: 'getMlRun',
    summary: 'One run, with the result of its trainer',
    permission: 'ml:read',
    params: runParams,
    responses: { 200: { description: 'The run', schema: wholeRun, example: { ...exampleRun, result: null } } },
    handler: async ({ principal, params }) => runs.get(principal.workspace_id, params.run_id),
  })

  app.route({
    method: 'PATCH',
    path: one,
    operationId: 'updateMlRun',
    summary: 'Rename a run, say how it ended, or tag it',
    description: '`tags` are written beside those that there are. `finished_at` without `status` finishes it.',
    permission: 'ml:write',
    params: runParams,
    body: runChange,
    example: { body: { status: 'finished' } },
    responses: { 200: answer },
    errors: { 409: ['conflict'], 422: ['unprocessable'] },
    async handler({ principal: { workspace_id }, params: { run_id }, body: { finished_at, ...change } }) {
      const { status = 'finished' } = change
      if (finished_at === undefined) return runs.update(workspace_id, run_id, change)
      if (!isOver(status)) throw bodyFault('/finished_at', needsEnd)
      const { started_at } = runs.get(workspace_id, run_id)
      const end = Date.parse(finished_at)
      if (started_at !== null && end < Date.parse(started_at)) throw endsTooEarly(started_at)
      return runs.update(workspace_id, run_id, { ...change, status, finished_at: end })
    },
  })

  app.route({
    method: 'DELETE',
    path: one,
    operationId: 'deleteMlRun',
    summary: 'Delete a run',
    description: 'It can be restored for 30 days (SVC_ML_KEEP_DELETED_DAYS).',
    permission: 'ml:write',
    params: runParams,
    responses: { 204: { description: 'It is deleted' } },
    handler: request => runs.delete(actorOf(request), request.params.run_id),
  })

  app.route({
    method: 'POST',
    path: `${one}/restore`,
    operationId: 'restoreMlRun',
    summary: 'Restore a deleted run',
    permission: 'ml:write',
    params: runParams,
    responses: { 200: answer },
    errors: { 409: ['conflict'] },
    handler: request => runs.restore(actorOf(request), request.params.run_id),
  })

  app.route({
    method: 'POST',
    path: `${one}/log`,
    operationId: 'logToMlRun',
    summary: 'Log metrics, params and tags',
    description:
      'All of it is kept, or nothing. At most 1,000 points, 100 params and 100 tags at once. A param never changes; the same value again is fine, and so is the same point.',
    permission: 'ml:write',
    params: runParams,
    body: logBody,
    jsonMembers: 20_000,
    example: { body: { metrics: [{ key: 'loss', value: 0.4, step: 1 }], params: { alpha: '0.5' } } },
    responses: {
      200: { description: 'How many', schema: logCounts, example: { metrics: 1, params: 1, tags: 0 } },
    },
    errors: { 409: ['conflict', 'param_changed'] },
    handler({ principal, params, body: { metrics = [], ...labels } }) {
      const points = metrics.map(point => ({ ...point, value: numberOfMetric(point.value) }))
      return log.log(principal.workspace_id, params.run_id, { ...labels, metrics: points })
    },
  })

  app.route({
    method: 'GET',
    path: `${one}/metrics/*`,
    operationId: 'getMetricHistory',
    summary: 'How a metric went',
    description:
      'By step. Of more than `max_points` the first, last, least and greatest point of each stretch are kept, so that peaks stay. The name of the metric is the rest of the path.',
    permission: 'ml:read',
    params: metricParams,
    query: historyQuery,
    responses: { 200: { description: 'The history', schema: history, example: exampleHistory } },
    handler: ({ principal, params, query, signal }) =>
      histories.sampled(principal.workspace_id, { run_id: params.run_id, key: params['*'], ...query }, signal),
  })
}

/** Not of the body alone: it does not fit the run that there is. */
function endsTooEarly(started_at: string): UnprocessableError {
  const errors = [{ path: '/finished_at', message: `is before started_at, which is ${started_at}` }]
  return new UnprocessableError('unprocessable', `The run began at ${started_at}: give a later finished_at.`, {
    errors,
  })
}
