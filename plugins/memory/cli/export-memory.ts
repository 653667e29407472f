import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { NotFoundError } from '@svc/plugin'
import type { Page } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { saveDownload } from '@svc/plugin/library/terminal/save-download'
import type { Commands } from '../generated/commands.ts'
import type { MemoryDocument } from '@svc/plugin/contracts/memory'

type Context = CommandContext<Commands['memory export']>
type Listed = MemoryDocument & { content_truncated?: boolean }

/** `svc memory export`: page by page, so that neither end holds all of it. */
export async function exportMemory(context: Context): Promise<number> {
  const { file } = context.arguments
  const count = { documents: 0 }
  const lines = linesOf(context, count)
  if (file === undefined) {
    for await (const line of lines) context.io.print(line)
    context.io.result(count, '')
    return 0
  }
  const path = resolve(context.io.cwd, file)
  await saveDownload(Promise.resolve(Readable.from(lines)), path, context.signal, 0o600)
  context.io.result({ ...count, path }, `Wrote ${counted(count.documents, 'document')} to ${file}.`)
  return 0
}

async function* linesOf(context: Context, count: { documents: number }): AsyncGenerator<string> {
  const query = new URLSearchParams({ limit: '200' })
  for (const name of ['source', 'tag'] as const) {
    const value = context.options[name]
    if (value !== undefined) query.set(name, value)
  }
  for (;;) {
    const page = await context.client.request<Page<Listed>>('GET', `/api/memory?${query}`)
    for (const { content_truncated: isCut, ...document } of page.items) {
      const whole = isCut ? await wholeOf(context, document.id) : document
      if (whole === null) continue
      count.documents += 1
      yield `${JSON.stringify(whole)}\n`
    }
    if (page.next_cursor === null) return
    query.set('cursor', page.next_cursor)
  }
}

/** Null for one that was deleted after its page was read. */
async function wholeOf({ client }: Context, id: string): Promise<MemoryDocument | null> {
  try {
    return await client.request<MemoryDocument>('GET', `/api/memory/${id}`)
  } catch (error) {
    if (error instanceof NotFoundError) return null
    throw error
  }
}
