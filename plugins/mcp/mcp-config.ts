/** `config.schema.json`, as the kernel hands it over. */
export interface McpConfig {
  servers_file: string
  stdio_enabled: boolean
  call_timeout_seconds: number
  max_result_bytes: number
  max_sessions: number
  session_minutes: number
}
