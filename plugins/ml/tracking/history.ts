import { NotFoundError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'
import type { MetricValue } from '@svc/plugin/contracts/ml/learning'
import { metricValueOf } from './records.ts'
import { requireRun } from './runs.ts'
import { noPoint, seriesStatements, seriesStore } from './series-store.ts'
import type { PointPosition, PointRow } from './series-store.ts'

export interface HistoryPoint {
  step: number
  timestamp: number
  value: MetricValue
}

export interface History {
  key: string
  /** By step. */
  points: HistoryPoint[]
  total: number
  /** Whether points were left out. */
  sampled: boolean
}

export interface HistoryQuery {
  run_id: string
  key: string
  max_points: number
  from_step?: number
  to_step?: number
}

export interface HistoryPage {
  /** A JSON list of `{key, value, timestamp, step}` in UTF-8; what no number is in JSON is a word, such as "NaN". */
  json: Uint8Array
  /** The last point, when there are more behind it. */
  last: PointPosition | null
}

const pointsOfStretch = 4
const lastStep = Number.MAX_SAFE_INTEGER

/** How metrics went. */
export class Histories {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /**
   * At most so many points. Of more than that the first, last, least and greatest of as many stretches as fit: peaks stay.
   * @throws NotFoundError
   */
  async sampled(workspaceId: string, query: HistoryQuery, signal?: AbortSignal): Promise<History> {
    const { run_id, key, max_points, from_step: from = -lastStep, to_step: to = lastStep } = query
    this.#data.use(workspaceId, db => requireRun(db, run_id))
    const asked = { run_id, key, from, to }
    const count = { sql: seriesStatements.countWithin, params: asked }
    const [counted] = await this.#data.read<{ count: number }>(workspaceId, count, signal)
    if (!counted) throw new NotFoundError('The run has no metric of this name.')
    const total = counted.count
    const sampled = total > max_points
    const size = Math.ceil(total / Math.max(1, Math.floor(max_points / pointsOfStretch)))
    const statement = sampled
      ? { sql: seriesStatements.sampled, params: { ...asked, size, stretches: Math.ceil(total / size) } }
      : { sql: seriesStatements.within, params: asked }
    const points = await this.#data.read<PointRow>(workspaceId, statement, signal)
    return { key, points: points.map(historyPoint), total, sampled }
  }

  /** The first points of a metric, in their order. */
  first(
    workspaceId: string,
    series: { run_id: string; key: string },
    limit: number,
    signal?: AbortSignal,
  ): Promise<PointRow[]> {
    const statement = { sql: seriesStatements.page, params: { ...series, ...noPoint, limit } }
    return this.#data.read<PointRow>(workspaceId, statement, signal)
  }

  /** All points, page by page, in their order. @throws NotFoundError when there is no such run */
  async page(
    workspaceId: string,
    series: { run_id: string; key: string },
    { after = noPoint, limit }: { after?: PointPosition | undefined; limit: number },
    signal?: AbortSignal,
  ): Promise<HistoryPage> {
    const last = this.#data.use(workspaceId, db => {
      requireRun(db, series.run_id)
      return seriesStore.pageEnd(db, series, after, limit)
    })
    const statement = { sql: seriesStatements.pageJson, params: { ...series, ...after, limit } }
    const [page] = await this.#data.read<{ json: Uint8Array }>(workspaceId, statement, signal)
    return { json: page?.json ?? Buffer.from('[]'), last }
  }
}

export function historyPoint({ step, timestamp, value }: PointRow): HistoryPoint {
  return { step, timestamp, value: metricValueOf(value) }
}
