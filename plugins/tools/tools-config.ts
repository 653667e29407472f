/** `config.schema.json`, as the kernel hands it over. */
export interface ToolsConfig {
  call_timeout_seconds: number
  max_output_bytes: number
  approval_minutes: number
  max_pending_approvals: number
  max_pending_per_caller: number
  keep_days: number
  keep_calls: number
}
