import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { JsonObject } from '@svc/plugin'
import type { MetricValue } from '@svc/plugin/contracts/ml/learning'
import { labels, labelsOf, methodPath, nextPage, whole } from './mlflow-api.ts'
import type { MlflowApi } from './mlflow-api.ts'

const experimentsAnswer = Type.Object({
  experiments: Type.Optional(
    Type.Array(Type.Object({ experiment_id: Type.String(), name: Type.String(), tags: labels })),
  ),
  ...nextPage,
})
const runsAnswer = Type.Object({
  runs: Type.Optional(
    Type.Array(
      Type.Object({
        info: Type.Object({
          run_id: Type.String(),
          run_name: Type.Optional(Type.String()),
          status: Type.Optional(Type.String()),
          start_time: Type.Optional(whole),
          end_time: Type.Optional(whole),
        }),
        data: Type.Optional(
          Type.Object({
            metrics: Type.Optional(Type.Array(Type.Object({ key: Type.String() }))),
            params: labels,
            tags: labels,
          }),
        ),
      }),
    ),
  ),
  ...nextPage,
})
const historyAnswer = Type.Object({
  metrics: Type.Optional(
    Type.Array(
      Type.Object({
        key: Type.String(),
        value: Type.Optional(Type.Union([Type.Number(), Type.Enum(['NaN', 'Infinity', '-Infinity'])])),
        step: Type.Optional(whole),
        timestamp: Type.Optional(whole),
      }),
    ),
  ),
  ...nextPage,
})

const pageSize = 1000
const pointsOfPage = 25_000

export interface MlflowExperiment {
  id: string
  name: string
  tags: Record<string, string>
}

export interface MlflowRun {
  id: string
  name: string
  status: string
  /** Milliseconds since 1970. */
  started_at: number | null
  finished_at: number | null
  params: Record<string, string>
  tags: Record<string, string>
  /** The names of its metrics. */
  metrics: string[]
}

export interface MlflowPoint {
  key: string
  value: MetricValue
  step: number
  /** Milliseconds since 1970. */
  timestamp: number
}

/** The experiments and runs of a tracking server of MLflow. Deleted ones are not asked for. */
export class MlflowServer {
  readonly #api: MlflowApi

  constructor(api: MlflowApi) {
    this.#api = api
  }

  /** @throws UpstreamError when the server refuses, or answers something else */
  async experiments(): Promise<MlflowExperiment[]> {
    const found: MlflowExperiment[] = []
    const asked = { max_results: pageSize, view_type: 'ACTIVE_ONLY' }
    for await (const { experiments = [] } of this.#pages(experimentsAnswer, 'experiments/search', asked))
      found.push(...experiments.map(each => ({ id: each.experiment_id, name: each.name, tags: labelsOf(each.tags) })))
    return found
  }

  /** The runs of an experiment, the first one first, page after page. @throws as `experiments` */
  async *runs(experimentId: string): AsyncGenerator<MlflowRun> {
    const asked = {
      experiment_ids: [experimentId],
      max_results: pageSize,
      run_view_type: 'ACTIVE_ONLY',
      order_by: ['attributes.start_time ASC'],
    }
    for await (const { runs = [] } of this.#pages(runsAnswer, 'runs/search', asked)) {
      for (const { info, data = {} } of runs) {
        const tags = labelsOf(data.tags)
        yield {
          id: info.run_id,
          name: info.run_name ?? tags['mlflow.runName'] ?? '',
          status: info.status ?? 'RUNNING',
          started_at: timeOf(info.start_time),
          finished_at: timeOf(info.end_time),
          params: labelsOf(data.params),
          tags,
          metrics: (data.metrics ?? []).map(({ key }) => key),
        }
      }
    }
  }

  /** Every point of a metric. @throws as `experiments` */
  async *history(runId: string, key: string): AsyncGenerator<MlflowPoint> {
    const query = { run_id: runId, metric_key: key, max_results: String(pointsOfPage) }
    const ask = (token: string) =>
      this.#api.ask(historyAnswer, 'GET', methodPath('metrics/get-history', { ...query, page_token: token }))
    for await (const { metrics = [] } of this.#api.pages(ask)) {
      for (const { value = 0, step = 0, timestamp = 0 } of metrics)
        yield { key, value, step: Number(step), timestamp: Number(timestamp) }
    }
  }

  #pages<Answer extends TSchema>(schema: Answer, method: string, body: JsonObject): AsyncGenerator<Static<Answer>> {
    return this.#api.pages(token =>
      this.#api.ask(schema, 'POST', methodPath(method), { ...body, ...(token !== '' && { page_token: token }) }),
    )
  }
}

/** MLflow writes 0 where there is no time. What is no time of the years up to 9999 is none, such as one in nanoseconds. */
function timeOf(time: number | string | undefined): number | null {
  const ms = Number(time ?? 0)
  return ms > 0 && ms < Date.UTC(10_000, 0) ? ms : null
}
