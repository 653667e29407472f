import type { JsonObject, JsonSchema, JsonValue } from '../json-schema.ts'
import type { Principal } from '../principal.ts'
import { defineExtensionPoint, defineService } from '../service.ts'
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
  /** The run of the playbook that the app is; null: it is none. */
  playbook_run_id: string | null
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
    /** Who calls is the task of a playbook. */
    call?: AppCall
  }): Promise<AppRunRecord>
  /** This process has ended the run of a playbook that an app began, maybe in a process that is gone: its record is closed. */
  playbookEnded(workspaceId: string, playbookRunId: string): void
}

/** A call by the task of a playbook, which may be made again after a crash. */
export interface AppCall {
  /** The same for this call whenever it is made again. */
  key: string
  /** The run of the playbook. */
  run_id: string
  /** The process died while it was in flight, or it was waited for: a run with the key that has ended counts, however it ended. */
  isRepeated: boolean
}

/** The run of a playbook, as the app that it is sees it. */
export interface AppPlaybookRun {
  playbook_run_id: string
  /** `running` also while it waits. */
  status: 'running' | 'succeeded' | 'failed' | 'cancelled'
  output: JsonValue
  error: { title: string; detail: string | null } | null
  usage: Omit<AppRunUsage, 'cpu_ms'>
  ended_at: string | null
}

export type AppPlaybookEvent = { id: number; at: string } & (
  | { type: 'log'; level: SandboxLog['level']; message: string }
  | { type: 'progress'; fraction: number; note: string | null }
)

/** Runs playbooks for the apps that are ones. */
export interface AppPlaybooks {
  /** Starts a run, or finds the one that `key` has started. @throws as the HTTP route does */
  start(run: {
    playbook: string
    inputs: JsonObject
    principal: Principal
    key: string
    parent_run_id?: string
  }): Promise<AppPlaybookRun>
  /** Null: it was deleted. */
  get(workspaceId: string, playbookRunId: string): AppPlaybookRun | null
  /** Resolves when it has ended, or `signal` aborts. */
  ended(workspaceId: string, playbookRunId: string, signal: AbortSignal): Promise<void>
  /** What happened behind `after`, then each event as it comes, until it has ended. */
  events(
    workspaceId: string,
    playbookRunId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncIterable<AppPlaybookEvent>
  /** @throws ConflictError when it has ended */
  cancel(workspaceId: string, playbookRunId: string, reason: string): void
}

/** Hosted by the plugin that provides {@link agentApps}; the first counts. */
export const appPlaybooks = defineExtensionPoint<AppPlaybooks>('agent-apps.playbooks')

export const agentApps = defineService<AgentApps>('agent-apps.runs')
