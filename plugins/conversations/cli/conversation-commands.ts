import type { JsonObject } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import type { Commands } from '../generated/commands.ts'
import { oneLine, plainText } from './plain-text.ts'

/** `svc conversations list` */
export async function listConversations(context: CommandContext<Commands['conversations list']>): Promise<number> {
  const { search, limit } = context.options
  const query = new URLSearchParams()
  if (search !== undefined) query.set('search', search)
  if (limit !== undefined) query.set('limit', String(limit))
  const page = await context.client.request<JsonObject>('GET', `/api/conversations?${query}`)
  const lines = (page['items'] as JsonObject[]).map(lineOf)
  context.io.result(
    page,
    lines.length > 0 ? lines.join('\n') : `There is no conversation like that. Begin one: ${context.io.svc} chat`,
  )
  return 0
}

function lineOf({ session_id, updated_at, status, title, match }: JsonObject): string {
  const state = status === 'idle' ? '' : ` (${String(status)})`
  const line = `${String(session_id)}  ${String(updated_at)}  ${oneLine(String(title ?? 'untitled'), 80)}${state}`
  const snippet = match && typeof match === 'object' && !Array.isArray(match) ? match['snippet'] : null
  return typeof snippet === 'string' ? `${line}\n    ${oneLine(snippet, 200)}` : line
}

/** `svc conversations show`: the active branch, oldest first. */
export async function showConversation(context: CommandContext<Commands['conversations show']>): Promise<number> {
  const path = `/api/conversations/${encodeURIComponent(context.arguments.id)}`
  const conversation = await context.client.request<JsonObject>('GET', path)
  const messages = await everyItem<JsonObject>(context.client, `${path}/messages`)
  const head = oneLine(String(conversation['title'] ?? 'untitled'), 200)
  context.io.result({ ...conversation, messages }, [head, ...messages.map(textOf)].join('\n\n'))
  return 0
}

function textOf({ role, content, tool_name: tool, tool_calls: calls, error }: JsonObject): string {
  if (role === 'tool') return `tool ${oneLine(String(tool), 80)}: ${oneLine(String(content), 200)}`
  const called = ((calls ?? []) as JsonObject[]).map(
    call => `  calls ${oneLine(`${String(call['tool_name'])} ${JSON.stringify(call['arguments'])}`, 200)}`,
  )
  const failed = error === undefined ? [] : [`  failed: ${oneLine(String((error as JsonObject)['detail']), 400)}`]
  return [`${role === 'user' ? 'you' : String(role)}: ${plainText(String(content))}`, ...called, ...failed].join('\n')
}
