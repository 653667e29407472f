import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { StoredFile } from '@svc/plugin/contracts/files'

/** `svc files restore` */
export async function restoreFile(context: CommandContext<Commands['files restore']>): Promise<number> {
  const { file_id, path } = context.arguments
  const at = `/api/files/${encodeURIComponent(file_id)}/restore`
  const file = await context.client.request<StoredFile>('POST', at, path === undefined ? {} : { path })
  context.io.result(file, file.path)
  return 0
}
