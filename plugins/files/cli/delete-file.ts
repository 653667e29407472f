import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { namedFile } from './content-url.ts'

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
