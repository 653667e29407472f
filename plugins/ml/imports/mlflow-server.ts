import { Type } from 'typebox'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { SvcError, UpstreamError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { CommandClient } from '@svc/plugin/contracts/cli'
import type { MetricValue } from '@svc/plugin/contracts/ml/learning'

const whole = Type.Union([Type.Integer(), Type.String({ pattern: '^-?\\d+$' })])
const labels = Type.Optional(
  Type.Array(Type.Object({ key: Type.String(), value: Type.Optional(Type.String()) }), {
    description: 'Empty ones have no value.',
  }),
)
const nextPage = { next_page_token: Type.Optional(Type.String()) }
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

/** What is read of a tracking server of MLflow, through its REST API 2.0. Deleted experiments and runs are not asked for. */
export class MlflowServer {
  readonly #server: Pick<CommandClient, 'request'>
  readonly #address: string

  constructor(server: Pick<CommandClient, 'request'>, address: string) {
    this.#server = server
    this.#address = address
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
    for (let token = ''; ;) {
      const query = new URLSearchParams({ run_id: runId, metric_key: key, max_results: String(pointsOfPage) })
      if (token !== '') query.set('page_token', token)
      const answer = await this.#ask(historyAnswer, 'GET', `metrics/get-history?${query}`)
      for (const { value = 0, step = 0, timestamp = 0 } of answer.metrics ?? [])
        yield { key, value, step: Number(step), timestamp: Number(timestamp) }
      token = answer.next_page_token ?? ''
      if (token === '') return
    }
  }

  async *#pages<Answer extends TSchema>(
    schema: Answer,
    path: string,
    body: JsonObject,
  ): AsyncGenerator<Static<Answer>> {
    for (let token = ''; ;) {
      const answer = await this.#ask(schema, 'POST', path, { ...body, ...(token !== '' && { page_token: token }) })
      yield answer
      token = Value.Check(withToken, answer) ? answer.next_page_token : ''
      if (token === '') return
    }
  }

  async #ask<Answer extends TSchema>(
    schema: Answer,
    method: string,
    path: string,
    body?: JsonObject,
  ): Promise<Static<Answer>> {
    const answer = await this.#server
      .request<unknown>(method, `/api/2.0/mlflow/${path}`, body)
      .catch((error: unknown) => {
        throw this.#inWords(error)
      })
    if (Value.Check(schema, answer)) return answer
    throw new UpstreamError(`${this.#address} answered ${path.replace(/\?.*/, '')} with what is no answer of MLflow.`)
  }

  #inWords(error: unknown): unknown {
    if (!(error instanceof SvcError)) return error
    const said = typeof error.extra['message'] === 'string' ? error.extra['message'] : error.message
    const remedy = error.status === 401 ? ' Give a token, or a password with --username, in --secret-file.' : ''
    return new UpstreamError(`${this.#address}: ${said}${remedy}`, { cause: error })
  }
}

const withToken = Type.Object({ next_page_token: Type.String() })

function labelsOf(given: readonly { key: string; value?: string }[] = []): Record<string, string> {
  return Object.fromEntries(given.map(({ key, value = '' }) => [key, value]))
}

/** MLflow writes 0 where there is no time. What is no time of the years up to 9999 is none, such as one in nanoseconds. */
function timeOf(time: number | string | undefined): number | null {
  const ms = Number(time ?? 0)
  return ms > 0 && ms < Date.UTC(10_000, 0) ? ms : null
}
