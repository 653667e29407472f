import type { Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { MemoryDocument } from '@svc/plugin/contracts/memory'
import { onOneLine } from './one-line.ts'

/** `svc memory list` */
export async function listMemory(context: CommandContext<Commands['memory list']>): Promise<number> {
  const query = new URLSearchParams()
  for (const name of ['source', 'tag'] as const) {
    const value = context.options[name]
    if (value !== undefined) query.set(name, value)
  }
  const { limit } = context.options
  if (limit !== undefined) query.set('limit', String(limit))
  const page = await context.client.request<Page<MemoryDocument>>('GET', `/api/memory?${query}`)
  const lines = page.items.map(lineOf)
  if (page.next_cursor !== null) context.io.note('There are more. See them with --limit, or by --source and --tag.')
  context.io.result(
    page,
    lines.length > 0
      ? lines.join('\n')
      : `Nothing is remembered. Begin: ${context.io.svc} memory add "…", or ${context.io.svc} memory import docs/`,
  )
  return 0
}

function lineOf({ id, created_at, source, content }: MemoryDocument): string {
  return `${id}  ${created_at}  ${onOneLine(source ?? '-', 40)}  ${onOneLine(content, 100)}`
}
