import type { JobLimits, JobRecord } from '@svc/plugin'
import type { PostgresSession } from '../database.ts'
import { bucketAt, isLimited, limitOf, untilToken } from '../../jobs/queue-rules.ts'
import type { Bucket, Pair, Rate } from '../../jobs/queue-rules.ts'
import type { Rooms } from './claim-plan.ts'
import type { Lane } from './stores/claim-store.ts'
import { limitStore } from './stores/claim-store.ts'

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

  /** Bytes of payloads in one claim. */
  get claimBytes(): number {
    return this.#limits.claimBytes ?? Infinity
  }

  isLimited(pair: Pair): boolean {
    return isLimited(this.#limits, pair)
  }

  /** Counts what the lanes have room for. What was settled in the same transaction is counted as ended. */
  async count(db: PostgresSession, now: number | null, lanes: readonly Lane[]): Promise<CountedRooms> {
    const queues = [...new Set(lanes.map(lane => lane.queue))].filter(
      queue => limitOf(this.#limits.queues, queue) !== undefined,
    )
    const kinds = [...new Set(lanes.map(lane => lane.kind))].filter(
      kind => limitOf(this.#limits.kinds, kind)?.concurrency !== undefined,
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
          const concurrency = limitOf(this.#limits.queues, queue)?.concurrency ?? Infinity
          const tokens = buckets.find(bucket => bucket.queue === queue)?.tokens ?? Infinity
          return [queue, Math.min(concurrency - runningIn('queue', queue), Math.floor(tokens))]
        }),
      ),
      kinds: new Map(
        kinds.map(kind => [
          kind,
          (limitOf(this.#limits.kinds, kind)?.concurrency ?? Infinity) - runningIn('kind', kind),
        ]),
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
    const waits = buckets.map(bucket => {
      const wait = untilToken(bucket, limitOf(this.#limits.queues, bucket.queue)?.rate as Rate)
      // Reported once: the next claim without a token adds the queue again.
      if (wait === 0) this.#starved.delete(bucket.queue)
      return wait
    })
    return Math.min(...waits)
  }

  async #buckets(db: PostgresSession, now: number | null, queues: readonly string[]): Promise<Bucket[]> {
    const rated = queues.filter(queue => limitOf(this.#limits.queues, queue)?.rate !== undefined)
    if (rated.length === 0) return []
    const rows = await limitStore.rates(db, now, rated)
    return rows.map(({ queue, tokens, at, now: time }) => {
      const stored = tokens === null || at === null ? undefined : { queue, tokens, at }
      return bucketAt(time, queue, limitOf(this.#limits.queues, queue)?.rate as Rate, stored)
    })
  }
}
