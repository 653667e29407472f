import type { JsonObject, JsonSchema, JsonValue } from '../json-schema.ts'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'
import type { AppProblem, SandboxLog } from './sandbox.ts'

export type AppRunner = 'api' | 'ui' | 'cli' | 'job' | 'playbook'
/** What started a run: its runner, or the clock. */
export type RunTrigger = AppRunner | 'schedule'
export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

export interface AgentAppSummary {
  name: string
  version: string | null
  display_name: string | null
  description: string | null
  /** The folder's `icon.svg` as a `data:` URL. */
  icon: string | null
  inputs: JsonSchema | null
  outputs: JsonSchema | null
  permissions: JsonObject
  limits: JsonObject
  runners: AppRunner[]
  /** When it runs by the clock, as its manifest says. */
  schedule: { cron: string; timezone: string; inputs: JsonObject } | null
  enabled: boolean
  examples: object[]
  /** Set while the folder does not validate or compile; the last good version, if any, stays up. */
  error?: AppProblem & { problems: AppProblem[] }
}

export interface AppRunUsage {
  duration_ms: number
  cpu_ms: number
  agent_calls: number
  tool_calls: number
  prompt_tokens: number
  completion_tokens: number
}

export interface AppRunRecord {
  run_id: string
  app: string
  version: string
  runner: AppRunner
  trigger: RunTrigger
  status: RunStatus
  output: JsonValue
  error: { name: string; message: string; stack: string; code?: string } | null
  logs: SandboxLog[]
  usage: AppRunUsage
  started_at: string
  finished_at: string | null
}

/** That the last good version ran, because the folder as it is now is broken: what is wrong with it, and where. */
export interface AppRunWarning {
  message: string
  file: string
  line: number | null
}

/** Agent apps as other plugins see them (playbooks, /v1's `app:<name>`, MCP). */
export interface AgentApps {
  /** The folder whose subfolders are the agent apps, absolute. */
  readonly folder: string
  list(): AgentAppSummary[]
  /** Resolves once every folder was looked into, at the latest when `signal` aborts. */
  settled(signal: AbortSignal): Promise<void>
  get(name: string): AgentAppSummary | null
  /** Runs to the end. @throws as the HTTP route does */
  run(run: {
    app: string
    inputs: JsonObject
    runner: AppRunner
    principal: Principal
    signal: AbortSignal
  }): Promise<AppRunRecord>
}

export const agentApps = defineService<AgentApps>('agent-apps.runs')
