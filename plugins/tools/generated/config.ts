// Generated from config.schema.json by npm run generate. Do not edit.

export interface ToolsConfig {
  /**
   * How long a call may take, for tools without a limit of their own.
   */
  call_timeout_seconds: number
  /**
   * What a tool may answer, as JSON.
   */
  max_output_bytes: number
  /**
   * Values that the arguments of a call may hold, in all objects and lists.
   */
  max_argument_members: number
  /**
   * Different names that the arguments of a call may have.
   */
  max_argument_names: number
  /**
   * How long a call waits for a person before it expires. Rights are checked again when it runs.
   */
  approval_minutes: number
  /**
   * Calls of one workspace that may wait for a person at once.
   */
  max_pending_approvals: number
  /**
   * Of these, the calls of one key, person or agent app, so that none takes the places of all others.
   */
  max_pending_per_caller: number
  /**
   * How long the records of calls and decided approvals stay.
   */
  keep_days: number
  /**
   * Records of calls that a workspace keeps at most; the oldest go first.
   */
  keep_calls: number
  /**
   * Processes for the tools that compute (`json_query`, `text_diff`, `calculator`, `datetime`); a workspace has at most half of them at work at once.
   */
  compute_processes: number
  /**
   * Calls of these tools of one workspace that may wait for a process; more get 429.
   */
  compute_waiting: number
}
