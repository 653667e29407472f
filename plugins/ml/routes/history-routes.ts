import { Type } from 'typebox'
import type { RouteRegistrar } from '@svc/plugin'
import type { Histories } from '../tracking/history.ts'
import { limits } from '../tracking/limits.ts'
import { exampleHistory } from './examples.ts'
import { closed, history, runParams } from './schemas.ts'

const metricParams = Type.Object({ ...runParams.properties, '*': Type.String({ maxLength: limits.key }) }, closed)
const historyQuery = Type.Object(
  {
    max_points: Type.Integer({ minimum: 4, maximum: 25_000, default: 1000 }),
    from_step: Type.Optional(Type.Integer()),
  },
  closed,
)

export function historyRoutes(app: RouteRegistrar, histories: Histories): void {
  app.route({
    method: 'GET',
    path: '/api/ml/runs/:run_id/metrics/*',
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
