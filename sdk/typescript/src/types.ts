export type { AgentAppEvent, ConversationEvent, PlaybookEvent, WorkspaceEvent } from './events.ts'
export type {
  Analysis,
  ApiKey,
  AnyApproval,
  Approval,
  Backup,
  Conversation,
  Dataset,
  DatasetVersion,
  Email,
  FileRecord,
  Job,
  JobSchedule,
  ListedPlaybookRun,
  MemoryDocument,
  MemoryResult,
  Message,
  Model,
  ModelProvider,
  Note,
  PendingApproval,
  Playbook,
  PlaybookApproval,
  PlaybookDetail,
  PlaybookDryRun,
  PlaybookMistake,
  PlaybookPage,
  PlaybookRun,
  PlaybookTask,
  PlaybookVersion,
  QueryResult,
  SavedQuery,
  Task,
  ToolManifest,
  ToolResult,
  User,
  Webhook,
  Workspace,
} from './generated/api.ts'
export type { Json, JsonObject } from './agent-app/json.ts'
import type { Json, JsonObject } from './agent-app/json.ts'

/** An error answer, `application/problem+json` (RFC 9457). */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  /** For machines: `validation_error`, `not_found`, `agent_app_failed`, … */
  readonly code: string
  readonly request_id: string
  readonly errors?: readonly { readonly path: string; readonly message: string }[]
}

/** The problem of a run that failed: 422 `agent_app_failed`, `agent_app_memory_exceeded`, `agent_app_output_invalid`, or 504 `timeout`. */
export interface AgentAppRunProblem extends Problem {
  readonly run_id: string
  readonly error: AgentAppRunError
}

export type AgentAppRunner = 'api' | 'ui' | 'cli' | 'job' | 'playbook'
export type AgentAppRunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

export interface AgentAppRunError {
  readonly name: string
  readonly message: string
  /** Frames read `main.ts:LINE:COLUMN`. */
  readonly stack: string
  readonly code?: string
}

export interface AgentAppLog {
  readonly at: string
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
}

export interface AgentAppUsage {
  readonly duration_ms: number
  readonly cpu_ms: number
  readonly agent_calls: number
  readonly tool_calls: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
}

/** One run, as `POST /api/agent-apps/{name}/run` and `GET /api/agent-apps/runs/{run_id}` answer it. */
export interface AgentAppRun<Output = Json> {
  readonly run_id: string
  readonly app: string
  readonly version: string
  readonly runner: AgentAppRunner
  /** What started it: its runner, or the clock. */
  readonly trigger: AgentAppRunner | 'schedule'
  readonly status: AgentAppRunStatus
  readonly output: Output | null
  readonly error: AgentAppRunError | null
  readonly logs: readonly AgentAppLog[]
  readonly usage: AgentAppUsage
  readonly started_at: string
  readonly finished_at: string | null
  /** In the answer to a run: the newest edit of the folder is broken, and the last good version ran. */
  readonly warnings?: readonly { readonly message: string; readonly file: string; readonly line: number | null }[]
}

/** Where an agent app's folder is wrong. */
export interface AgentAppProblem {
  readonly message: string
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly frame: string | null
}

/** An agent app, as `GET /api/agent-apps` lists it. */
export interface AgentAppSummary {
  readonly name: string
  readonly version: string | null
  readonly display_name: string | null
  readonly description: string | null
  readonly inputs: JsonObject | null
  readonly outputs: JsonObject | null
  readonly permissions: JsonObject
  readonly limits: JsonObject
  readonly runners: readonly AgentAppRunner[]
  readonly schedule: {
    readonly cron: string
    readonly timezone: string
    readonly inputs: JsonObject
    readonly next_run_at: string | null
  } | null
  readonly enabled: boolean
  readonly examples: readonly Json[]
  readonly error?: AgentAppProblem & { readonly problems: readonly AgentAppProblem[] }
}

/** One page of a list; `next_cursor` is null on the last. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}
