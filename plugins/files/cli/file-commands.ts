import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf, NotFoundError, ValidationError } from '@svc/plugin'
import type { Page } from '@svc/plugin'
import { counted } from '@svc/plugin/contracts/cli'
import type { CliUpload, CommandContext } from '@svc/plugin/contracts/cli'
import type { StoredFile } from '@svc/plugin/contracts/files'
import { assertFree, saveDownload } from '@svc/plugin/library/terminal/save-download'
import type { Commands } from '../generated/commands.ts'

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

/** `svc files upload`: says where the file is now. */
export async function uploadFile(context: CommandContext<Commands['files upload']>): Promise<number> {
  const { source, path = '' } = context.arguments
  const to = path === '' || path.endsWith('/') ? path + basename(source) : path
  const headers: Record<string, string> = context.options.new ? { 'if-none-match': '*' } : {}
  const content = await contentOf(resolve(context.io.cwd, source))
  const file = await context.client.upload<StoredFile>('PUT', contentUrl(to), {
    contentType: 'application/octet-stream',
    headers,
    ...content,
  })
  context.io.result(file, `${file.path}  ${counted(file.size, 'byte')}  version ${file.version}  ${file.file_id}`)
  return 0
}

async function contentOf(path: string): Promise<Pick<CliUpload, 'body' | 'length'>> {
  try {
    const file = await open(path, 'r')
    const facts = await file.stat()
    if (facts.isFile()) return { body: file.createReadStream(), length: facts.size }
    // `/dev/stdin`, say: nobody knows how much will come.
    if (!facts.isDirectory()) return { body: file.createReadStream() }
    await file.close()
  } catch (cause) {
    throw new ValidationError(`${path} cannot be read: ${messageOf(cause)}`, [], { cause })
  }
  throw new ValidationError(`${path} is a folder. Upload its files one by one.`)
}

/** `svc files download`: into a file that is there once it is whole. */
export async function downloadFile(context: CommandContext<Commands['files download']>): Promise<number> {
  const { file: name, target } = context.arguments
  const file = await namedFile(context, name)
  const content = `/api/files/${file.file_id}/content`
  if (context.options.stdout) {
    await pipeline(await context.client.download(content), process.stdout, { end: false, signal: context.signal })
    return 0
  }
  const to = resolve(context.io.cwd, target ?? file.name)
  assertFree(to, context.options.force)
  await saveDownload(context.client.download(content), to, context.signal)
  context.io.result({ ...file, target: to }, `${to}  ${counted(file.size, 'byte')}`)
  return 0
}

/** `svc files delete`: into the trash. */
export async function deleteFile(context: CommandContext<Commands['files delete']>): Promise<number> {
  const file = await namedFile(context, context.arguments.file)
  await context.client.request('DELETE', `/api/files/${file.file_id}`)
  context.io.result(
    { deleted: file.file_id },
    `${file.path} is in the trash; ${context.io.svc} files restore ${file.file_id} brings it back`,
  )
  return 0
}

/** `svc files restore` */
export async function restoreFile(context: CommandContext<Commands['files restore']>): Promise<number> {
  const { file_id, path } = context.arguments
  const at = `/api/files/${encodeURIComponent(file_id)}/restore`
  const file = await context.client.request<StoredFile>('POST', at, path === undefined ? {} : { path })
  context.io.result(file, file.path)
  return 0
}

/** The address of a path's content. */
function contentUrl(path: string): string {
  return `/api/files/content/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** The file that a person named, by its id or its path. @throws NotFoundError */
async function namedFile(context: CommandContext, name: string): Promise<StoredFile> {
  if (/^file_[0-9a-z]{26}$/.test(name)) return await context.client.request<StoredFile>('GET', `/api/files/${name}`)
  const at = `/api/files?limit=1&prefix=${encodeURIComponent(name)}`
  const { items } = await context.client.request<Page<StoredFile>>('GET', at)
  const [found] = items
  if (found?.path === name.normalize('NFC')) return found
  throw new NotFoundError(`There is no file at ${JSON.stringify(name)}. "svc files list" shows what there is.`)
}
