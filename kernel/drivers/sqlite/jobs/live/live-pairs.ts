import { pairKey, tooManyPairs } from '../../../jobs/queue-rules.ts'
import type { Pair } from '../../../jobs/queue-rules.ts'
import type { JobChange } from '../job-change.ts'
import { countStore } from '../stores/upkeep-store.ts'

/**
 * The queues and kinds of which a workspace has jobs that wait or run. Each makes a claim longer, so there are at most so many. They
 * are counted only where there are as many jobs.
 */
export class LivePairs {
  readonly #most: number
  readonly #counts = new Map<string, Map<string, number>>()

  constructor(most = Infinity) {
    this.#most = most
  }

  /** Called once the job is written; `jobs` is how many are live without it. @throws RateLimitedError */
  assertRoom(change: JobChange, pair: Pair, jobs: number): void {
    const fresh = [...change.live.all()].filter(({ count }) => count > 0)
    if (jobs + fresh.length < this.#most) return
    const known = this.#counts.get(change.workspaceId) ?? this.#read(change, pair)
    const names = new Set(fresh.map(pairKey))
    const key = pairKey(pair)
    if (known.has(key) || names.has(key)) return
    if (known.size + [...names].filter(name => !known.has(name)).length < this.#most) return
    throw tooManyPairs(this.#most)
  }

  /** After the commit. */
  apply(change: JobChange, jobs: number): void {
    const known = this.#counts.get(change.workspaceId)
    if (known === undefined) return
    for (const each of change.live.all()) add(known, each, each.count)
    if (jobs < this.#most / 2) this.#counts.delete(change.workspaceId)
  }

  /** What was committed before. */
  #read(change: JobChange, written: Pair): Map<string, number> {
    const known = new Map<string, number>()
    for (const each of countStore.livePairs(change.db)) add(known, each, each.count)
    for (const each of change.live.all()) add(known, each, -each.count)
    add(known, written, -1)
    this.#counts.set(change.workspaceId, known)
    return known
  }
}

function add(counts: Map<string, number>, pair: Pair, count: number): void {
  const key = pairKey(pair)
  const sum = (counts.get(key) ?? 0) + count
  if (sum <= 0) counts.delete(key)
  else counts.set(key, sum)
}
