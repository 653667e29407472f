import { NotFoundError } from '@svc/plugin'
import type { Page } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { StoredFile } from '@svc/plugin/contracts/files'

/** The address of a path's content. */
export function contentUrl(path: string): string {
  return `/api/files/content/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** The file that a person named, by its id or its path. @throws NotFoundError */
export async function namedFile(context: CommandContext, name: string): Promise<StoredFile> {
  if (/^file_[0-9a-z]{26}$/.test(name)) return await context.client.request<StoredFile>('GET', `/api/files/${name}`)
  const at = `/api/files?limit=1&prefix=${encodeURIComponent(name)}`
  const { items } = await context.client.request<Page<StoredFile>>('GET', at)
  const [found] = items
  if (found?.path === name.normalize('NFC')) return found
  throw new NotFoundError(`There is no file at ${JSON.stringify(name)}. "svc files list" shows what there is.`)
}
