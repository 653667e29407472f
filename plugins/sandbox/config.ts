/** `config.schema.json`, as the kernel hands it over. */
export interface SandboxConfig {
  cache_folder: string
  max_hosts: number
  warm_hosts: number
  runs_per_host: number
  max_queued_runs: number
  max_timeout_ms: number
  max_cpu_ms: number
  max_memory_mb: number
  max_output_bytes: number
  max_calls: number
}
