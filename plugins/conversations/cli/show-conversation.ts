import type { JsonObject } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { oneLine, plainText } from './plain-text.ts'

/** `svc conversations show`: the active branch, oldest first. */
export async function showConversation(context: CommandContext<Commands['conversations show']>): Promise<number> {
  const path = `/api/conversations/${encodeURIComponent(context.arguments.id)}`
  const conversation = await context.client.request<JsonObject>('GET', path)
  const messages = await allMessages(context, path)
  const head = oneLine(String(conversation['title'] ?? 'untitled'), 200)
  context.io.result({ ...conversation, messages }, [head, ...messages.map(textOf)].join('\n\n'))
  return 0
}

async function allMessages(context: CommandContext, path: string): Promise<JsonObject[]> {
  const messages: JsonObject[] = []
  let cursor: string | null = null
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await context.client.request<JsonObject>('GET', `${path}/messages?limit=200${after}`)
    messages.push(...(page['items'] as JsonObject[]))
    cursor = page['next_cursor'] as string | null
  } while (cursor !== null)
  return messages
}

function textOf({ role, content, tool_name: tool, tool_calls: calls }: JsonObject): string {
  if (role === 'tool') return `tool ${oneLine(String(tool), 80)}: ${oneLine(String(content), 200)}`
  const called = ((calls ?? []) as JsonObject[]).map(
    call => `  calls ${oneLine(`${String(call['tool_name'])} ${JSON.stringify(call['arguments'])}`, 200)}`,
  )
  return [`${role === 'user' ? 'you' : String(role)}: ${plainText(String(content))}`, ...called].join('\n')
}
