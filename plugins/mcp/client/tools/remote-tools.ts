import type { CallToolResult, Client, Tool } from '@modelcontextprotocol/client'
import { messageOf, SvcError, UnprocessableError, UpstreamError } from '@svc/plugin'
import type { JsonLike, JsonValue } from '@svc/plugin'

/** Pages of one list; the library stops there. */
export const maxPages = 50
const maxTools = 1000
const pageMs = 30_000
const listMs = 60_000

/** All tools of a server, read anew. @throws UpstreamError for more than anybody has */
export async function listTools(client: Client, signal: AbortSignal): Promise<Tool[]> {
  if (!client.getServerCapabilities()?.tools) return []
  const { tools } = await client.listTools(undefined, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(listMs)]),
    timeout: pageMs,
    cacheMode: 'refresh',
  })
  if (tools.length > maxTools) throw new UpstreamError(`The server lists ${tools.length} tools; ${maxTools} are taken.`)
  return [...new Map(tools.map(tool => [tool.name, tool])).values()]
}

const maxReason = 2000

/** What another server's tool gave, as JSON. @throws UnprocessableError `tool_failed`, UpstreamError for more than `maxBytes` */
export function foreignResult(
  answer: CallToolResult,
  { tool, maxBytes }: { tool: string; maxBytes: number },
): JsonValue {
  const content = answer.content ?? []
  const texts = content.flatMap(block => (block.type === 'text' ? [block.text] : []))
  if (answer.isError) {
    const reason = texts.join('\n').slice(0, maxReason) || 'it gave no reason'
    throw new UnprocessableError('tool_failed', `The tool ${tool} failed: ${reason}`)
  }
  const result = valueOf(answer, texts)
  const bytes = bytesOf(result, tool)
  if (bytes > maxBytes) throw new UpstreamError(`The tool ${tool} answered ${bytes} bytes; the limit is ${maxBytes}.`)
  return result
}

/** What is nested thousands of levels deep was read without trouble, and cannot be written again. */
function bytesOf(result: JsonValue, tool: string): number {
  try {
    return Buffer.byteLength(JSON.stringify(result))
  } catch (cause) {
    throw new UpstreamError(`The tool ${tool} answered JSON that is nested too deep.`, { cause })
  }
}

function valueOf({ content = [], structuredContent }: CallToolResult, texts: readonly string[]): JsonValue {
  const isText = texts.length === content.length
  if (isText && structuredContent !== undefined) return structuredContent as JsonValue
  if (isText) return texts.join('\n')
  const blocks: JsonLike = content
  return structuredContent === undefined
    ? { content: blocks as JsonValue }
    : { content: blocks as JsonValue, structured_content: structuredContent as JsonValue }
}

const maxConnectReason = 500

/** The sentence that says most: ours, when the library wrapped it, else the library's with what it hides behind "fetch failed". */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof SvcError) return cause.message.slice(0, maxConnectReason)
  const said = messageOf(error)
  const hidden = cause === undefined ? '' : messageOf(cause)
  return (said.includes(hidden) ? said : `${said} (${hidden})`).slice(0, maxConnectReason)
}
