import type { JsonLike, JsonObject, JsonSchema } from './json-schema.ts'
import type { Principal } from './principal.ts'
import type { Logger } from './core/runtime.ts'
import { defineService } from './service.ts'

/** What calling the tool does to the world; decides the default grant. */
export type ToolEffect = 'read' | 'write' | 'external' | 'destructive'

/** Tools that are alike, offered to a language model as one function so that it need not read all of their schemas. */
export interface ToolGroup {
  /** Of the function; no tool may have the same. Matches `^[A-Za-z0-9_-]{1,64}$`. */
  name: string
  /** What the tools do, in a sentence. */
  description: string
}

/** A tool as its plugin's manifest declares it, schemas resolved. */
export interface ToolManifest {
  name: string
  title: string
  description: string
  input_schema: JsonSchema
  output_schema?: JsonSchema
  effect: ToolEffect
  annotations: { read_only: boolean; destructive: boolean; open_world: boolean }
  /** An SVG as a `data:` URL, or the name of an icon of the web UI. */
  icon?: string
  /** A call that is made again with the same `idempotency_key` changes nothing more. */
  idempotent?: boolean
  /** How long a call may take, where the tool has a limit of its own; else the configured one holds. */
  timeout_ms?: number
  /** Which plugin offers it. */
  plugin: string
  permission: string | null
  /** The same object for all tools of the group. Everything but the offer to a model is as for a tool without one: name, grant, calls. */
  group?: ToolGroup
}

/** Where a call comes from; kept with its approval and its record. */
export type ToolOrigin =
  | { kind: 'direct' }
  | { kind: 'mcp' }
  | { kind: 'app'; app: string; run_id: string | null }
  | { kind: 'turn'; session_id: string; turn_id: string; call_id: string }
  /** `task`: its place in the definition. */
  | { kind: 'playbook'; run_id: string; task: string; idempotency_key: string }

/** What a tool's handler is given beside its arguments. */
export interface ToolContext {
  readonly principal: Principal
  readonly signal: AbortSignal
  readonly log: Logger
  /**
   * Set when an agent app or a sandboxed tool calls: its name, the URL patterns of its manifest's `permissions.network`, and the tool
   * names of those that called each other up to here, the outermost first.
   */
  readonly app?: {
    readonly name: string
    readonly network: readonly string[]
    readonly chain?: readonly string[]
  }
  /** Where the call comes from; absent when a tool is run without the catalogue, as by a test. */
  readonly origin?: ToolOrigin
  /** What the people in the conversation have just said, when a turn calls, the latest first. */
  readonly said?: readonly string[]
  /** The same when the call is made again because nobody knows how the one before ended. */
  readonly idempotency_key?: string
  /** How many calls of tools this one stands within; handed on by a tool that calls tools, so that a circle ends. */
  readonly depth?: number
  /** Reports the progress of the call; absent when nobody asked for it. */
  readonly progress?: (report: ToolProgress) => void
}

/** How far a call is, in whatever unit it counts. */
export interface ToolProgress {
  progress: number
  total?: number
  message?: string
}

export interface ToolOptions<Input = JsonObject> {
  /**
   * Refuses what could never run (an address that is blocked, say) before a person is asked to approve it. Changes nothing and
   * reaches nothing.
   */
  check?: (input: Input, context: ToolContext) => void | Promise<void>
}

/** Runs the tool on arguments that fit its schema. What it throws is answered as `tool_failed`, a `SvcError` as itself. */
export type ToolHandler<Input = JsonObject> = (input: Input, context: ToolContext) => Promise<JsonLike>

/** A declared tool with its bound handler. */
export interface ToolBinding {
  manifest: ToolManifest
  handler: ToolHandler
  check?: ToolOptions['check']
}

/** Every tool that the running plugins declare and bind. Complete once every plugin is set up; before that, reading throws. */
export interface ToolBindings {
  all(): readonly ToolBinding[]
}

export const toolBindings = defineService<ToolBindings>('core.tools')
