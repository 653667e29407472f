/** `config.schema.json`, as the kernel hands it over. */
export interface WebhooksConfig {
  retry_seconds: number[]
  timeout_seconds: number
  concurrency: number
  endpoint_concurrency: number
  max_webhooks: number
  max_pending: number
  disable_after_hours: number
  keep_days: number
}
