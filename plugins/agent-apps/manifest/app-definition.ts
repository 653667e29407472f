import type { JsonObject, JsonSchema, ToolEffect } from '@svc/plugin'
import type { AppRunner } from '@svc/plugin/contracts/agent-apps'
import type { PromptTemplate } from './prompt-template.ts'
import type { SchemaValidator } from './schema-validator.ts'

export type Access = 'none' | 'read' | 'write'

/** What the manifest grants; the caller's own permissions bound it at each call. */
export interface AppPermissions {
  agent: boolean
  tools: readonly string[]
  memory: Access
  files: Access
  datasets: Access
  network: readonly string[]
}

export interface AppLimits {
  timeout_ms: number
  cpu_ms: number
  memory_mb: number
  output_bytes: number
  log_bytes: number
  tool_calls: number
  tokens: number
  concurrency: number
}

export interface AppSchedule {
  cron: string
  timezone: string
  inputs: JsonObject
}

export interface AppExample {
  title: string
  description?: string
  inputs: JsonObject
}

/** What a folder holds. */
export type FolderKind = 'app' | 'tool'

/** A folder that has passed every rule short of compiling: the manifest with all defaults, and what was derived from it. */
export interface AppDefinition {
  readonly kind: FolderKind
  readonly name: string
  readonly version: string
  readonly display_name: string | null
  readonly description: string
  readonly inputs: JsonSchema
  readonly outputs: JsonSchema | null
  readonly permissions: AppPermissions
  /** The effect that a tool's author declares; null for an app, because its permissions decide, unless it is a playbook. */
  readonly effect: ToolEffect | null
  /** An SVG as a `data:` URL, or the name of an icon of the web UI. */
  readonly icon: string | null
  readonly limits: AppLimits
  readonly runners: readonly AppRunner[]
  readonly schedule: AppSchedule | null
  readonly examples: readonly AppExample[]
  /** The module to compile, the prompt's template, or the playbook, which another plugin reads. */
  readonly entry:
    | { readonly type: 'module'; readonly file: string }
    | { readonly type: 'prompt'; readonly template: PromptTemplate }
    | { readonly type: 'playbook'; readonly file: string }
  /** What the operator configured for it, defaults filled in. */
  readonly config: JsonObject
  readonly configSchema: JsonSchema | null
  /** The source folder's hash. */
  readonly hash: string
  readonly validateInputs: SchemaValidator
  readonly validateOutput: SchemaValidator | null
}
