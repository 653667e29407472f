import type { JsonObject, JsonValue } from '../json-schema.ts'
import type { Principal } from '../principal.ts'
import { defineService } from '../service.ts'
import type { ToolContext, ToolManifest } from '../tool.ts'

export interface ToolCall {
  name: string
  arguments: JsonObject
  principal: Principal
  signal: AbortSignal
  app?: ToolContext['app']
}

export interface ToolResult {
  tool_name: string
  result: JsonValue
  is_error: false
  duration_ms: number
}

/** The tools of all plugins, behind validation, permission and grants. */
export interface ToolCatalog {
  list(): readonly ToolManifest[]
  get(name: string): ToolManifest | null
  /** @throws NotFoundError, ValidationError, ForbiddenError, UnprocessableError `tool_failed` or `url_blocked`, TimeoutError, UpstreamError */
  call(call: ToolCall): Promise<ToolResult>
}

export const toolCatalog = defineService<ToolCatalog>('tools.catalog')
