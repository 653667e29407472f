// Generated from config.schema.json by npm run generate. Do not edit.
import type { JsonObject } from '@svc/plugin'

export interface AgentAppsConfig {
  /**
   * The folder whose subfolders are the agent apps.
   */
  folder: string
  /**
   * Names of apps that are listed and not run.
   */
  disabled_apps: string[]
  /**
   * What each app gets as ctx.config, by the app's name.
   */
  apps: {
    [k: string]: JsonObject
  }
  /**
   * Runs kept in the history of each workspace; the oldest go first.
   */
  keep_runs: number
  /**
   * Run apps on the schedules of their manifests, in the first owner's workspace.
   */
  schedules_enabled: boolean
  /**
   * Cap of a manifest's limits.timeout_ms.
   */
  max_timeout_ms: number
  /**
   * Cap of limits.cpu_ms.
   */
  max_cpu_ms: number
  /**
   * Cap of limits.memory_mb.
   */
  max_memory_mb: number
  /**
   * Cap of limits.output_bytes.
   */
  max_output_bytes: number
  /**
   * Cap of limits.log_bytes.
   */
  max_log_bytes: number
  /**
   * Cap of limits.tool_calls.
   */
  max_tool_calls: number
  /**
   * Cap of limits.tokens.
   */
  max_tokens: number
  /**
   * Cap of limits.concurrency.
   */
  max_concurrency: number
}
