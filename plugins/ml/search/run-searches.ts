import type { DataPlane, ReadStatement } from '@svc/plugin'
import { labelStatements } from '../tracking/label-store.ts'
import type { LabelRow } from '../tracking/label-store.ts'
import { withLogged } from '../tracking/run-records.ts'
import type { LoggedRun } from '../tracking/run-records.ts'
import { seriesStatements } from '../tracking/series-store.ts'
import type { SeriesRow } from '../tracking/series-store.ts'
import { parseFilter, parseOrder } from './filter.ts'
import { cursorOf, placeOf } from './place.ts'
import {
  runSearchStatement,
  runVocabulary,
  sampleStatement,
  withMetricStatement,
  withoutMetricStatement,
} from './run-search-store.ts'
import type { FoundRun, RunSearch } from './run-search-store.ts'

export interface RunQuery {
  experimentIds: readonly string[] | null
  filter: string
  orderBy: readonly string[]
  state: RunSearch['state']
  limit: number
  cursor?: string | undefined
}

export interface FoundRuns {
  runs: LoggedRun[]
  next_cursor: string | null
}

/** By so many runs it is estimated how many fit. */
const sampledRuns = 500
/** So many runs may be looked at in the order of a metric, one here and one there: in a row, the same time is enough for ten times as many. */
const mostWalked = 2500

/** Finds runs by the filter of MLflow, in any order. It reads away from the server's own thread. */
export class RunSearches {
  readonly #data: DataPlane
  readonly #sampledRuns: number

  /** `sample` for tests: with 0 the index of the metric is walked always. */
  constructor(data: DataPlane, sample = sampledRuns) {
    this.#data = data
    this.#sampledRuns = sample
  }

  /** @throws ValidationError for a filter, an order or a cursor that is none */
  async find(workspaceId: string, query: RunQuery, signal?: AbortSignal): Promise<FoundRuns> {
    const filter = parseFilter(query.filter, runVocabulary)
    const order = query.orderBy.map(text => parseOrder(text, runVocabulary))
    const { limit, experimentIds, state } = query
    const after = query.cursor === undefined ? null : placeOf(query.cursor, order.length + 2)
    const parts = order.length + 2
    const found = await this.#found(
      workspaceId,
      { experimentIds, filter, order, state, after, limit: limit + 1 },
      signal,
    )
    const rows = found.slice(0, limit)
    const last = found.length > limit ? rows.at(-1) : undefined
    const next_cursor = last ? cursorOf(last, parts) : null
    return { runs: await this.#logged(workspaceId, rows, signal), next_cursor }
  }

  async #found(workspaceId: string, search: RunSearch, signal?: AbortSignal): Promise<FoundRun[]> {
    const read = <Row>(statement: ReadStatement) => this.#data.read<Row>(workspaceId, statement, signal)
    const [first] = search.order
    if (first?.scope !== 'metric' || !(await this.#isWalked(workspaceId, search, signal)))
      return read<FoundRun>(runSearchStatement(search).statement)
    const isBehindValues = search.after !== null && search.after[0] === null
    const having = isBehindValues ? [] : await read<FoundRun>(withMetricStatement(search, first.key).statement)
    const limit = search.limit - having.length
    if (limit === 0) return having
    const rest = { ...search, limit, after: isBehindValues ? search.after : null }
    const without = await read<FoundRun>(withoutMetricStatement(rest, first.key).statement)
    return [...having, ...without.map(row => moved(row, search.order.length + 2))]
  }

  /** Where few runs fit, all of them are sorted: the index of the metric may have many others, which a walk would look at one by one. */
  async #isWalked(workspaceId: string, search: RunSearch, signal?: AbortSignal): Promise<boolean> {
    const statement = sampleStatement(search, this.#sampledRuns)
    const [row] = await this.#data.read<{ looked: number; fitting: number }>(workspaceId, statement, signal)
    const { looked = 0, fitting = 0 } = row ?? {}
    return looked >= this.#sampledRuns && fitting * mostWalked >= looked * search.limit
  }

  async #logged(workspaceId: string, rows: readonly FoundRun[], signal?: AbortSignal): Promise<LoggedRun[]> {
    if (rows.length === 0) return []
    const params = { ids: JSON.stringify(rows.map(({ run_id }) => run_id)) }
    const read = <Row>(sql: string) => this.#data.read<Row>(workspaceId, { sql, params }, signal)
    return withLogged(rows, {
      params: await read<LabelRow>(labelStatements.paramsOfRuns),
      tags: await read<LabelRow>(labelStatements.tagsOfRuns),
      series: await read<SeriesRow>(seriesStatements.ofRuns),
    })
  }
}

/** The place of a run without the metric, whose order had no part for it. */
function moved(row: FoundRun, parts: number): FoundRun {
  const places = Array.from({ length: parts }, (_, index) => [
    `o${index}`,
    index === 0 ? null : (row[`o${index - 1}`] ?? null),
  ])
  return { ...row, ...Object.fromEntries(places) }
}
