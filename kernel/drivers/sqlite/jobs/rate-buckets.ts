import type { KernelDataPlane, QueueLimit } from '@svc/plugin'
import { rateStore } from './rate-store.ts'
import type { RateRow } from './rate-store.ts'

type Rate = NonNullable<QueueLimit['rate']>

/** The token buckets of queues with a rate. What is taken is on disk before a job starts, so a crash can lose starts, never add some. */
export class RateBuckets {
  readonly #data: KernelDataPlane
  #rows: Map<string, RateRow> | null = null

  constructor(data: KernelDataPlane) {
    this.#data = data
  }

  /** Whole tokens that may be taken now. */
  available(queue: string, rate: Rate, now: number): number {
    return Math.floor(this.#at(queue, rate, now).tokens)
  }

  take(queue: string, rate: Rate, now: number, count: number): void {
    const row = this.#at(queue, rate, now)
    const left = { ...row, tokens: row.tokens - count }
    this.#data.useKernelFile(db => rateStore.put(db, left))
    this.#load().set(queue, left)
  }

  /** When there is a whole token again. */
  nextAt(queue: string, rate: Rate, now: number): number {
    const missing = 1 - this.#at(queue, rate, now).tokens
    return missing <= 0 ? now : now + Math.ceil((missing * rate.per_ms) / rate.limit)
  }

  /** A bucket that nobody has used is full; a clock that went back adds nothing. */
  #at(queue: string, rate: Rate, now: number): RateRow {
    const row = this.#load().get(queue)
    if (row === undefined) return { queue, tokens: rate.limit, at: now }
    const gained = (Math.max(now - row.at, 0) * rate.limit) / rate.per_ms
    return { queue, tokens: Math.min(rate.limit, row.tokens + gained), at: now }
  }

  #load(): Map<string, RateRow> {
    this.#rows ??= new Map(this.#data.useKernelFile(db => rateStore.all(db)).map(row => [row.queue, row]))
    return this.#rows
  }
}
