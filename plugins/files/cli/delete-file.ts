import type { JsonValue } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { namedFile } from './content-url.ts'

/** `svc files delete`: into the trash. */
export async function deleteFile(context: CliContext): Promise<number> {
  const file = await namedFile(context, context.arguments['file'] ?? '')
  await context.api('DELETE', `/api/files/${file.file_id}`)
  context.result(
    { deleted: file.file_id } as JsonValue,
    `${file.path} is in the trash; svc files restore ${file.file_id} brings it back`,
  )
  return 0
}
