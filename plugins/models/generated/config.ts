// Generated from config.schema.json by npm run generate. Do not edit.

export interface ModelsConfig {
  /**
   * Address of an OpenAI-compatible server, up to and with its version: http://127.0.0.1:11434/v1
   */
  base_url?: string
  /**
   * Sent to that server as a bearer token
   */
  api_key?: string
  /**
   * The model used when none is named; without it the first that is listed
   */
  name?: string
  /**
   * Until the last byte of an answer
   */
  timeout_seconds: number
  /**
   * More providers of models: [{"id": "openai", "kind": "openai-compatible", "base_url": "https://api.openai.com/v1", "api_key": "…"}]. Each may have models (id, context_window, input_usd_per_million, output_usd_per_million, cache_read_usd_per_million, cache_write_usd_per_million) and timeout_seconds.
   *
   * @maxItems 50
   */
  providers: ConfiguredProvider[]
}
export interface ConfiguredProvider {
  /**
   * Names it in model ids, <id>/<model>
   */
  id: string
  /**
   * openai-compatible, or what a plugin brings
   */
  kind: string
  base_url?: string
  api_key?: string
  timeout_seconds?: number
  /**
   * @maxItems 1000
   */
  models?: ModelFacts[]
}
export interface ModelFacts {
  id: string
  context_window?: number
  input_usd_per_million?: number
  output_usd_per_million?: number
  cache_read_usd_per_million?: number
  cache_write_usd_per_million?: number
}
