import { ValidationError } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

/** `svc memory delete` */
export async function deleteMemory(context: CommandContext<Commands['memory delete']>): Promise<number> {
  const { id } = context.arguments
  const { source } = context.options
  if ((id === undefined) === (source === undefined))
    throw new ValidationError('Name the id of a document, or a source: svc memory delete --source <name>.')
  if (id !== undefined) {
    await context.client.request('DELETE', `/api/memory/${encodeURIComponent(id)}`)
    context.io.result({ id, deleted: 1 }, `Forgot ${id}.`)
    return 0
  }
  const answer = await context.client.request('DELETE', `/api/memory?source=${encodeURIComponent(source ?? '')}`)
  const { deleted } = answer as { deleted: number }
  context.io.result(answer, `Forgot ${deleted} of ${source}.`)
  return 0
}
