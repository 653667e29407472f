import type { JsonValue, ToolManifest } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { noteStack } from './error-stack.ts'
import { readInputFlags, readInputsOption } from './input-flags.ts'

/** `svc tool call`: prints the result, or which approval it waits for. */
export async function callTool(context: CommandContext<Commands['tool call']>): Promise<number> {
  const name = encodeURIComponent(context.arguments.tool)
  const tool = await context.client.request<ToolManifest>('GET', `/api/tools/${name}`)
  const { arguments: option } = context.options
  const all = option !== undefined ? await readInputsOption(option, context.io.cwd, '--arguments') : {}
  const values = { ...all, ...(await readInputFlags(context.rest, tool.input_schema, context.io.cwd)) }
  try {
    const answer = await context.client.request('POST', `/api/tools/${name}/call`, { arguments: values })
    const { result, approval_id } = answer as { result?: JsonValue; approval_id?: string }
    const asked = `A person is asked first: ${approval_id}. Nothing ran.`
    context.io.result(answer, approval_id === undefined ? textOf(result) : asked)
    return 0
  } catch (error) {
    noteStack(context, error)
    throw error
  }
}

function textOf(result: JsonValue | undefined): string {
  return typeof result === 'string' ? result : JSON.stringify(result, null, 2)
}
