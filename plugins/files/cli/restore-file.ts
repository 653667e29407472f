import type { CliContext } from '@svc/plugin/contracts/cli'
import type { StoredFile } from '@svc/plugin/contracts/files'

/** `svc files restore` */
export async function restoreFile(context: CliContext): Promise<number> {
  const { file_id = '', path } = context.arguments
  const at = `/api/files/${encodeURIComponent(file_id)}/restore`
  const answer = await context.api('POST', at, path === undefined ? {} : { path })
  context.result(answer, (answer as unknown as StoredFile).path)
  return 0
}
