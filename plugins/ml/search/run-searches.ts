import type { DataPlane } from '@svc/plugin'
import { labelStatements } from '../tracking/label-store.ts'
import type { LabelRow } from '../tracking/label-store.ts'
import { withLogged } from '../tracking/run-records.ts'
import type { LoggedRun } from '../tracking/run-records.ts'
import { seriesStatements } from '../tracking/series-store.ts'
import type { SeriesRow } from '../tracking/series-store.ts'
import { parseFilter, parseOrder } from './filter.ts'
import { cursorOf, placeOf } from './place.ts'
import { runSearchStatement, runVocabulary } from './run-search-store.ts'
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

/** Finds runs by the filter of MLflow, in any order. It reads away from the server's own thread. */
export class RunSearches {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  /** @throws ValidationError for a filter, an order or a cursor that is none */
  async find(workspaceId: string, query: RunQuery, signal?: AbortSignal): Promise<FoundRuns> {
    const filter = parseFilter(query.filter, runVocabulary)
    const order = query.orderBy.map(text => parseOrder(text, runVocabulary))
    const { limit, experimentIds, state } = query
    const after = query.cursor === undefined ? null : placeOf(query.cursor, order.length + 2)
    const { statement, parts } = runSearchStatement({ experimentIds, filter, order, state, after, limit: limit + 1 })
    const found = await this.#data.read<FoundRun>(workspaceId, statement, signal)
    const rows = found.slice(0, limit)
    const last = found.length > limit ? rows.at(-1) : undefined
    const next_cursor = last ? cursorOf(last, parts.length) : null
    return { runs: await this.#logged(workspaceId, rows, signal), next_cursor }
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
