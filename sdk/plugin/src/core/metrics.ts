import { defineService } from '../service.ts'

export interface MetricSample {
  value: number
  labels?: Record<string, string>
}

/** Takes numbers. Names follow Prometheus: `svc_<domain>_<thing>_<unit>`, counters end in `_total`; labels never hold ids. */
export interface MetricsCollector {
  /** Read when the numbers are asked for, at most five seconds. */
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

/** Numbers for people who monitor the server. Nothing is counted or read until a plugin collects them. */
export interface Metrics extends MetricsCollector {
  /** Runs once the numbers are collected, and never where they are not: for what costs something to measure. */
  whenCollected(measure: (collector: MetricsCollector) => void): void
  /** For the plugin that shows the numbers: it gets all that are declared, before and after. @throws Error when another one does */
  collectWith(collector: MetricsCollector): void
}

export const metrics = defineService<Metrics>('core.metrics')
