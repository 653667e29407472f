import type { JsonObject } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { textOption, textsOption } from './options.ts'

/** `svc memory add` */
export async function addMemory(context: CliContext): Promise<number> {
  const source = textOption(context, 'source')
  const answer = (await context.api('POST', '/api/memory', {
    content: context.arguments['text'] ?? '',
    tags: textsOption(context, 'tag'),
    ...(source !== undefined && { source }),
    ...(context.options['force'] === true && { force: true }),
  })) as JsonObject
  const id = String(answer['id'])
  context.result(answer, answer['duplicate'] === true ? `It is remembered already, as ${id}.` : `Remembered as ${id}.`)
  return 0
}
