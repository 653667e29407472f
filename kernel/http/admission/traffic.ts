import type { Clock, FinishedRequest, MetricsCollector } from '@svc/plugin'
import type { Exchange } from '../exchange.ts'
import type { OpenStreams } from '../replies/open-streams.ts'

/** nginx's word for a client that left before it was answered. */
const clientClosed = 499
const slowMs = 1000
const secondsBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30]

/** What is under way: counted for a graceful stop, reported once it is finished. */
export class Traffic {
  /** The abort controllers of requests whose signal somebody reads. */
  readonly aborts = new Set<AbortController>()
  readonly #clock: Clock
  readonly #logsAll: boolean
  readonly #listeners: ((request: FinishedRequest) => void)[] = []
  #running = 0
  #onIdle: (() => void) | undefined
  #stopping = false

  /** `logsAll`: whether a line for each request would be written at all. */
  constructor(clock: Clock, logsAll: boolean) {
    this.#clock = clock
    this.#logsAll = logsAll
  }

  get running(): number {
    return this.#running
  }

  get stopping(): boolean {
    return this.#stopping
  }

  onFinished(listener: (request: FinishedRequest) => void): void {
    this.#listeners.push(listener)
  }

  enter(exchange: Exchange): void {
    this.#running += 1
    // A response closes once, so the listener needs none of what `once` would make for it.
    exchange.response.on('close', () => this.#leave(exchange))
  }

  stop(): void {
    this.#stopping = true
  }

  /** Resolves when no request is under way. */
  idle(): Promise<void> {
    return new Promise(resolve => {
      if (this.#running === 0) resolve()
      else this.#onIdle = resolve
    })
  }

  abortAll(reason: Error): void {
    for (const controller of this.aborts) controller.abort(reason)
  }

  #leave(exchange: Exchange): void {
    this.#running -= 1
    if (this.#running === 0) this.#onIdle?.()
    const { method, response, route } = exchange
    const duration = performance.now() - exchange.startedAt
    const status = response.headersSent ? response.statusCode : clientClosed
    this.#log(exchange, status, duration)
    if (this.#listeners.length === 0) return
    const finished: FinishedRequest = {
      at: this.#clock.now(),
      principal: exchange.isSentOn ? null : exchange.caller,
      method,
      route: route?.definition.path ?? null,
      status,
      duration_ms: duration,
    }
    for (const listener of this.#listeners) listener(finished)
  }

  /** One line for each request: a warning when it was slow or failed on our side (a page that is still being built, which has no route, does not), else at the level `debug`. */
  #log(exchange: Exchange, status: number, duration: number): void {
    const { caller, method, route } = exchange
    const isSlow = duration > slowMs && !route?.definition.longRunning
    const isWarning = isSlow || (status >= 500 && (status !== 503 || route !== null))
    if (!isWarning && !this.#logsAll) return
    const fields = {
      method,
      route: route?.definition.path ?? null,
      status,
      duration_ms: Math.round(duration),
      user_id: caller?.user_id,
      workspace_id: caller?.workspace_id,
    }
    // The route's pattern and not the URL, whose query may hold what people look for.
    const line = `${method} ${fields.route ?? 'no route'} ${status}${isSlow ? ', slow' : ''}`
    exchange.log[isWarning ? 'warn' : 'debug'](fields, line)
  }
}

/** Counts requests and what is open. */
export function measureTraffic(metrics: MetricsCollector, traffic: Traffic, streams: OpenStreams): void {
  const duration = metrics.histogram(
    'svc_http_request_duration_seconds',
    'Time from a request to the end of its answer; the route is a pattern, never a path',
    secondsBuckets,
    ['method', 'route', 'status'],
  )
  traffic.onFinished(({ duration_ms, method, route, status }) => {
    // Never the URL itself: ids in it would make a series each.
    duration.observe(duration_ms / 1000, { method, route: route ?? 'none', status: String(status) })
  })
  metrics.gauge('svc_http_requests_in_flight', 'Requests that are not answered yet, open streams among them', () => [
    { value: traffic.running },
  ])
  metrics.gauge('svc_http_streams_open', 'Server-sent event streams that are open', () => [{ value: streams.size }])
}
