// Generated from config.schema.json by npm run generate. Do not edit.

export interface SandboxConfig {
  /**
   * Where compiled apps are kept, by the hash of their sources
   */
  cache_folder: string
  /**
   * Sandbox processes at most; each runs one app at a time
   */
  max_hosts: number
  /**
   * Processes held ready for the next workspace, from the first run or compilation on
   */
  warm_hosts: number
  /**
   * Runs after which a process is replaced
   */
  runs_per_host: number
  /**
   * Runs that may wait for a process; more are refused with 429, first those of the person who has the most waiting
   */
  max_queued_runs: number
  /**
   * Wall clock that a manifest may ask for
   */
  max_timeout_ms: number
  /**
   * CPU between awaits that a manifest may ask for
   */
  max_cpu_ms: number
  /**
   * Memory that a manifest may ask for
   */
  max_memory_mb: number
  /**
   * Output that a manifest may ask for
   */
  max_output_bytes: number
  /**
   * Calls in one run that a manifest may ask for
   */
  max_calls: number
}
