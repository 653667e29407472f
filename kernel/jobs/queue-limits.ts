import type { JobLimits, QueueLimit } from '@svc/plugin'

/** `job_queues` of the configuration. */
export type ConfiguredQueues = Readonly<
  Record<string, { concurrency?: number; rate?: { limit: number; per_seconds: number } }>
>

/** The limits of a store, and of the kinds as they are registered. */
export interface GrowingLimits extends JobLimits {
  readonly kinds: Record<string, { concurrency: number }>
}

/** Those of the queues; kinds come later. */
export function jobLimits(queues: ConfiguredQueues): GrowingLimits {
  return { queues: queueLimits(queues), kinds: Object.create(null) as Record<string, never> }
}

function queueLimits(configured: ConfiguredQueues): Record<string, QueueLimit> {
  const entries = Object.entries(configured).map(([queue, { concurrency, rate }]): [string, QueueLimit] => [
    queue,
    {
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(rate === undefined ? {} : { rate: { limit: rate.limit, per_ms: rate.per_seconds * 1000 } }),
    },
  ])
  // A queue may be called `constructor`.
  return Object.assign(Object.create(null) as Record<string, QueueLimit>, Object.fromEntries(entries))
}
