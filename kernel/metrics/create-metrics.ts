import type { Logger } from '@svc/plugin'
import type { ProcessMetrics } from './metrics.ts'
import { noMetrics } from './no-metrics.ts'
import type { Prometheus } from './prometheus-metrics.ts'

export interface MetricsOptions {
  enabled: boolean
  version: string
  log: Logger
}

/** The metrics of this process; the library is loaded only when somebody will read them. */
export async function createMetrics({ enabled, version, log }: MetricsOptions): Promise<ProcessMetrics> {
  if (!enabled) return noMetrics
  const [library, { PrometheusMetrics }] = await Promise.all([import('prom-client'), import('./prometheus-metrics.ts')])
  const metrics = new PrometheusMetrics(library.default as Prometheus, log)
  const build = { version, node: process.version }
  metrics.gauge('svc_build_info', 'Which svc this is; always 1', () => [{ value: 1, labels: build }])
  return metrics
}
