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
  countStatement,
  runSearchStatement,
  runVocabulary,
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

/** To look at a run out of turn costs about ten times what one in a row does: of so many pages that fit or fewer, all are sorted. */
const sortedPages = 10

/** Finds runs by the filter of MLflow, in any order. It reads away from the server's own thread. */
export class RunSearches {
  readonly #data: DataPlane
  readonly #sortedPages: number

  /** `pages` for tests: 0 walks the index of the metric always. */
  constructor(data: DataPlane, pages = sortedPages) {
    this.#data = data
    this.#sortedPages = pages
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
    if (first?.scope !== 'metric' || !(await this.#isLarge(workspaceId, search, signal)))
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
  async #isLarge(workspaceId: string, search: RunSearch, signal?: AbortSignal): Promise<boolean> {
    const most = this.#sortedPages * search.limit
    const statement = countStatement(search, most + 1)
    const [row] = await this.#data.read<{ count: number }>(workspaceId, statement, signal)
    return (row?.count ?? 0) > most
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
