import { bodyFault, decodeCursor, encodeCursor } from '@svc/plugin'
import type { DataPlane, RouteRegistrar } from '@svc/plugin'
import type { Histories } from '../tracking/history.ts'
import { requireRun } from '../tracking/runs.ts'
import { seriesStore } from '../tracking/series-store.ts'
import type { PointRow } from '../tracking/series-store.ts'
import { list, mlflowRoute, text, whole } from './mlflow-route.ts'
import type { Fields } from './mlflow-route.ts'
import type { MinuteRate } from './rate.ts'
import { runIdIn } from './run-routes.ts'
import { int64OrNull, maxResultsIn, textIn, textOrNull, textsIn, wireDouble } from './wire/wire.ts'

const page = { usual: 25_000, most: 25_000 }
const mostRuns = 100
const run_id = 'mlr_01kq3v8d2m5w7x9y1z3a5b7c9d'
const metric = { key: 'loss', value: 0.4, timestamp: 1769860800000, step: 1 }

/** How metrics went, for MLflow's clients. */
export function metricRoutes(
  app: RouteRegistrar,
  { data, histories, rate }: { data: DataPlane; histories: Histories; rate: MinuteRate },
): void {
  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'metrics/get-history',
    operationId: 'mlflowGetMetricHistory',
    summary: 'How a metric went',
    fields: { run_id: text, run_uuid: text, metric_key: text, max_results: whole, page_token: text },
    answer: { metrics: list },
    example: { fields: { run_id, metric_key: 'loss' }, answer: { metrics: [metric] } },
    async run({ fields, workspaceId, signal, jsonText }) {
      const series = { run_id: runIdIn(fields), key: textIn(fields['metric_key'], '/metric_key') }
      const limit = maxResultsIn(fields['max_results'], page)
      const token = textOrNull(fields['page_token'], '/page_token')
      const after = token === null || token === '' ? undefined : pointOf(token)
      const { json, last } = await histories.page(workspaceId, series, { after, limit }, signal)
      const next = last && encodeCursor([last.step, last.timestamp, String(last.value)])
      return jsonText(['{"metrics":', json, ...(next ? [',"next_page_token":', JSON.stringify(next)] : []), '}'])
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'metrics/get-history-bulk',
    operationId: 'mlflowGetMetricHistoryBulk',
    summary: 'How a metric went in several runs',
    fields: { run_id: list, run_ids: list, metric_key: text, max_results: whole },
    answer: { metrics: list },
    example: { fields: { run_id, metric_key: 'loss' }, answer: { metrics: [{ ...metric, run_id }] } },
    async run({ fields, workspaceId, signal }) {
      const key = textIn(fields['metric_key'], '/metric_key')
      const limit = maxResultsIn(fields['max_results'], page)
      const ids = runIdsIn(fields)
      data.use(workspaceId, db => ids.forEach(id => requireRun(db, id)))
      const metrics: object[] = []
      for (const id of ids) {
        if (metrics.length === limit) break
        const points = await histories.first(workspaceId, { run_id: id, key }, limit - metrics.length, signal)
        for (const point of points) metrics.push({ ...wireMetric(key, point), run_id: id })
      }
      return { metrics }
    },
  })

  mlflowRoute(app, rate, {
    method: 'GET',
    path: 'metrics/get-history-bulk-interval',
    operationId: 'mlflowGetMetricHistoryBulkInterval',
    summary: 'A sample of how a metric went in several runs',
    fields: { run_ids: list, metric_key: text, start_step: whole, end_step: whole, max_results: whole },
    answer: { metrics: list },
    example: { fields: { run_ids: run_id, metric_key: 'loss' }, answer: { metrics: [{ ...metric, run_id }] } },
    async run({ fields, workspaceId, signal }) {
      const key = textIn(fields['metric_key'], '/metric_key')
      const max_points = Math.max(4, maxResultsIn(fields['max_results'], { usual: 320, most: 2500 }))
      const from_step = int64OrNull(fields['start_step'], '/start_step') ?? -Number.MAX_SAFE_INTEGER
      const to_step = int64OrNull(fields['end_step'], '/end_step') ?? Number.MAX_SAFE_INTEGER
      const metrics: object[] = []
      for (const id of runIdsIn(fields)) {
        if (!data.use(workspaceId, db => seriesStore.has(db, { run_id: requireRun(db, id).run_id, key }))) continue
        const query = { run_id: id, key, max_points, from_step, to_step }
        const { points } = await histories.sampled(workspaceId, query, signal)
        for (const point of points) metrics.push({ key, ...point, run_id: id })
      }
      return { metrics }
    },
  })
}

function runIdsIn(fields: Fields): string[] {
  const ids = [...new Set(textsIn(fields['run_ids'] ?? fields['run_id'], '/run_ids'))]
  if (ids.length === 0) throw bodyFault('/run_ids', 'is missing')
  if (ids.length > mostRuns) throw bodyFault('/run_ids', `has over ${mostRuns} entries`)
  return ids
}

function wireMetric(key: string, { step, timestamp, value }: PointRow) {
  return { key, value: wireDouble(value), timestamp, step }
}

function pointOf(token: string): PointRow {
  const [step, timestamp, value] = decodeCursor<[number, number, string]>(token, ['number', 'number', 'string'])
  return { step, timestamp, value: value === 'NaN' ? value : Number(value) }
}
