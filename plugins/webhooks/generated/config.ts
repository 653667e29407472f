// Generated from config.schema.json by npm run generate. Do not edit.

export interface WebhooksConfig {
  /**
   * How long each try waits after the one before it; as many tries as there are numbers.
   *
   * @minItems 1
   * @maxItems 20
   */
  retry_seconds: number[]
  /**
   * How long a receiver may take to answer.
   */
  timeout_seconds: number
  /**
   * Deliveries on their way at once; a workspace has at most a quarter of them.
   */
  concurrency: number
  /**
   * Deliveries on their way to one webhook at once; one while it fails.
   */
  endpoint_concurrency: number
  /**
   * Webhooks that a workspace may have.
   */
  max_webhooks: number
  /**
   * Deliveries that may wait for a webhook that fails; with more it is disabled.
   */
  max_pending: number
  /**
   * A webhook for which everything has failed for so long is disabled.
   */
  disable_after_hours: number
  /**
   * How long finished deliveries stay in the log.
   */
  keep_days: number
}
