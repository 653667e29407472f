import type { QueueLimit } from './contract/job-store.ts'

/** `job_queues` of the configuration. */
export type ConfiguredQueues = Readonly<
  Record<string, { concurrency?: number; rate?: { limit: number; per_seconds: number } }>
>

export function queueLimits(configured: ConfiguredQueues): Record<string, QueueLimit> {
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
