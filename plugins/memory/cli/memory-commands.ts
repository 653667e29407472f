import { ValidationError } from '@svc/plugin'
import type { JsonObject, JsonValue, Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { MemoryAnswer, MemoryDocument, MemoryResult } from '@svc/plugin/contracts/memory'
import type { Commands } from '../generated/commands.ts'

/** `svc memory add` */
export async function addMemory(context: CommandContext<Commands['memory add']>): Promise<number> {
  const { source, tag, force } = context.options
  const answer = await context.client.request<JsonObject>('POST', '/api/memory', {
    content: context.arguments.text,
    tags: tag,
    ...(source !== undefined && { source }),
    ...(force && { force: true }),
  })
  const id = String(answer['id'])
  context.io.result(
    answer,
    answer['duplicate'] === true ? `It is remembered already, as ${id}.` : `Remembered as ${id}.`,
  )
  return 0
}

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

/** `svc memory delete` */
export async function deleteMemory(context: CommandContext<Commands['memory delete']>): Promise<number> {
  const { id } = context.arguments
  const { source } = context.options
  if ((id === undefined) === (source === undefined))
    throw new ValidationError('Name the id of a document, or a source: svc memory delete --source <name>.')
  if (id !== undefined) {
    await context.client.request('DELETE', `/api/memory/${encodeURIComponent(id)}`)
    context.io.result({ id, deleted: 1 }, `Forgot ${id}.`)
    return 0
  }
  const answer = await context.client.request('DELETE', `/api/memory?source=${encodeURIComponent(source ?? '')}`)
  const { deleted } = answer as { deleted: number }
  context.io.result(answer, `Forgot ${deleted} of ${source}.`)
  return 0
}

const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text of others on one line, without characters that move the cursor or turn text around. */
function onOneLine(text: string, length: number): string {
  const plain = text.replace(/\s+/gu, ' ').replace(unprintable, '').trim()
  return plain.length > length ? `${plain.slice(0, length - 1).toWellFormed()}…` : plain
}
