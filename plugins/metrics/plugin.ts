import { definePlugin, httpServer, metrics, pluginDirectory, UnauthenticatedError } from '@svc/plugin'
import { bearerCheck } from './bearer-check.ts'
import type { MetricsConfig } from './generated/config.ts'

export const plugin = definePlugin<MetricsConfig>()({
  id: 'metrics',
  uses: { http: httpServer, metrics, plugins: pluginDirectory },
  async setup({ http, metrics, plugins }, env) {
    const { metrics_enabled: isEnabled, metrics_token: token } = env.config
    // A worker and a command listen nowhere, so nobody could ask them.
    if (!isEnabled || env.role !== 'server') return
    // The library is loaded only where somebody will read the numbers.
    const { measurePlugins, PrometheusMetrics } = await import('./prometheus-metrics.ts')
    const numbers = new PrometheusMetrics(env.log)
    metrics.collectWith(numbers)
    const build = { version: http.facts().version, node: process.version }
    numbers.gauge('svc_build_info', 'Which svc this is; always 1', () => [{ value: 1, labels: build }])
    measurePlugins(numbers, plugins)
    const mayRead = bearerCheck(token ?? null)
    http.addProbe('/metrics', ({ authorization }) => {
      if (!mayRead(authorization)) throw new UnauthenticatedError()
      return numbers.scrape()
    })
  },
})
