// Generated from config.schema.json by npm run generate. Do not edit.

export interface McpConfig {
  /**
   * The file that names other MCP servers, whose tools are offered here.
   */
  servers_file: string
  /**
   * Start the programs that the file names as `command`, with the rights of this server.
   */
  stdio_enabled: boolean
  /**
   * How long another server may take to answer a call.
   */
  call_timeout_seconds: number
  /**
   * How much another server may answer to one request.
   */
  max_result_bytes: number
  /**
   * Sessions of clients of the older protocol that are kept at once; those unused for longest go first.
   */
  max_sessions: number
  /**
   * Of these, the sessions of one person with all of their keys; for one more their own that is unused for longest ends.
   */
  max_sessions_per_person: number
  /**
   * A session unused for so long is forgotten; its client begins a new one.
   */
  session_minutes: number
}
