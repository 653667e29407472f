import { messageOf } from '@svc/plugin'
import type { Clock, FinishedRequest, Logger } from '@svc/plugin'
import type { ModelUse } from '@svc/plugin/contracts/models'
import { bucketOf, percentile } from './latency-buckets.ts'
import type { LatencyCounts, LatencyRow, UsageCounts, UsageGroup, UsageRow, UsageStore } from './usage-store.ts'

export interface UsageReportRow extends UsageRow {
  p50_ms: number | null
  p95_ms: number | null
}

interface WorkspaceCounts {
  usage: Map<string, UsageCounts>
  latency: Map<string, LatencyCounts>
}

const flushMs = 3000
// A failing disk must not fill the memory instead.
const mostWaiting = 10_000

/** Counts requests and tokens in memory and writes them down every few seconds, a transaction a workspace. */
export class UsageMeter {
  readonly #store: UsageStore
  readonly #clock: Clock
  readonly #log: Logger
  readonly #waiting = new Map<string, WorkspaceCounts>()
  #rows = 0
  #timer: NodeJS.Timeout | undefined

  constructor(store: UsageStore, clock: Clock, log: Logger) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  countRequest({ at, principal, method, route, status, duration_ms }: FinishedRequest): void {
    if (principal === null || route === null || principal.via === 'operator') return
    const day = dayOf(at)
    const key_id = principal.key_id ?? ''
    const name = `${method} ${route}`
    const usage = this.#usageRow(principal.workspace_id, { day, key_id, route: name, model: '' })
    if (usage === null) return
    usage.requests += 1
    if (status >= 400) usage.errors += 1
    const bucket = bucketOf(duration_ms)
    const { latency } = this.#of(principal.workspace_id)
    const id = `${day} ${key_id} ${name} ${bucket}`
    const counted = latency.get(id)
    if (counted) counted.count += 1
    else latency.set(id, { day, key_id, route: name, bucket, count: 1 })
  }

  countTokens({ principal, model, usage, cost_usd }: ModelUse): void {
    const day = dayOf(this.#clock.now())
    const counts = this.#usageRow(principal.workspace_id, { day, key_id: principal.key_id ?? '', route: '', model })
    if (counts === null) return
    counts.prompt_tokens += usage.prompt_tokens
    counts.completion_tokens += usage.completion_tokens
    counts.cost_usd += cost_usd ?? 0
  }

  /** What was used in a workspace, with everything counted so far. */
  report(workspaceId: string, range: { from: string; to: string }, groups: ReadonlySet<UsageGroup>): UsageReportRow[] {
    this.#flushOne(workspaceId)
    const { usage, latency } = this.#store.report(workspaceId, range, groups)
    const perGroup = Map.groupBy(latency, groupKey)
    return usage.map(row => {
      // Tokens of a model have no route and so no latency of their own.
      const counts = row.model === null ? (perGroup.get(groupKey(row)) ?? []) : []
      return { ...row, p50_ms: percentile(counts, 0.5), p95_ms: percentile(counts, 0.95) }
    })
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const workspaceId of [...this.#waiting.keys()]) this.#flushOne(workspaceId)
  }

  #usageRow(workspaceId: string, key: Pick<UsageCounts, 'day' | 'key_id' | 'route' | 'model'>): UsageCounts | null {
    const { usage } = this.#of(workspaceId)
    const id = `${key.day} ${key.key_id} ${key.route} ${key.model}`
    const counted = usage.get(id)
    if (counted) return counted
    if (this.#rows >= mostWaiting) return null
    const fresh = { ...key, requests: 0, errors: 0, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0 }
    usage.set(id, fresh)
    this.#rows += 1
    this.#timer ??= setTimeout(() => this.flush(), flushMs).unref()
    return fresh
  }

  #of(workspaceId: string): WorkspaceCounts {
    const counts = this.#waiting.get(workspaceId) ?? { usage: new Map(), latency: new Map() }
    this.#waiting.set(workspaceId, counts)
    return counts
  }

  #flushOne(workspaceId: string): void {
    const counts = this.#waiting.get(workspaceId)
    if (!counts || counts.usage.size === 0) return
    try {
      this.#store.add(workspaceId, [...counts.usage.values()], [...counts.latency.values()])
    } catch (error) {
      // Kept for the next try: the counts are sums, and nothing of them was written.
      this.#log.warn({ workspace_id: workspaceId, err: error }, `usage could not be written: ${messageOf(error)}`)
      this.#timer ??= setTimeout(() => this.flush(), flushMs).unref()
      return
    }
    this.#waiting.delete(workspaceId)
    this.#rows -= counts.usage.size
  }
}

function groupKey({ day, key_id, route }: Pick<LatencyRow, 'day' | 'key_id' | 'route'>): string {
  return JSON.stringify([day, key_id, route])
}

const dayMs = 24 * 60 * 60 * 1000
let lastDay = { number: Number.NaN, text: '' }

/** Asked for with every request, and the same for a whole day. */
function dayOf(at: number): string {
  const number = Math.floor(at / dayMs)
  if (number !== lastDay.number) lastDay = { number, text: new Date(at).toISOString().slice(0, 10) }
  return lastDay.text
}
