// Generated from config.schema.json by npm run generate. Do not edit.

export interface ModelsConfig {
  /**
   * Address of an OpenAI-compatible server, up to and with its version: http://127.0.0.1:11434/v1
   */
  base_url?: string
  /**
   * Sent to that server as a bearer token: visible ASCII characters without spaces
   */
  api_key?: string
  /**
   * The model used when none is named; without it the first that is listed
   */
  name?: string
  /**
   * Until an answer begins, and then between two of its pieces; an answer that goes on may take an hour, embeddings end in this time
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
   * 1 to 63 lower-case letters, digits or . _ - and a letter or a digit first; names it in model ids, <id>/<model>. svc, agent, app and openai-compatible are taken
   */
  id: string
  /**
   * openai-compatible, or what a plugin brings
   */
  kind: string
  /**
   * An http:// or https:// address up to and with its version, without user, query or fragment
   */
  base_url?: string
  /**
   * Visible ASCII characters without spaces
   */
  api_key?: string
  timeout_seconds?: number
  /**
   * @maxItems 1000
   */
  models?: ModelFacts[]
}
export interface ModelFacts {
  /**
   * The model's id as its provider has it, without spaces
   */
  id: string
  context_window?: number
  input_usd_per_million?: number
  output_usd_per_million?: number
  cache_read_usd_per_million?: number
  cache_write_usd_per_million?: number
}
