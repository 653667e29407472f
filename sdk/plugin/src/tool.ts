import type { JsonObject, JsonSchema, JsonValue } from './json-schema.ts'
import type { Principal } from './principal.ts'
import type { Logger } from './core/runtime.ts'

/** What calling the tool does to the world; decides the default grant. */
export type ToolEffect = 'read' | 'write' | 'external' | 'destructive'

/** A tool as its plugin's manifest declares it, schemas resolved. */
export interface ToolManifest {
  name: string
  title: string
  description: string
  input_schema: JsonSchema
  output_schema?: JsonSchema
  effect: ToolEffect
  annotations: { read_only: boolean; destructive: boolean; open_world: boolean }
  plugin: string
  permission: string | null
}

/** What a tool's handler is given beside its arguments. */
export interface ToolContext {
  readonly principal: Principal
  readonly signal: AbortSignal
  readonly log: Logger
  /** Set when an agent app calls: its name and the URL patterns of its manifest's `permissions.network`. */
  readonly app?: { readonly name: string; readonly network: readonly string[] }
}

/** Runs the tool on arguments that fit its schema. What it throws is answered as `tool_failed`, a `SvcError` as itself. */
export type ToolHandler<Input = JsonObject> = (input: Input, context: ToolContext) => Promise<JsonValue>
