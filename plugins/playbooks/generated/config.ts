// Generated from config.schema.json by npm run generate. Do not edit.

export interface PlaybooksConfig {
  /**
   * Runs of a workspace that have not ended; a start beyond is refused with 429.
   */
  max_live_runs: number
  /**
   * Executions of tasks in a run; one more faults it.
   */
  max_task_executions: number
  /**
   * Calls of all runs at one time; others wait, and no workspace starves another.
   */
  max_steps: number
  /**
   * Calls of the runs of one workspace at one time.
   */
  max_steps_each: number
  /**
   * How long runs that have ended are kept.
   */
  keep_days: number
  /**
   * How many runs of a workspace that have ended are kept.
   */
  keep_runs: number
}
