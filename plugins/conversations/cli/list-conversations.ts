import type { JsonObject } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { oneLine } from './plain-text.ts'

/** `svc conversations list` */
export async function listConversations(context: CliContext): Promise<number> {
  const { search, limit } = context.options
  const query = new URLSearchParams()
  if (typeof search === 'string') query.set('search', search)
  if (typeof limit === 'string') query.set('limit', limit)
  const page = (await context.api('GET', `/api/conversations?${query}`)) as JsonObject
  const lines = (page['items'] as JsonObject[]).map(lineOf)
  context.result(page, lines.length > 0 ? lines.join('\n') : 'There is no conversation like that. Begin one: svc chat')
  return 0
}

function lineOf({ session_id, updated_at, status, title, match }: JsonObject): string {
  const state = status === 'idle' ? '' : ` (${String(status)})`
  const line = `${String(session_id)}  ${String(updated_at)}  ${oneLine(String(title ?? 'untitled'), 80)}${state}`
  const snippet = match && typeof match === 'object' && !Array.isArray(match) ? match['snippet'] : null
  return typeof snippet === 'string' ? `${line}\n    ${oneLine(snippet, 200)}` : line
}
