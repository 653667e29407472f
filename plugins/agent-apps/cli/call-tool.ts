import type { JsonValue, ToolManifest } from '@svc/plugin'
import type { CliContext } from '@svc/plugin/contracts/cli'
import { noteStack } from './error-stack.ts'
import { readInputFlags, readInputsOption } from './input-flags.ts'

/** `svc tool call`: prints the result, or which approval it waits for. */
export async function callTool(context: CliContext): Promise<number> {
  const name = encodeURIComponent(context.arguments['tool'] ?? '')
  const tool = (await context.api('GET', `/api/tools/${name}`)) as unknown as ToolManifest
  const { arguments: option } = context.options
  const all = typeof option === 'string' ? await readInputsOption(option, context.cwd, '--arguments') : {}
  const values = { ...all, ...(await readInputFlags(context.rest, tool.input_schema, context.cwd)) }
  try {
    const answer = await context.api('POST', `/api/tools/${name}/call`, { arguments: values })
    const { result, approval_id } = answer as { result?: JsonValue; approval_id?: string }
    const asked = `A person is asked first: ${approval_id}. Nothing ran.`
    context.result(answer, approval_id === undefined ? textOf(result) : asked)
    return 0
  } catch (error) {
    noteStack(context, error)
    throw error
  }
}

function textOf(result: JsonValue | undefined): string {
  return typeof result === 'string' ? result : JSON.stringify(result, null, 2)
}
