import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { JsonObject, JsonValue, PluginEnv, ToolManifest } from '@svc/plugin'
import { howToDecide, isPending } from '@svc/plugin/contracts/tools'
import type { ToolPending, ToolResult } from '@svc/plugin/contracts/tools'
import { describesObject } from './listed-tool.ts'

/** The outcome of a call as a result of MCP. */
export function callAnswer(
  tool: ToolManifest,
  outcome: ToolResult | ToolPending,
  phrase: PluginEnv['phrase'],
): CallToolResult {
  if (isPending(outcome)) return pendingAnswer(outcome, phrase)
  const { result } = outcome
  const structured = describesObject(tool.output_schema) && isObject(result) ? { structuredContent: result } : {}
  return { content: contentOf(result), ...structured }
}

export function errorAnswer(code: string, message: string, more: JsonObject = {}): CallToolResult {
  return { isError: true, content: [text(`${code}: ${message}`)], _meta: { 'svc/error': { code, message, ...more } } }
}

/** An error, since there is no result: clients refuse an answer without what the output schema promises. */
function pendingAnswer(
  { approval_id, tool_name, expires_at }: ToolPending,
  phrase: PluginEnv['phrase'],
): CallToolResult {
  const message =
    `approval_pending: Nothing has run. A person must approve this call of ${tool_name} first: approval ${approval_id}, ` +
    `open until ${expires_at}. Ask the user to decide${phrase(`: ${howToDecide(approval_id)}`)}. ` +
    `Do not call the tool again. Once it is approved, this very call runs by itself; ` +
    `svc_approval with {"approval_id": "${approval_id}"} says what came of it (over HTTP: GET /api/approvals/${approval_id}).`
  return {
    isError: true,
    content: [text(message)],
    _meta: { 'svc/approval': { approval_id, status: 'pending', tool_name, expires_at } },
  }
}

function contentOf(result: JsonValue): ContentBlock[] {
  if (typeof result === 'string') return [text(result)]
  const blocks = isObject(result) && Object.keys(result).length === 1 ? result['content'] : null
  // What another MCP server answered, and tools that speak of images, goes on as it is.
  if (Array.isArray(blocks) && blocks.length > 0 && blocks.every(isContentBlock)) return blocks
  return [text(JSON.stringify(result))]
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const textFields: Record<string, readonly string[]> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
}

/** True for a piece of content as MCP knows it. */
function isContentBlock(value: JsonValue): value is JsonValue & ContentBlock {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { type, resource } = value
  if (type === 'resource') return isResource(resource)
  const fields = typeof type === 'string' && Object.hasOwn(textFields, type) ? textFields[type] : undefined
  return fields?.every(field => typeof value[field] === 'string') ?? false
}

function isResource(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return typeof value['uri'] === 'string' && (typeof value['text'] === 'string' || typeof value['blob'] === 'string')
}
