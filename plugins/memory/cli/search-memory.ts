import type { JsonValue } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { MemoryAnswer, MemoryResult } from '@svc/plugin/contracts/memory'
import { onOneLine } from './one-line.ts'

/** `svc memory search` */
export async function searchMemory(context: CommandContext<Commands['memory search']>): Promise<number> {
  const { tag: tags, source, mode, top: top_k, explain } = context.options
  const answer = await context.client.request<MemoryAnswer>('POST', '/api/memory/search', {
    query: context.arguments.query,
    ...(top_k !== undefined && { top_k }),
    ...(tags.length > 0 && { tags }),
    ...(source !== undefined && { source }),
    ...(mode !== undefined && { mode }),
    ...(explain && { explain }),
  } as JsonValue)
  const { results, notice } = answer
  if (notice !== null) context.io.note(notice)
  const text = results.map((result, index) => shown(result, index + 1)).join('\n\n')
  context.io.result(answer, text === '' ? 'Nothing like that is remembered.' : text)
  return 0
}

function shown({ id, score, source, chunk, created_at, explain }: MemoryResult & { explain?: unknown }, place: number) {
  const where = [source ?? 'no source', ...chunk.heading].map(part => onOneLine(part, 80)).join(' > ')
  const lines = [
    `${place}. ${score.toFixed(3)}  ${where}`,
    `   ${onOneLine(chunk.text, 400)}`,
    `   ${id}  ${created_at}`,
  ]
  if (explain !== undefined) lines.push(`   ${JSON.stringify(explain)}`)
  return lines.join('\n')
}
