import { RateLimitedError } from '@svc/plugin'
import type { ClaimRequest, JobLimits, JobRecord, QueueLimit } from '@svc/plugin'

/** A job's queue and kind. */
export interface Pair {
  queue: string
  kind: string
}

/** A line break is in no name. */
export function pairKey({ queue, kind }: Pair): string {
  return `${queue}\n${kind}`
}

export function tooManyPairs(most: number): RateLimitedError {
  return new RateLimitedError(
    `This workspace has jobs of ${most} pairs of queue and kind that wait or run. Wait until some have ended, or use fewer names.`,
    pairRetrySeconds,
  )
}

/** What makes up a {@link JobRecord}. */
export const jobFields = [
  'workspace_id',
  'job_id',
  'queue',
  'kind',
  'state',
  'cancel_requested',
  'priority',
  'attempt',
  'max_attempts',
  'progress',
  'run_at',
  'lease_expires_at',
  'created_at',
  'started_at',
  'finished_at',
  'worker_id',
  'claim_token',
  'unique_key',
  'payload',
  'result',
  'error',
] as const satisfies readonly (keyof JobRecord)[]

const pairRetrySeconds = 60

/** A longer lease than any that is given: its end was written by a clock that has gone back since. */
export const longestLeaseMs = 2 * 3_600_000

/** A longer pause than any that is made before another attempt. */
export const longestPauseMs = 2 * 3_600_000

/** What a queue takes; a claim of few jobs need not look at their sizes. */
export const mostPayloadBytes = 1024 * 1024

/** How many jobs one step takes, so that nothing else waits long for it. */
export const atOnce = { promoted: 1000, takenBack: 100, pruned: 10_000, exported: 500 }

/** Why a job was taken from its worker. */
export const takeBackReasons = {
  leaseLost: 'The worker stopped reporting, so the lease of the job ran out',
  workerEnded: 'The server ended while it ran this job',
}

/** True for jobs that the caller asks for. */
export function isWanted(request: Pick<ClaimRequest, 'queues' | 'kinds' | 'except_kinds'>, pair: Pair): boolean {
  const { queues, kinds, except_kinds } = request
  if (queues !== null && !queues.includes(pair.queue)) return false
  if (kinds !== null && !kinds.includes(pair.kind)) return false
  return except_kinds === undefined || !except_kinds.includes(pair.kind)
}

interface Turn {
  priority: number
  run_at: number
  job_id: string
}

/** Highest priority first, then the oldest: the order in which jobs are claimed. */
export function inClaimOrder(a: Turn, b: Turn): number {
  if (a.priority !== b.priority) return b.priority - a.priority
  if (a.run_at !== b.run_at) return a.run_at - b.run_at
  return a.job_id < b.job_id ? -1 : 1
}

/** Names come from outside: `constructor` is a queue like any other. */
export function limitOf<T>(limits: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(limits, name) ? limits[name] : undefined
}

/** True when a limit may keep a job of the pair from starting. */
export function isLimited({ queues, kinds }: JobLimits, { queue, kind }: Pair): boolean {
  return limitOf(queues, queue) !== undefined || limitOf(kinds, kind)?.concurrency !== undefined
}

export type Rate = NonNullable<QueueLimit['rate']>

/** The token bucket of a queue with a rate, as it was at a time. */
export interface Bucket {
  queue: string
  tokens: number
  at: number
}

/** A bucket that nobody has used is full, then refilled evenly; a clock that went back takes nothing away. */
export function bucketAt(now: number, queue: string, rate: Rate, stored: Bucket | undefined): Bucket {
  if (stored === undefined) return { queue, tokens: rate.limit, at: now }
  const refill = (Math.max(0, now - stored.at) * rate.limit) / rate.per_ms
  return { queue, tokens: Math.min(rate.limit, stored.tokens + refill), at: now }
}

/** Milliseconds until there is a whole token. */
export function untilToken({ tokens }: Bucket, rate: Rate): number {
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * rate.per_ms) / rate.limit)
}
