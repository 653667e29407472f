import type { Page } from '@svc/plugin'
import type { AgentAppSummary, AppRunRecord } from '@svc/plugin/contracts/agent-apps'
import { columns } from '@svc/plugin/contracts/cli'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { problemsText } from '../catalog/problem-text.ts'
import type { Commands } from '../generated/commands.ts'
import type { ListedRun } from '../runs/run-store.ts'

type ShownApp = Omit<AgentAppSummary, 'schedule'> & {
  schedule: (NonNullable<AgentAppSummary['schedule']> & { next_run_at: string | null }) | null
}

/** `svc app runs`: newest first. */
export async function listRuns(context: CommandContext<Commands['app runs']>): Promise<number> {
  const { client, io, options } = context
  const { app } = context.arguments
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ app, ...options }))
    if (value !== undefined) query.set(name, String(value))
  const page = await client.request<Page<ListedRun>>('GET', `/api/agent-apps/runs?${query.toString()}`)
  const rows = page.items.map(run => [
    run.run_id,
    run.app,
    run.version,
    run.status,
    run.trigger,
    run.started_at,
    String(Math.round(run.usage.duration_ms)),
    String(run.output_bytes),
    run.error?.message.split('\n', 1)[0]?.slice(0, 60) ?? '',
  ])
  const heads = ['RUN', 'APP', 'VERSION', 'STATUS', 'TRIGGER', 'STARTED', 'MS', 'OUTPUT BYTES', 'ERROR']
  const more = page.next_cursor === null ? '' : `\nThere are more: --cursor ${page.next_cursor}`
  io.result(page, page.items.length === 0 ? await noRuns(context) : columns([heads, ...rows]) + more)
  return 0
}

/** A name that no app has is an error, unless runs of it are left. */
async function noRuns({
  client,
  io,
  arguments: { app },
  options,
}: CommandContext<Commands['app runs']>): Promise<string> {
  if (app === undefined) return options.status === undefined ? 'There are no runs yet.' : 'No run is like that.'
  await client.request('GET', `/api/agent-apps/${encodeURIComponent(app)}`)
  if (options.status !== undefined) return `No run of ${app} is ${options.status}.`
  return `There are no runs of ${app} yet. Run it: ${io.svc} app run ${app}`
}

/** `svc app run show`: the record with its logs and its output. */
export async function showRun({ client, io, arguments: { run_id } }: CommandContext<Commands['app run show']>) {
  const run = await client.request<AppRunRecord>('GET', `/api/agent-apps/runs/${encodeURIComponent(run_id)}`)
  const { usage, error } = run
  const calls = `${usage.agent_calls} to the model, ${usage.tool_calls} to tools`
  const facts = factsText([
    ['run', run.run_id],
    ['app', `${run.app} ${run.version}`],
    ['status', run.status],
    ['trigger', run.trigger],
    ['started', run.started_at],
    ['finished', run.finished_at],
    ['took', `${usage.duration_ms} ms, of CPU ${usage.cpu_ms} ms`],
    ['calls', calls],
    ['tokens', `${usage.prompt_tokens} + ${usage.completion_tokens}`],
  ])
  const logs = run.logs.map(({ at, level, message }) => `${at} ${level}: ${message}`)
  const output = error === null && run.status === 'succeeded' ? textOf(run.output) : ''
  io.result(run, [facts, logs.join('\n'), error?.stack ?? '', output].filter(Boolean).join('\n\n'))
  return 0
}

/** `svc app show` */
export async function showApp({ client, io, arguments: { app: name } }: CommandContext<Commands['app show']>) {
  const app = await client.request<ShownApp>('GET', `/api/agent-apps/${encodeURIComponent(name)}`)
  const { schedule, error, permissions } = app
  const granted = Object.entries(permissions).filter(([, value]) => isGranted(value))
  const facts = factsText([
    ['app', `${app.name} ${app.version ?? '-'}${app.enabled ? '' : ' (switched off)'}`],
    ['name', app.display_name],
    ['description', app.description],
    ['inputs', app.inputs && Object.keys((app.inputs['properties'] as object | undefined) ?? {}).join(', ')],
    ['may', granted.map(([key, value]) => `${key}: ${textOf(value)}`).join('; ') || 'nothing but compute'],
    ['runners', app.runners.join(', ')],
    ['schedule', schedule && `${schedule.cron} (${schedule.timezone})`],
    ['next run', schedule && (schedule.next_run_at ?? 'none: it is not run by the clock now')],
  ])
  const broken = error && `The folder is broken. ${servedText(app)}\n${problemsText(error.problems)}`
  io.result(app, [facts, broken].filter(Boolean).join('\n\n'))
  return 0
}

function servedText({ version }: ShownApp): string {
  return version === null ? 'The app cannot be run.' : `Version ${version} runs, as it was before.`
}

function isGranted(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== false && value !== 'none'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** One fact a line, those that there are. */
function factsText(facts: readonly (readonly [string, string | null])[]): string {
  return columns(facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]])))
}
