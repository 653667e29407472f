import type { FinishedRequest } from '@svc/plugin'
import type { Traffic } from './traffic.ts'

type Prometheus = typeof import('prom-client')

const secondsBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/** Counts requests from the moment the library is loaded, which nobody waits for before metrics are read. */
export function collectMetrics(traffic: Traffic): () => Promise<{ contentType: string; text: string }> {
  const loading = import('prom-client').then(library => register(library.default as Prometheus, traffic))
  // Told to whoever reads the metrics; until then there is nobody to tell.
  loading.catch(() => undefined)
  return async () => {
    const registry = await loading
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
}

function register(library: Prometheus, traffic: Traffic): InstanceType<Prometheus['Registry']> {
  const registry = new library.Registry()
  library.collectDefaultMetrics({ register: registry })
  const duration = new library.Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  traffic.onFinished((request: FinishedRequest) => {
    // Never the URL itself: ids in it would make a series each.
    duration.observe(
      { method: request.method, route: request.route ?? 'none', status: request.status },
      request.duration_ms / 1000,
    )
  })
  return registry
}
