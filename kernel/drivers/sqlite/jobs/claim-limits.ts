import type { JobLimits, KernelDataPlane } from '@svc/plugin'
import { bucketAt, isLimited, limitOf, untilToken } from '../../jobs/queue-rules.ts'
import type { Bucket, Pair, Rate } from '../../jobs/queue-rules.ts'
import type { JobChange } from './job-change.ts'
import { RunningCounts } from './live/running-counts.ts'
import { rateStore } from './stores/home-store.ts'

/** What a transaction has started so far. */
type Starting = Pick<JobChange, 'running' | 'now'>
const noneMore = new RunningCounts()

/** How many jobs may start, by the limits of their queue and kind over all workspaces. */
export class ClaimLimits {
  readonly #limits: JobLimits
  readonly #running: RunningCounts
  readonly #buckets: RateBuckets
  /** Queues where a job could not start for want of a token. */
  readonly #starved = new Set<string>()

  constructor(limits: JobLimits, running: RunningCounts, buckets: RateBuckets) {
    this.#limits = limits
    this.#running = running
    this.#buckets = buckets
  }

  /** Bytes of payloads in one claim. */
  get claimBytes(): number {
    return this.#limits.claimBytes ?? Infinity
  }

  isLimited(pair: Pair): boolean {
    return isLimited(this.#limits, pair)
  }

  get hasAny(): boolean {
    return Object.keys(this.#limits.queues).length > 0 || Object.keys(this.#limits.kinds).length > 0
  }

  /** How many jobs of the pair may start now, as far as it alone is asked for. */
  room(pair: Pair, change: Starting): number {
    const { ofQueue, ofKind, tokens } = this.#left(pair, change)
    const concurrency = Math.max(0, Math.min(ofQueue, ofKind))
    if (tokens < concurrency) this.#starved.add(pair.queue)
    return Math.min(concurrency, tokens)
  }

  /** False when no job of the pair may start at all. */
  mayStart(pair: Pair, now: number): boolean {
    if (!this.isLimited(pair)) return true
    return this.room(pair, { running: noneMore, now }) > 0
  }

  /** Whether one more may start beside those that were chosen. */
  lets(pair: Pair, chosen: readonly Pair[], change: Starting): boolean {
    const { ofQueue, ofKind, tokens } = this.#left(pair, change)
    const sameQueue = chosen.filter(({ queue }) => queue === pair.queue).length
    const sameKind = chosen.filter(({ kind }) => kind === pair.kind).length
    if (sameQueue >= tokens && sameQueue < ofQueue) this.#starved.add(pair.queue)
    return sameQueue < Math.min(ofQueue, tokens) && sameKind < ofKind
  }

  /** Takes the tokens of jobs that start. */
  spend(pairs: readonly Pair[], now: number): void {
    const counts = new Map<string, number>()
    for (const { queue } of pairs) counts.set(queue, (counts.get(queue) ?? 0) + 1)
    for (const [queue, count] of counts) {
      const rate = limitOf(this.#limits.queues, queue)?.rate
      if (rate !== undefined) this.#buckets.take(queue, rate, now, count)
    }
  }

  /** When a queue that waits for one gets a token; null when none waits. */
  nextToken(now: number, isWaiting: (queue: string) => boolean): number | null {
    let next: number | null = null
    for (const queue of this.#starved) {
      const rate = limitOf(this.#limits.queues, queue)?.rate
      if (rate === undefined || !isWaiting(queue)) continue
      next = Math.min(this.#buckets.nextAt(queue, rate, now), next ?? Infinity)
    }
    return next
  }

  /** True when queues that waited for a token have one. They are forgotten: the next claim without a token adds its queue again. */
  takeFed(now: number): boolean {
    let hasFed = false
    for (const queue of this.#starved) {
      const rate = limitOf(this.#limits.queues, queue)?.rate
      if (rate !== undefined && this.#buckets.nextAt(queue, rate, now) > now) continue
      this.#starved.delete(queue)
      hasFed = true
    }
    return hasFed
  }

  /** True when jobs that ended make room for others, in whatever workspace they wait. */
  isEased(change: JobChange): boolean {
    for (const each of change.running.all()) {
      if (each.count >= 0) continue
      const { queues, kinds } = this.#limits
      if (
        limitOf(queues, each.queue)?.concurrency !== undefined ||
        limitOf(kinds, each.kind)?.concurrency !== undefined
      )
        return true
    }
    return false
  }

  #left({ queue, kind }: Pair, change: Starting): { ofQueue: number; ofKind: number; tokens: number } {
    const { concurrency = Infinity, rate } = limitOf(this.#limits.queues, queue) ?? {}
    const { concurrency: kindConcurrency = Infinity } = limitOf(this.#limits.kinds, kind) ?? {}
    return {
      ofQueue: concurrency - this.#running.ofQueue(queue) - change.running.ofQueue(queue),
      ofKind: kindConcurrency - this.#running.ofKind(kind) - change.running.ofKind(kind),
      tokens: rate === undefined ? Infinity : this.#buckets.available(queue, rate, change.now),
    }
  }
}

/** The token buckets of queues with a rate. What is taken is on disk before a job starts, so a crash can lose starts, never add some. */
export class RateBuckets {
  readonly #data: KernelDataPlane
  #rows: Map<string, Bucket> | null = null

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
    return now + untilToken(this.#at(queue, rate, now), rate)
  }

  #at(queue: string, rate: Rate, now: number): Bucket {
    return bucketAt(now, queue, rate, this.#load().get(queue))
  }

  #load(): Map<string, Bucket> {
    this.#rows ??= new Map(this.#data.useKernelFile(db => rateStore.all(db)).map(row => [row.queue, row]))
    return this.#rows
  }
}
