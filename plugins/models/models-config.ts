/** What is known of a model beyond what its provider lists. */
export interface ModelFacts {
  id: string
  context_window?: number
  input_usd_per_million?: number
  output_usd_per_million?: number
}

/** A provider as the configuration has it; its id names it in model ids. */
export interface ConfiguredProvider {
  id: string
  kind: string
  base_url?: string
  api_key?: string
  models?: ModelFacts[]
  timeout_seconds?: number
}

export interface ModelsConfig {
  base_url?: string
  api_key?: string
  name?: string
  timeout_seconds: number
  providers: ConfiguredProvider[]
}
