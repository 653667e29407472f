import type { JsonObject, JsonSchema, JsonValue } from '@svc/plugin'

// The Serverless Workflow DSL 1.0.3 as JSON, as far as svc takes it.

export type Duration =
  string | { days?: number; hours?: number; minutes?: number; seconds?: number; milliseconds?: number }

export interface Schema {
  format?: string
  document: JsonSchema
}

export interface DataIn {
  schema?: Schema
  from?: string | JsonObject
}

export interface DataOut {
  schema?: Schema
  as?: string | JsonObject
}

export interface Timeout {
  after: Duration
}

/** The members that tasks of every kind may have. */
export interface TaskBase {
  if?: string
  input?: DataIn
  output?: DataOut
  export?: DataOut
  timeout?: string | Timeout
  then?: string
  metadata?: JsonObject
}

export interface ErrorDefinition {
  type: string
  status: number | string
  title?: string
  detail?: string
  instance?: string
}

export interface RetryPolicy {
  when?: string
  exceptWhen?: string
  delay?: Duration
  backoff?: { constant?: JsonObject; exponential?: JsonObject; linear?: JsonObject }
  limit?: { attempt?: { count?: number; duration?: Duration }; duration?: Duration }
  jitter?: { from: Duration; to: Duration }
}

/** One entry: a name and its task. */
export type NamedTask = Record<string, Task>
export type TaskList = NamedTask[]

export type DoTask = TaskBase & { do: TaskList }
export type SetTask = TaskBase & { set: string | JsonObject }
export type SwitchTask = TaskBase & { switch: Record<string, { when?: string; then?: string }>[] }
export type ForTask = TaskBase & { for: { each?: string; in: string; at?: string }; while?: string; do: TaskList }
export type ForkTask = TaskBase & { fork: { branches: TaskList; compete?: boolean } }
export type TryTask = TaskBase & { try: TaskList; catch: Catch }
export type RaiseTask = TaskBase & { raise: { error: string | ErrorDefinition } }
export type WaitTask = TaskBase & { wait: Duration }
export type EmitTask = TaskBase & { emit: { event: { with: JsonObject } } }
/** What an event must have. Attributes are literals, regular expressions, or expressions on their value. */
export interface EventFilter {
  with: JsonObject
  correlate?: Record<string, { from: string; expect?: string }>
}
/** Which events are waited for: exactly one of the first three. */
export interface EventConsumption {
  one?: EventFilter
  all?: EventFilter[]
  any?: EventFilter[]
  until?: string | EventConsumption
}
export type ListenTask = TaskBase & {
  listen: { to: EventConsumption; read?: 'data' | 'envelope' | 'raw' }
}
export type RunTask = TaskBase & {
  run: { workflow: { namespace: string; name: string; version: string; input?: JsonValue }; await?: boolean }
}
export type CallTask = TaskBase & { call: string; with?: JsonObject }

export interface Catch {
  errors?: { with?: Partial<ErrorDefinition> }
  as?: string
  when?: string
  exceptWhen?: string
  retry?: string | RetryPolicy
  do?: TaskList
}

export type Task =
  | DoTask
  | SetTask
  | SwitchTask
  | ForTask
  | ForkTask
  | TryTask
  | RaiseTask
  | WaitTask
  | EmitTask
  | ListenTask
  | RunTask
  | CallTask

/** When a playbook is started by itself: exactly one of these. */
export interface Schedule {
  cron?: string
  every?: Duration
  after?: Duration
  on?: EventConsumption
}

export interface WorkflowDefinition {
  document: {
    dsl: string
    namespace: string
    name: string
    version: string
    title?: string
    summary?: string
    tags?: Record<string, string>
    metadata?: JsonObject
  }
  input?: DataIn
  use?: {
    authentications?: Record<string, JsonObject>
    errors?: Record<string, ErrorDefinition>
    functions?: Record<string, CallTask>
    retries?: Record<string, RetryPolicy>
    secrets?: string[]
    timeouts?: Record<string, Timeout>
  }
  do: TaskList
  timeout?: string | Timeout
  output?: DataOut
  schedule?: Schedule
  evaluate?: { language?: string; mode?: 'strict' | 'loose' }
}
