import type { JsonValue, Page } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import type { MemoryDocument } from '@svc/plugin/contracts/memory'
import { numberOption, onOneLine, textOption } from './options.ts'

/** `svc memory list` */
export async function listMemory(context: CliContext): Promise<number> {
  const query = new URLSearchParams()
  for (const name of ['source', 'tag'] as const) {
    const value = textOption(context, name)
    if (value !== undefined) query.set(name, value)
  }
  const limit = numberOption(context, 'limit')
  if (limit !== undefined) query.set('limit', String(limit))
  const page = (await context.api('GET', `/api/memory?${query}`)) as unknown as Page<MemoryDocument>
  const lines = page.items.map(lineOf)
  if (page.next_cursor !== null) context.note('There are more. See them with --limit, or by --source and --tag.')
  context.result(
    page as unknown as JsonValue,
    lines.length > 0
      ? lines.join('\n')
      : 'Nothing is remembered. Begin: svc memory add "…", or svc memory import docs/',
  )
  return 0
}

function lineOf({ id, created_at, source, content }: MemoryDocument): string {
  return `${id}  ${created_at}  ${onOneLine(source ?? '-', 40)}  ${onOneLine(content, 100)}`
}
