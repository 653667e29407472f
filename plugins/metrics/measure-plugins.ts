import type { MetricsCollector, PluginDirectory } from '@svc/plugin'

/** Which plugins run of those that should. */
export function measurePlugins(metrics: MetricsCollector, directory: Pick<PluginDirectory, 'list'>): void {
  metrics.gauge('svc_plugin_running', '1 when a plugin that is switched on runs, 0 when it does not', () =>
    directory
      .list()
      .filter(({ enabled }) => enabled)
      .map(({ id, outcome }) => ({ value: outcome === 'running' ? 1 : 0, labels: { plugin: id } })),
  )
}
