import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { StoredFile } from '@svc/plugin/contracts/files'

interface Listed {
  items: StoredFile[]
  folders?: { path: string }[]
  next_cursor: string | null
}

/** `svc files list`: every page of it. */
export async function listFiles(context: CommandContext<Commands['files list']>): Promise<number> {
  const { folder } = context.arguments
  const { search } = context.options
  const query = new URLSearchParams({ limit: '200' })
  if (search !== undefined) query.set('search', search)
  if (folder !== undefined) {
    if (search !== undefined) query.set('prefix', `${folder.replace(/\/$/, '')}/`)
    else query.set('folder', folder)
  }
  const items: StoredFile[] = []
  const folders: { path: string }[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    if (cursor !== '') query.set('cursor', cursor)
    const page = await context.client.request<Listed>('GET', `/api/files?${query.toString()}`)
    items.push(...page.items)
    folders.push(...(page.folders ?? []))
    cursor = page.next_cursor
  }
  const width = Math.max(0, ...items.map(({ size }) => String(size).length))
  const lines = [
    ...folders.map(({ path }) => `${''.padStart(width)}  ${path}/`),
    ...items.map(({ path, size }) => `${String(size).padStart(width)}  ${path}`),
  ]
  const value = { items, ...(folder === undefined ? {} : { folders }) }
  context.io.result(value, lines.length > 0 ? lines.join('\n') : 'There are no files here.')
  return 0
}
