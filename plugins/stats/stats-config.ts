/** `config.schema.json`, as the kernel hands it over. */
export interface StatsConfig {
  timeout_seconds: number
  max_analyses: number
  export_seconds: number
  import_max_mb: number
  memory_mb: number
  idle_seconds: number
  spare_process: boolean
}
