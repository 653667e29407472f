import { bodyFault, PayloadTooLargeError } from '@svc/plugin'
import type { AnalyticsPlane, Clock, DataPlane, QueryParam, QueryResult, QueryRun } from '@svc/plugin'
import { CitedTables } from './cited-tables.ts'
import type { Receipt } from './receipt.ts'

export interface QueriesOptions {
  data: DataPlane
  plane: AnalyticsPlane
  clock: Clock
  maxTimeoutMs: number
  maxAnswerBytes: number
}

export interface Question {
  sql: string
  params?: readonly QueryParam[]
  limit: number
  format: 'json' | 'csv'
  /** The limit of the answer, when it must be lower than the configured one. */
  maxBytes?: number
}

/** An answer whose rows are still to be read. */
export interface Answer {
  result: QueryResult
  /** Once the rows are read. */
  receipt(): Receipt
  elapsedMs(): number
}

/** The limit of a statement's text; the engine has the same. */
const maxSqlBytes = 32 * 1024

/** Questions in SQL over a workspace's datasets. */
export class Queries {
  readonly #options: QueriesOptions

  constructor(options: QueriesOptions) {
    this.#options = options
  }

  get maxTimeoutMs(): number {
    return this.#options.maxTimeoutMs
  }

  /** @throws PayloadTooLargeError, ValidationError; UnprocessableError `sql_forbidden`, `sql_error`, `query_limit`; TimeoutError */
  async ask(
    workspaceId: string,
    { sql, params = [], limit, format, maxBytes: most = Infinity }: Question,
    run: QueryRun,
  ): Promise<Answer> {
    const { clock, data, plane, maxAnswerBytes } = this.#options
    const maxBytes = Math.min(maxAnswerBytes, most)
    this.check(sql, run.timeoutMs)
    const cited = new CitedTables(data, workspaceId)
    const startedAt = performance.now()
    const query = { sql, params, tables: cited.lookup, limit, maxBytes, format, digest: true }
    const result = await plane.query(workspaceId, query, run)
    return {
      result,
      receipt: () => ({
        version: 1,
        sql,
        params: [...params],
        limit,
        tables: cited.of(result.tables),
        result: result.end().digest,
        created_at: clock.timestamp(),
      }),
      elapsedMs: () => Math.round((performance.now() - startedAt) * 10) / 10,
    }
  }

  /** @throws PayloadTooLargeError, ValidationError: before anything else is done */
  check(sql: string, timeoutMs: number): void {
    const bytes = Buffer.byteLength(sql)
    if (bytes > maxSqlBytes) {
      throw new PayloadTooLargeError(
        `The statement has ${bytes} bytes; ${maxSqlBytes} are allowed. Import long lists as a dataset and join it.`,
      )
    }
    if (timeoutMs <= this.#options.maxTimeoutMs) return
    throw bodyFault('/timeout_ms', `must be at most ${this.#options.maxTimeoutMs} (SVC_DATA_QUERY_TIMEOUT_SECONDS)`)
  }
}
