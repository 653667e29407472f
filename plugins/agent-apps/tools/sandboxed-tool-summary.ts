import type { JsonObject, JsonSchema, ToolEffect } from '@svc/plugin'
import type { AppProblem } from '@svc/plugin/contracts/sandbox'
import { errorOf } from '../catalog/app-entry.ts'
import type { AppEntry } from '../catalog/app-entry.ts'

/** The folder of a tool as its author wants to see it, good or broken. */
export interface SandboxedToolSummary {
  name: string
  version: string | null
  title: string | null
  description: string | null
  effect: ToolEffect | null
  input_schema: JsonSchema | null
  output_schema: JsonSchema | null
  permissions: JsonObject
  limits: JsonObject
  enabled: boolean
  examples: object[]
  /** Set while the folder does not validate or compile; the last good version, if any, stays up. */
  error?: AppProblem & { problems: AppProblem[] }
}

export function toolSummaryOf(entry: AppEntry, enabled: boolean): SandboxedToolSummary {
  const definition = entry.app?.definition
  const error = errorOf(entry.problems)
  return {
    name: entry.name,
    version: definition?.version ?? null,
    title: definition?.display_name ?? null,
    description: definition?.description ?? null,
    effect: definition?.effect ?? null,
    input_schema: definition?.inputs ?? null,
    output_schema: definition?.outputs ?? null,
    permissions: { ...definition?.permissions } as JsonObject,
    limits: { ...definition?.limits } as JsonObject,
    enabled,
    examples: (definition?.examples ?? []).map(example => ({ ...example })),
    ...(error && { error }),
  }
}
