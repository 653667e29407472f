import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { namedFile } from './content-url.ts'

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
  const isThere = await stat(to).then(
    () => true,
    () => false,
  )
  if (isThere && !context.options.force)
    throw new ValidationError(`${to} is there already. Name another target, or write over it with --force.`)
  const unfinished = `${to}.part`
  try {
    await pipeline(await context.client.download(content), createWriteStream(unfinished), { signal: context.signal })
    await rename(unfinished, to)
  } finally {
    await rm(unfinished, { force: true })
  }
  context.io.result({ ...file, target: to }, `${to}  ${file.size} bytes`)
  return 0
}
