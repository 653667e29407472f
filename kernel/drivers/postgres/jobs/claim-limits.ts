import type { JobLimits, JobRecord } from '@svc/plugin'
import type { PostgresSession } from '../database.ts'
import type { Rooms } from './claim-plan.ts'
import type { Lane } from './lane-store.ts'
import { limitStore } from './limit-store.ts'
import type { RateRow } from './limit-store.ts'

type Rate = { limit: number; per_ms: number }

interface Bucket {
  queue: string
  tokens: number
  updated_at: number
}

/** The room there is now, and what to write when it has been used. */
export interface CountedRooms {
  rooms: Rooms
  used(claimed: readonly JobRecord[]): Promise<void>
}

/** Concurrency and rates over all processes: they are counted under a lock that the transaction holds. */
export class ClaimLimits {
  readonly #limits: JobLimits
  /** Queues where a job waits for a token. */
  readonly #starved = new Set<string>()

  constructor(limits: JobLimits) {
    this.#limits = limits
  }

  isLimited({ queue, kind }: Pick<Lane, 'queue' | 'kind'>): boolean {
    return own(this.#limits.queues, queue) !== undefined || own(this.#limits.kinds, kind)?.concurrency !== undefined
  }

  /** Counts what the lanes have room for. What was settled in the same transaction is counted as ended. */
  async count(db: PostgresSession, now: number | null, lanes: readonly Lane[]): Promise<CountedRooms> {
    const queues = [...new Set(lanes.map(lane => lane.queue))].filter(
      queue => own(this.#limits.queues, queue) !== undefined,
    )
    const kinds = [...new Set(lanes.map(lane => lane.kind))].filter(
      kind => own(this.#limits.kinds, kind)?.concurrency !== undefined,
    )
    await limitStore.lock(db, [...queues.map(queue => `queue ${queue}`), ...kinds.map(kind => `kind ${kind}`)])
    const running = await limitStore.running(db)
    const runningIn = (key: 'queue' | 'kind', name: string): number =>
      running.filter(row => row[key] === name).reduce((sum, row) => sum + row.count, 0)
    const buckets = await this.#buckets(db, now, queues)
    for (const { queue, tokens } of buckets) if (tokens < 1) this.#starved.add(queue)
    const rooms = {
      queues: new Map(
        queues.map(queue => {
          const concurrency = own(this.#limits.queues, queue)?.concurrency ?? Infinity
          const tokens = buckets.find(bucket => bucket.queue === queue)?.tokens ?? Infinity
          return [queue, Math.min(concurrency - runningIn('queue', queue), Math.floor(tokens))]
        }),
      ),
      kinds: new Map(
        kinds.map(kind => [kind, (own(this.#limits.kinds, kind)?.concurrency ?? Infinity) - runningIn('kind', kind)]),
      ),
    }
    return {
      rooms,
      async used(claimed) {
        const spent = buckets.map(bucket => ({
          ...bucket,
          tokens: bucket.tokens - claimed.filter(job => job.queue === bucket.queue).length,
        }))
        if (claimed.length > 0 && spent.length > 0) await limitStore.putRates(db, spent)
      },
    }
  }

  /** When a queue that waits for a token may start a job again, as milliseconds from now. */
  async untilToken(db: PostgresSession, now: number | null): Promise<number | null> {
    if (this.#starved.size === 0) return null
    const buckets = await this.#buckets(db, now, [...this.#starved])
    const waits = buckets.map(({ queue, tokens }) => {
      const rate = own(this.#limits.queues, queue)?.rate as Rate
      if (tokens < 1) return Math.ceil(((1 - tokens) * rate.per_ms) / rate.limit)
      // Told once: whoever finds none again says so.
      this.#starved.delete(queue)
      return 0
    })
    return Math.min(...waits)
  }

  async #buckets(db: PostgresSession, now: number | null, queues: readonly string[]): Promise<Bucket[]> {
    const rated = queues.filter(queue => own(this.#limits.queues, queue)?.rate !== undefined)
    if (rated.length === 0) return []
    const rows = await limitStore.rates(db, now, rated)
    return rows.map(row => bucketOf(row, own(this.#limits.queues, row.queue)?.rate as Rate))
  }
}

/** A token bucket: full at first, refilled evenly; a clock that went back takes nothing away. */
function bucketOf({ queue, tokens, updated_at, now }: RateRow, { limit, per_ms }: Rate): Bucket {
  if (tokens === null || updated_at === null) return { queue, tokens: limit, updated_at: now }
  const refill = (Math.max(0, now - updated_at) * limit) / per_ms
  return { queue, tokens: Math.min(limit, tokens + refill), updated_at: now }
}

/** Names come from outside: `constructor` is a queue like any other. */
function own<T>(limits: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(limits, name) ? limits[name] : undefined
}
