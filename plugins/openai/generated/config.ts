// Generated from config.schema.json by npm run generate. Do not edit.

export interface OpenAiConfig {
  /**
   * Answers of /v1 that may be under way at once for one key; the next is refused with 429
   */
  max_open_calls: number
  /**
   * MiB that the stored responses of /v1/responses of a workspace may hold, beside the conversations that they are turns of
   */
  responses_quota_mb: number
}
