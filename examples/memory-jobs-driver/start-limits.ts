import { RateLimitedError } from '@svc/plugin'
import type { JobLimits, JobRecord, NewJobRecord, QueueLimit } from '@svc/plugin'
import { isLive } from './job-changes.ts'

type Rate = NonNullable<QueueLimit['rate']>

export interface Bucket {
  tokens: number
  at: number
}

const pairOf = ({ queue, kind }: NewJobRecord): string => `${queue} ${kind}`

/** How many jobs may run at a time, and how many may start in a time. */
export class StartLimits {
  readonly #limits: JobLimits
  /** By queue; they belong to the place, because another store on it must not refill them. */
  readonly #buckets: Map<string, Bucket>

  constructor(limits: JobLimits, buckets: Map<string, Bucket>) {
    this.#limits = limits
    this.#buckets = buckets
  }

  mayStart(job: JobRecord, jobs: Iterable<JobRecord>, now: number): boolean {
    const { queue, kind, rate } = this.#limitsOf(job)
    if (rate !== undefined && this.#bucket(job.queue, rate, now).tokens < 1) return false
    if (queue === undefined && kind === undefined) return true
    const running = [...jobs].filter(other => other.state === 'running')
    return (
      running.filter(other => other.queue === job.queue).length < (queue ?? Infinity) &&
      running.filter(other => other.kind === job.kind).length < (kind ?? Infinity)
    )
  }

  started(job: JobRecord, now: number): void {
    const { rate } = this.#limitsOf(job)
    if (rate === undefined) return
    const { tokens, at } = this.#bucket(job.queue, rate, now)
    this.#buckets.set(job.queue, { tokens: tokens - 1, at })
  }

  /** Whether the end of the job may let another one start, in whatever workspace it waits. */
  holdsBack(job: JobRecord): boolean {
    const { queue, kind } = this.#limitsOf(job)
    return queue !== undefined || kind !== undefined
  }

  /** A workspace has live jobs of so many pairs of queue and kind. @throws RateLimitedError */
  assertRoom(made: readonly (NewJobRecord | JobRecord)[], jobs: Iterable<JobRecord>): void {
    const { livePairs = Infinity } = this.#limits
    const live = [...jobs].filter(isLive)
    for (const [workspaceId, ofWorkspace] of Map.groupBy(made, job => job.workspace_id)) {
      const known = new Set(live.filter(job => job.workspace_id === workspaceId).map(pairOf))
      const names = new Set([...known, ...ofWorkspace.map(pairOf)])
      if (names.size === known.size || names.size <= livePairs) continue
      throw new RateLimitedError(`Jobs of ${livePairs} pairs of queue and kind wait or run already.`, 60)
    }
  }

  /** When there is a token for the job; null when it waits for none. */
  tokenAt(job: JobRecord, now: number): number | null {
    const { rate } = this.#limitsOf(job)
    if (rate === undefined) return null
    const missing = 1 - this.#bucket(job.queue, rate, now).tokens
    return missing <= 0 ? null : now + Math.ceil((missing * rate.per_ms) / rate.limit)
  }

  /** A bucket that nobody has used is full; a clock that goes back adds nothing. */
  #bucket(queue: string, rate: Rate, now: number): Bucket {
    const { tokens, at } = this.#buckets.get(queue) ?? { tokens: rate.limit, at: now }
    const gained = (Math.max(now - at, 0) * rate.limit) / rate.per_ms
    return { tokens: Math.min(rate.limit, tokens + gained), at: now }
  }

  /** Names come from outside: `constructor` is a queue like any other. */
  #limitsOf({ queue, kind }: JobRecord): { queue?: number; kind?: number; rate?: Rate } {
    const { queues, kinds } = this.#limits
    const ofQueue = Object.hasOwn(queues, queue) ? queues[queue] : undefined
    const ofKind = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    return { queue: ofQueue?.concurrency, kind: ofKind?.concurrency, rate: ofQueue?.rate }
  }
}
