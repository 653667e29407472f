// Generated from config.schema.json by npm run generate. Do not edit.

export interface MetricsConfig {
  /**
   * Serve /metrics for Prometheus.
   */
  metrics_enabled: boolean
  /**
   * What a reader of /metrics must send as a bearer token; without it anyone who reaches the port may read.
   */
  metrics_token?: string
}
