import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { messageOf, ValidationError } from '@svc/plugin'
import type { CliUpload, CommandContext } from '@svc/plugin/contracts/cli'
import type { StoredFile } from '@svc/plugin/contracts/files'
import type { Commands } from '../generated/commands.ts'
import { contentUrl } from './content-url.ts'

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
  context.io.result(file, `${file.path}  ${file.size} bytes  version ${file.version}  ${file.file_id}`)
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
