import { UnprocessableError } from '@svc/plugin'
import type { DataPlane } from '@svc/plugin'

export type UsageGroup = 'key' | 'route' | 'model' | 'day'

/** Counts of one day, key, route and model; `''` stands for none. */
export interface UsageCounts {
  day: string
  key_id: string
  route: string
  model: string
  requests: number
  errors: number
  prompt_tokens: number
  completion_tokens: number
  /** US dollars, of the models whose prices are known. */
  cost_usd: number
}

export interface LatencyCounts {
  day: string
  key_id: string
  route: string
  bucket: number
  count: number
}

/** A row of a report; the columns it is not grouped by are null. */
export interface UsageRow {
  day: string | null
  key_id: string | null
  route: string | null
  model: string | null
  requests: number
  errors: number
  prompt_tokens: number
  completion_tokens: number
  cost_usd: number
}

export interface LatencyRow {
  day: string | null
  key_id: string | null
  route: string | null
  bucket: number
  count: number
}

const addUsage = `INSERT INTO developer_usage
  (day, key_id, route, model, requests, errors, prompt_tokens, completion_tokens, cost_usd) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, errors = errors + excluded.errors,
    prompt_tokens = prompt_tokens + excluded.prompt_tokens, completion_tokens = completion_tokens + excluded.completion_tokens,
    cost_usd = cost_usd + excluded.cost_usd`
const addLatency = `INSERT INTO developer_latency (day, key_id, route, bucket, count) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET count = count + excluded.count`

const mostRows = 5000
// One statement serves every grouping: a column that is not asked for is the same null in all rows.
const selectUsage = `SELECT
    CASE WHEN @by_day THEN day END AS day, CASE WHEN @by_key THEN nullif(key_id, '') END AS key_id,
    CASE WHEN @by_route THEN nullif(route, '') END AS route, CASE WHEN @by_model THEN nullif(model, '') END AS model,
    sum(requests) AS requests, sum(errors) AS errors,
    sum(prompt_tokens) AS prompt_tokens, sum(completion_tokens) AS completion_tokens,
    sum(cost_usd) AS cost_usd
  FROM developer_usage WHERE day BETWEEN @from_day AND @to_day GROUP BY 1, 2, 3, 4 ORDER BY requests DESC, 1, 2, 3, 4
  LIMIT ${mostRows + 1}`
const selectLatency = `SELECT
    CASE WHEN @by_day THEN day END AS day, CASE WHEN @by_key THEN nullif(key_id, '') END AS key_id,
    CASE WHEN @by_route THEN nullif(route, '') END AS route, bucket, sum(count) AS count
  FROM developer_latency WHERE day BETWEEN @from_day AND @to_day GROUP BY 1, 2, 3, 4 ORDER BY bucket`

/** More than a year, so that a month can be compared with the same of the year before. */
const keptDays = 400
// Counted from the last day of use before: nothing goes because the clock is ahead for a moment.
const firstKept = `date((SELECT max(day) FROM developer_usage WHERE day < ?), '-${keptDays} days')`
const dropLatency = `DELETE FROM developer_latency WHERE day < ${firstKept}`
const dropUsage = `DELETE FROM developer_usage WHERE day < ${firstKept}`

/** The usage tables of each workspace. */
export class UsageStore {
  readonly #data: DataPlane

  constructor(data: DataPlane) {
    this.#data = data
  }

  add(workspaceId: string, usage: readonly UsageCounts[], latency: readonly LatencyCounts[]): void {
    this.#data.use(workspaceId, db =>
      db.transaction(() => {
        for (const row of usage) {
          const { day, key_id, route, model, requests, errors, prompt_tokens, completion_tokens, cost_usd } = row
          db.run(addUsage, day, key_id, route, model, requests, errors, prompt_tokens, completion_tokens, cost_usd)
        }
        for (const { day, key_id, route, bucket, count } of latency)
          db.run(addLatency, day, key_id, route, bucket, count)
        const newest = usage.reduce((last, { day }) => (day > last ? day : last), '')
        db.run(dropLatency, newest)
        db.run(dropUsage, newest)
      }),
    )
  }

  /** @throws UnprocessableError for more rows than an answer may have, and what reading throws */
  async report(
    workspaceId: string,
    range: { from: string; to: string },
    groups: ReadonlySet<UsageGroup>,
  ): Promise<{ usage: UsageRow[]; latency: LatencyRow[] }> {
    const by = (group: UsageGroup): number => Number(groups.has(group))
    const params = {
      from_day: range.from,
      to_day: range.to,
      by_day: by('day'),
      by_key: by('key'),
      by_route: by('route'),
    }
    const ofUsage = { sql: selectUsage, params: { ...params, by_model: by('model') } }
    const usage = await this.#data.read<UsageRow>(workspaceId, ofUsage)
    if (usage.length > mostRows) {
      const message = `The answer would have more than ${mostRows} rows. Ask for fewer days, or group by less.`
      throw new UnprocessableError('unprocessable', message)
    }
    const latency = await this.#data.read<LatencyRow>(workspaceId, { sql: selectLatency, params })
    return { usage, latency }
  }
}
