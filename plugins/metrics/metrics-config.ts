/** `config.schema.json`, as the kernel hands it over. */
export interface MetricsConfig {
  metrics_enabled: boolean
  metrics_token?: string
}
