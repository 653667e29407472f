import type { JsonObject } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'

/** `svc memory add` */
export async function addMemory(context: CommandContext<Commands['memory add']>): Promise<number> {
  const { source, tag, force } = context.options
  const answer = await context.client.request<JsonObject>('POST', '/api/memory', {
    content: context.arguments.text,
    tags: tag,
    ...(source !== undefined && { source }),
    ...(force && { force: true }),
  })
  const id = String(answer['id'])
  context.io.result(
    answer,
    answer['duplicate'] === true ? `It is remembered already, as ${id}.` : `Remembered as ${id}.`,
  )
  return 0
}
