import type { FinishedRequest, MetricsCollector } from '@svc/plugin'
import type { OpenStreams } from './open-streams.ts'
import type { Traffic } from './traffic.ts'

const secondsBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/** Counts requests and what is open. */
export function measureTraffic(metrics: MetricsCollector, parts: { traffic: Traffic; streams: OpenStreams }): void {
  const duration = metrics.histogram(
    'svc_http_request_duration_seconds',
    'Time from a request to the end of its answer',
    secondsBuckets,
    ['method', 'route', 'status'],
  )
  parts.traffic.onFinished((request: FinishedRequest) => {
    // Never the URL itself: ids in it would make a series each.
    const labels = { method: request.method, route: request.route ?? 'none', status: String(request.status) }
    duration.observe(request.duration_ms / 1000, labels)
  })
  metrics.gauge('svc_http_requests_in_flight', 'Requests that are not answered yet, open streams among them', () => [
    { value: parts.traffic.running },
  ])
  metrics.gauge('svc_http_streams_open', 'Server-sent event streams that are open', () => [
    { value: parts.streams.size },
  ])
}
