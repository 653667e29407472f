import type { JsonObject } from '@svc/plugin'

/** `config.schema.json`, as the kernel hands it over. */
export interface AgentAppsConfig extends LimitCaps {
  folder: string
  disabled_apps: string[]
  apps: Record<string, JsonObject>
  keep_runs: number
  schedules_enabled: boolean
}

/** The operator's caps of what manifests may ask for in `limits`. */
export interface LimitCaps {
  max_timeout_ms: number
  max_cpu_ms: number
  max_memory_mb: number
  max_output_bytes: number
  max_log_bytes: number
  max_tool_calls: number
  max_tokens: number
  max_concurrency: number
}

/** The values that the operator configured for an app. */
export function configOf({ apps }: Pick<AgentAppsConfig, 'apps'>, name: string): JsonObject {
  // An app may have any name, also that of a property which every object has.
  return (Object.hasOwn(apps, name) ? apps[name] : undefined) ?? {}
}
