// Generated from config.schema.json by npm run generate. Do not edit.

export interface StatsConfig {
  /**
   * Analyses that a workspace may keep.
   */
  max_analyses: number
  /**
   * How long making one report may take.
   */
  export_seconds: number
  /**
   * How long one analysis may take.
   */
  timeout_seconds: number
  /**
   * Megabytes that one file may have that is imported for statistics.
   */
  import_max_mb: number
  /**
   * Megabytes of memory that one process of R may take, of which there are at most two and a spare one.
   */
  memory_mb: number
  /**
   * How long a process of R without work stays ready.
   */
  idle_seconds: number
  /**
   * Whether one more process of R stands ready while there is work; without, a workspace's first analysis waits for R to start.
   */
  spare_process: boolean
  /**
   * Processes that run R beside a spare one; a workspace has at most half of them at work at once.
   */
  processes: number
  /**
   * Analyses of one workspace that may wait for a process; more get 429.
   */
  waiting: number
}
