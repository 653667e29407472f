import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import type { AgentAppSummary, AppRunRecord } from '@svc/plugin/contracts/agent-apps'
import { noteStack } from './error-stack.ts'
import { readInputFlags, readInputsOption } from './input-flags.ts'

/** `svc app run`: prints the output. */
export async function runApp(context: CommandContext<Commands['app run']>): Promise<number> {
  const name = encodeURIComponent(context.arguments.app)
  const app = await context.client.request<AgentAppSummary>('GET', `/api/agent-apps/${name}`)
  const { inputs: option } = context.options
  const all = option !== undefined ? await readInputsOption(option, context.io.cwd) : {}
  const inputs = { ...all, ...(await readInputFlags(context.rest, app.inputs ?? {}, context.io.cwd)) }
  try {
    const body = { inputs, runner: 'cli' }
    const record = await context.client.request<AppRunRecord>('POST', `/api/agent-apps/${name}/run`, body)
    for (const { level, message } of record.logs) context.io.note(`${level}: ${message}`)
    context.io.result(
      record,
      typeof record.output === 'string' ? record.output : JSON.stringify(record.output, null, 2),
    )
    return 0
  } catch (error) {
    noteStack(context, error)
    throw error
  }
}
