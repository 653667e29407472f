import { ValidationError } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { textOption } from './options.ts'

/** `svc memory delete` */
export async function deleteMemory(context: CliContext): Promise<number> {
  const id = context.arguments['id']
  const source = textOption(context, 'source')
  if ((id === undefined) === (source === undefined))
    throw new ValidationError('Name the id of a document, or a source: svc memory delete --source <name>.')
  if (id !== undefined) {
    await context.api('DELETE', `/api/memory/${encodeURIComponent(id)}`)
    context.result({ id, deleted: 1 }, `Forgot ${id}.`)
    return 0
  }
  const answer = await context.api('DELETE', `/api/memory?source=${encodeURIComponent(source ?? '')}`)
  const { deleted } = answer as { deleted: number }
  context.result(answer, `Forgot ${deleted} of ${source}.`)
  return 0
}
