import type { Data } from './data.ts'
import type { FromSchema } from './from-schema.ts'
import type { Json, JsonObject } from './json.ts'
import type { Memory } from './memory.ts'

/** What a failed call throws: an `Error` with a code. */
export interface AgentError extends Error {
  readonly code: AgentErrorCode
}

/**
 * Why a call failed. `forbidden`: the manifest's `permissions`, or the caller's own, do not allow it;
 * `tool_calls_exceeded` and `tokens_exceeded`: the manifest's `limits` are used up. The rest is what the API answers.
 */
export type AgentErrorCode =
  | 'forbidden'
  | 'tool_calls_exceeded'
  | 'tokens_exceeded'
  | 'validation_error'
  | 'not_found'
  | 'unprocessable'
  | 'tool_failed'
  | 'url_blocked'
  | 'upstream_error'
  | 'timeout'
  | 'unavailable'
  | 'cancelled'
  | (string & {})

export interface AskOptions {
  /** Sets the model's role and manners. */
  readonly system?: string
  /** A model id; absent: the server's default. */
  readonly model?: string
}

export interface CompleteRequest extends AskOptions {
  readonly prompt: string
  readonly schema?: JsonObject
}

export interface AgentAnswer {
  readonly text: string
  /** The parsed answer when a schema was given, else null. */
  readonly value: Json
  /** The model that answered. */
  readonly model: string
  /** True when no language model is connected: `svc/offline` answered, by quoting the prompt's own text. */
  readonly offline: boolean
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

/** The server's language model. Needs `"permissions": { "agent": true }`. */
export interface Agent {
  /** Asks for JSON that fits `schema`, and resolves to the parsed, checked value. */
  ask<const S extends JsonObject>(prompt: string, options: AskOptions & { readonly schema: S }): Promise<FromSchema<S>>
  /** Resolves to the answer's text. */
  ask(prompt: string, options?: AskOptions): Promise<string>
  /** As {@link Agent.ask}, with the model that answered, whether it was offline, and the tokens used. */
  complete(request: CompleteRequest): Promise<AgentAnswer>
}

/** The server's tools. Each needs its name in `"permissions": { "tools": [...] }`. */
export interface Tools {
  call<Result = Json>(name: string, values?: object): Promise<Result>
}

/**
 * The server's own API, as the caller of this run. It reaches what `permissions.memory`, `.files` and `.datasets` name:
 * `/api/memory`, `/api/files` and `/api/data`.
 */
export interface Client {
  /** What the workspace remembers. Needs `"permissions": { "memory": "read" }`, to change it `"write"`. */
  readonly memory: Memory
  /** The datasets. Needs `"permissions": { "datasets": "read" }`, to import `"write"`. */
  readonly data: Data
  /** Resolves to the answer's body; an answer of 400 or more throws, with the problem's code. */
  request<Result = Json>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: Json,
  ): Promise<Result>
}

/** Writes to the run's log. Values that are no text are written as JSON. */
export interface Log {
  (...values: unknown[]): void
  debug(...values: unknown[]): void
  info(...values: unknown[]): void
  warn(...values: unknown[]): void
  error(...values: unknown[]): void
}

/** Aborted when the run is cancelled or its caller leaves. */
export interface CtxSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: (event: { readonly type: 'abort' }) => void): void
  removeEventListener(type: 'abort', listener: (event: { readonly type: 'abort' }) => void): void
}

/** All that a run of an agent app can see and do. Everything in it is frozen. */
export interface Ctx<Inputs = JsonObject, Config = JsonObject> {
  /** The inputs of this run. They fit the manifest's `inputs` schema; its defaults are filled in. */
  readonly inputs: Inputs
  /** What the operator configured for this app, secrets included. It fits the manifest's `config` schema. */
  readonly config: Config
  readonly run_id: string
  /** This app's name. */
  readonly app: string
  readonly agent: Agent
  readonly tools: Tools
  readonly client: Client
  readonly log: Log
  readonly signal: CtxSignal
  /** Reports how far the run is: a fraction from 0 to 1, and what it is doing. */
  progress(fraction: number, note?: string): void
}
