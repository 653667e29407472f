import type { CallToolResult } from '@modelcontextprotocol/client'
import { UnprocessableError, UpstreamError } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'

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
  const blocks = content as unknown as JsonValue
  return structuredContent === undefined
    ? { content: blocks }
    : { content: blocks, structured_content: structuredContent as JsonValue }
}
