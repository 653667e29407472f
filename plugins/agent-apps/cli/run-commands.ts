import { SvcError } from '@svc/plugin'
import type { JsonValue, ToolManifest } from '@svc/plugin'
import type { AgentAppSummary, AppRunRecord, AppRunWarning } from '@svc/plugin/contracts/agent-apps'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import type { Commands } from '../generated/commands.ts'
import { readInputFlags, readInputsOption } from './input-flags.ts'

type AppRunAnswer = AppRunRecord & { warnings?: AppRunWarning[] }

/** `svc app run`: prints the output. */
export async function runApp(context: CommandContext<Commands['app run']>): Promise<number> {
  const name = encodeURIComponent(context.arguments.app)
  const app = await context.client.request<AgentAppSummary>('GET', `/api/agent-apps/${name}`)
  const { inputs: option } = context.options
  const all = option !== undefined ? await readInputsOption(option, context.io.cwd) : {}
  const inputs = { ...all, ...(await readInputFlags(context.rest, app.inputs ?? {}, context.io.cwd)) }
  try {
    const body = { inputs, runner: 'cli' }
    const record = await context.client.request<AppRunAnswer>('POST', `/api/agent-apps/${name}/run`, body)
    noteWarnings(context, record.warnings)
    for (const { level, message } of record.logs) context.io.note(`${level}: ${message}`)
    context.io.result(
      record,
      typeof record.output === 'string' ? record.output : JSON.stringify(record.output, null, 2),
    )
    return 0
  } catch (error) {
    if (error instanceof SvcError) noteWarnings(context, error.extra['warnings'] as AppRunWarning[] | undefined)
    noteStack(context, error)
    throw error
  }
}

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

function noteWarnings(context: CommandContext, warnings: readonly AppRunWarning[] = []): void {
  for (const { message, file, line } of warnings)
    context.io.note(`warning: ${file}${line === null ? '' : `:${line}`}: ${message}`)
}

function textOf(result: JsonValue | undefined): string {
  return typeof result === 'string' ? result : JSON.stringify(result, null, 2)
}

/** Shows the author's own lines, when it was the author's code that threw. */
function noteStack(context: CommandContext, error: unknown): void {
  if (!(error instanceof SvcError)) return
  const thrown = error.extra['error']
  if (typeof thrown !== 'object' || thrown === null || !('stack' in thrown)) return
  // What it says comes with the error itself, on the last line.
  const frames = typeof thrown.stack === 'string' ? thrown.stack.split('\n').filter(line => /^\s+at /.test(line)) : []
  if (frames.length > 0) context.io.note(frames.join('\n'))
}
