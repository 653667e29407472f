import { defineService } from '../service.ts'

export interface MetricSample {
  value: number
  labels?: Record<string, string>
}

/**
 * Numbers for `/metrics`. Names follow Prometheus: `svc_<domain>_<thing>_<unit>`, counters end in `_total`; labels never hold ids.
 * Nothing is counted or read while metrics are off. Label values beyond some hundreds are counted as `other`.
 */
export interface Metrics {
  /** Read when `/metrics` is asked for, at most five seconds. */
  gauge(name: string, help: string, read: () => readonly MetricSample[] | Promise<readonly MetricSample[]>): void
  /** With `labelNames` it is shown from the start, at 0 when there are none; otherwise its first call decides its labels. */
  counter(
    name: string,
    help: string,
    labelNames?: readonly string[],
  ): { add(value?: number, labels?: Record<string, string>): void }
  /** `labelNames` as with a counter. */
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames?: readonly string[],
  ): { observe(value: number, labels?: Record<string, string>): void }
}

export const metrics = defineService<Metrics>('core.metrics')
