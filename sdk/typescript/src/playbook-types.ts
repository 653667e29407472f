import type { Json, JsonObject } from './agent-app/json.ts'

type Open<Known extends string> = Known | (string & {})

/** A playbook's definition as the workspace knows it. */
export interface Playbook {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly version: string
  readonly revision: number
  readonly title: string | null
  readonly summary: string | null
  readonly tags: JsonObject
  /** `manifest`: a folder below `manifests/`. `api`: sent by `create`. */
  readonly source: Open<'manifest' | 'api'>
  readonly enabled: boolean
  readonly inputs_schema: JsonObject | null
  readonly output_schema: JsonObject | null
  readonly schedule: JsonObject | null
  /** What its tasks call: tools, apps, playbooks, secrets and the like. */
  readonly needs: JsonObject
  readonly tool_name: string | null
  readonly limits: JsonObject
  readonly created_at: string
  readonly updated_at: string
  /** Why the folder cannot be read; the last good version is served meanwhile. */
  readonly error?: JsonObject
}

/** Where a definition is wrong. */
export interface PlaybookFault {
  readonly code: string
  /** A JSON Pointer. */
  readonly path: string
  readonly message: string
  /** Lines and columns count from 1; null where JSON was sent. */
  readonly line: number | null
  readonly column: number | null
  readonly end_line: number | null
  readonly end_column: number | null
  readonly frame: string | null
  readonly suggestion?: string
}

export interface PlaybookValidation {
  readonly valid: boolean
  readonly errors: readonly PlaybookFault[]
  readonly warnings: readonly PlaybookFault[]
  readonly inputs_schema: JsonObject | null
  readonly needs: JsonObject
  readonly graph: JsonObject
}

/** An error as the Serverless Workflow DSL has it. */
export interface PlaybookError {
  /** `https://serverlessworkflow.io/spec/1.0.0/errors/timeout` and the like. */
  readonly type: string
  readonly status: number
  readonly title?: string
  readonly detail?: string
  /** The task that failed, as a JSON Pointer. */
  readonly instance?: string
}

export type PlaybookRunStatus = Open<
  'pending' | 'running' | 'waiting' | 'suspended' | 'completed' | 'faulted' | 'cancelled'
>

/** A run of a playbook. Lists leave its tasks out. */
export interface PlaybookRun {
  readonly id: string
  readonly playbook_id: string
  readonly name: string
  readonly version: string
  readonly revision: number
  readonly status: PlaybookRunStatus
  readonly waiting_for: readonly {
    readonly task: string
    readonly kind: Open<'timer' | 'event' | 'approval' | 'child'>
    readonly approval_id?: string
    readonly until?: string | null
  }[]
  readonly inputs: JsonObject
  readonly output: Json
  readonly context: Json
  readonly error: PlaybookError | null
  /** The tasks under way, as JSON Pointers. */
  readonly current: readonly string[]
  readonly progress: { readonly finished: number; readonly total: number }
  readonly trigger: Open<'api' | 'ui' | 'cli' | 'tool' | 'app' | 'schedule' | 'event' | 'parent'>
  readonly started_by: { readonly user_id: string | null; readonly key_id?: string | null }
  readonly parent_run_id: string | null
  readonly labels: Readonly<Record<string, string>>
  readonly usage: {
    readonly duration_ms: number
    readonly agent_calls: number
    readonly tool_calls: number
    readonly http_calls: number
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly tasks: number
  }
  readonly created_at: string
  readonly started_at: string | null
  readonly ended_at: string | null
  readonly wake_at: string | null
}

/** One execution of a task. */
export interface PlaybookTask {
  readonly id: string
  readonly name: string
  /** The task's place in the definition, such as `/do/0/ask`. */
  readonly reference: string
  readonly iteration: readonly number[]
  readonly kind: string
  readonly call?: string
  readonly status: PlaybookRunStatus
  readonly skipped: boolean
  readonly attempt: number
  readonly idempotency_key: string
  readonly input: Json
  readonly output: Json
  readonly error: PlaybookError | null
  readonly usage: JsonObject
  readonly started_at: string
  readonly ended_at: string | null
  readonly wake_at: string | null
  readonly approval_id?: string
  readonly child_run_id?: string
  /** The run was resumed from this task or one before it. */
  readonly superseded: boolean
}

/** What a definition does with mocks in the place of its calls. */
export interface PlaybookDryRun {
  readonly status: PlaybookRunStatus
  readonly output: Json
  readonly error: PlaybookError | null
  readonly tasks: readonly JsonObject[]
}

/** What a run asks people. */
export interface PlaybookApproval {
  readonly approval_id: string
  readonly kind: Open<'tool' | 'playbook'>
  readonly run_id: string
  readonly task: string
  readonly title: string
  readonly body: string | null
  readonly data: Json
  readonly form: JsonObject | null
  readonly assignees: readonly string[]
  readonly approvals_needed: number
  readonly decisions: readonly JsonObject[]
  readonly expires_at: string
  readonly status: Open<'pending' | 'approved' | 'denied' | 'expired' | 'withdrawn'>
}

interface EventOf<Type extends string, Data> {
  readonly type: Type
  readonly id: string
  readonly at: string
  readonly run_id: string
  readonly data: Data
}

interface RunEventData {
  readonly run_id: string
  readonly output?: Json
  readonly error?: PlaybookError
}

interface TaskEventData {
  readonly workflow: JsonObject
  /** The task's place in the definition. */
  readonly task: string
  readonly name: string
  readonly iteration: readonly number[]
  readonly attempt: number
  /** The task's kind; of `task.suspended` what it waits for. */
  readonly kind: string
  readonly until?: string
  readonly output?: Json
  readonly error?: PlaybookError
}

type RunStep =
  | 'started'
  | 'suspended'
  | 'resumed'
  | 'cancelled'
  | 'faulted'
  | 'completed'
  | 'correlation-started'
  | 'correlation-completed'
type TaskStep = 'created' | 'started' | 'suspended' | 'resumed' | 'retried' | 'cancelled' | 'faulted' | 'completed'

/** What happens in a run of a playbook. */
export type PlaybookEvent =
  | EventOf<`workflow.${RunStep}`, RunEventData>
  | EventOf<`task.${TaskStep}`, TaskEventData>
  | EventOf<
      'log',
      { readonly level: Open<'debug' | 'info' | 'warn' | 'error'>; readonly message: string; readonly task: string }
    >
  | EventOf<'content' | 'content_reset', { readonly task: string; readonly delta?: string }>
  | EventOf<'tool_call' | 'tool_result', JsonObject & { readonly task: string }>
  | EventOf<
      'approval.requested',
      { readonly approval_id: string; readonly task: string; readonly title: string; readonly expires_at: string }
    >
  | EventOf<'approval.decided', { readonly approval_id: string; readonly decision: string; readonly by: Json }>
  | EventOf<'progress', { readonly finished: number; readonly total: number }>
  | EventOf<
      'done',
      {
        readonly status: PlaybookRunStatus
        readonly output?: Json
        readonly error?: PlaybookError
        readonly usage: PlaybookRun['usage']
      }
    >
