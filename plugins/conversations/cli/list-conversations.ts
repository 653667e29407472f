import type { JsonObject } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { oneLine } from './plain-text.ts'

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
