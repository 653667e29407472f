import { messageOf, NotFoundError } from '@svc/plugin'
import type { Clock, FinishedRequest, Logger } from '@svc/plugin'
import type { ModelUse } from '@svc/plugin/contracts/models'
import { bucketOf, percentile } from './latency-buckets.ts'
import type { LatencyCounts, LatencyRow, UsageCounts, UsageGroup, UsageRow, UsageStore } from './usage-store.ts'

export interface UsageReportRow extends UsageRow {
  p50_ms: number | null
  p95_ms: number | null
}

interface Counts {
  usage: UsageCounts
  /** Counts of requests by latency bucket. */
  latency: Map<number, LatencyCounts>
}

/**
 * What waits to be written, by day, key, route and method or model. Maps in maps: the names are long and known already, and to put them
 * together for each request would cost more than to count it.
 */
type WorkspaceCounts = Map<string, Map<string, Map<string, Map<string, Counts>>>>

const flushMs = 3000
// Of a workspace: a failing disk must not fill the memory instead.
const mostWaiting = 10_000

/** Counts requests and tokens in memory and writes them down every few seconds, a transaction a workspace. */
export class UsageMeter {
  readonly #store: UsageStore
  readonly #clock: Clock
  readonly #log: Logger
  readonly #waiting = new Map<string, WorkspaceCounts>()
  /** Workspaces that go elsewhere in a moment: nothing of them may wait. */
  readonly #leaving = new Set<string>()
  /** Workspaces whose counts could not be written the last time. */
  readonly #troubled = new Set<string>()
  readonly #rows = new Map<string, number>()
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
    const counts =
      this.#waiting.get(principal.workspace_id)?.get(day)?.get(key_id)?.get(route)?.get(method) ??
      this.#begin(principal.workspace_id, route, method, { day, key_id, route: `${method} ${route}`, model: '' })
    if (counts === null) return
    const { usage, latency } = counts
    usage.requests += 1
    if (status >= 400) usage.errors += 1
    const bucket = bucketOf(duration_ms)
    const counted = latency.get(bucket)
    if (counted) counted.count += 1
    else latency.set(bucket, { day, key_id, route: usage.route, bucket, count: 1 })
    if (this.#leaving.has(principal.workspace_id)) this.#flushOne(principal.workspace_id)
  }

  countTokens({ principal, model, usage, cost_usd }: ModelUse): void {
    const day = dayOf(this.#clock.now())
    const key_id = principal.key_id ?? ''
    const counts =
      this.#waiting.get(principal.workspace_id)?.get(day)?.get(key_id)?.get('')?.get(model) ??
      this.#begin(principal.workspace_id, '', model, { day, key_id, route: '', model })
    if (counts === null) return
    counts.usage.prompt_tokens += usage.prompt_tokens
    counts.usage.completion_tokens += usage.completion_tokens
    counts.usage.cost_usd += cost_usd ?? 0
    if (this.#leaving.has(principal.workspace_id)) this.#flushOne(principal.workspace_id)
  }

  /** What was used in a workspace, with everything counted so far. */
  async report(
    workspaceId: string,
    range: { from: string; to: string },
    groups: ReadonlySet<UsageGroup>,
  ): Promise<UsageReportRow[]> {
    this.#flushOne(workspaceId)
    const { usage, latency } = await this.#store.report(workspaceId, range, groups)
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

  /** The workspace goes elsewhere in a moment. */
  leave(workspaceId: string): void {
    this.#leaving.add(workspaceId)
    this.#flushOne(workspaceId)
  }

  /** The workspace is used here no longer: what is known of it may be untrue. */
  forget(workspaceId: string): void {
    this.#leaving.delete(workspaceId)
    this.#drop(workspaceId)
  }

  /** Null when too much waits already. */
  #begin(
    workspaceId: string,
    route: string,
    name: string,
    row: Pick<UsageCounts, 'day' | 'key_id' | 'route' | 'model'>,
  ): Counts | null {
    const rows = this.#rows.get(workspaceId) ?? 0
    if (rows >= mostWaiting) return null
    const counts: Counts = {
      usage: { ...row, requests: 0, errors: 0, prompt_tokens: 0, completion_tokens: 0, cost_usd: 0 },
      latency: new Map(),
    }
    const days = within(this.#waiting, workspaceId)
    within(within(within(days, row.day), row.key_id), route).set(name, counts)
    this.#rows.set(workspaceId, rows + 1)
    this.#timer ??= setTimeout(() => this.flush(), flushMs).unref()
    return counts
  }

  #flushOne(workspaceId: string): void {
    const days = this.#waiting.get(workspaceId)
    if (days === undefined) return
    const waiting = leavesOf(days)
    try {
      const latency = waiting.flatMap(counts => [...counts.latency.values()])
      this.#store.add(
        workspaceId,
        waiting.map(counts => counts.usage),
        latency,
      )
    } catch (error) {
      // A request may end after its workspace was deleted.
      if (error instanceof NotFoundError) return this.#drop(workspaceId)
      // Kept for the next try: the counts are sums, and nothing of them was written.
      if (!this.#troubled.has(workspaceId))
        this.#log.warn({ workspace_id: workspaceId, err: error }, `usage could not be written: ${messageOf(error)}`)
      this.#troubled.add(workspaceId)
      this.#timer ??= setTimeout(() => this.flush(), flushMs).unref()
      return
    }
    this.#drop(workspaceId)
  }

  #drop(workspaceId: string): void {
    this.#troubled.delete(workspaceId)
    this.#waiting.delete(workspaceId)
    this.#rows.delete(workspaceId)
  }
}

function within<Inner>(map: Map<string, Map<string, Inner>>, key: string): Map<string, Inner> {
  const known = map.get(key)
  if (known !== undefined) return known
  const fresh = new Map<string, Inner>()
  map.set(key, fresh)
  return fresh
}

function leavesOf(days: WorkspaceCounts): Counts[] {
  return [...days.values()]
    .flatMap(keys => [...keys.values()])
    .flatMap(routes => [...routes.values()])
    .flatMap(names => [...names.values()])
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
