import type { Exchange } from './exchange.ts'

const slowMs = 1_000

/** One line for each request that has ended: a warning when it failed on our side or was slow, else for whoever looks closely. */
export function logAccess(exchange: Exchange, status: number, durationMs: number): void {
  const { method, route } = exchange
  const isSlow = durationMs > slowMs && !route?.definition.longRunning
  const level = status >= 500 || isSlow ? 'warn' : 'debug'
  const fields = {
    method,
    route: route?.definition.path ?? null,
    status,
    duration_ms: Math.round(durationMs),
    user_id: exchange.caller?.user_id,
    workspace_id: exchange.caller?.workspace_id,
  }
  // The route's pattern and not the URL, whose query may hold what people look for.
  exchange.log[level](fields, `${method} ${fields.route ?? 'no route'} ${status}${isSlow ? ', slow' : ''}`)
}
