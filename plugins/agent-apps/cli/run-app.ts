import type { CliContext } from '@svc/plugin/contracts/cli'
import type { AgentAppSummary, AppRunRecord } from '@svc/plugin/contracts/agent-apps'
import { noteStack } from './error-stack.ts'
import { readInputFlags, readInputsOption } from './input-flags.ts'

/** `svc app run`: prints the output. */
export async function runApp(context: CliContext): Promise<number> {
  const name = encodeURIComponent(context.arguments['app'] ?? '')
  const app = (await context.api('GET', `/api/agent-apps/${name}`)) as unknown as AgentAppSummary
  const { inputs: option } = context.options
  const all = typeof option === 'string' ? await readInputsOption(option, context.cwd) : {}
  const inputs = { ...all, ...(await readInputFlags(context.rest, app.inputs ?? {}, context.cwd)) }
  try {
    const answer = await context.api('POST', `/api/agent-apps/${name}/run`, { inputs, runner: 'cli' })
    const record = answer as unknown as AppRunRecord
    for (const { level, message } of record.logs) context.note(`${level}: ${message}`)
    context.result(answer, typeof record.output === 'string' ? record.output : JSON.stringify(record.output, null, 2))
    return 0
  } catch (error) {
    noteStack(context, error)
    throw error
  }
}
