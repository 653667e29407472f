import type { ToolManifest } from '@svc/plugin'
import type { AgentAppSummary } from '@svc/plugin/contracts/agent-apps'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { everyItem } from '@svc/plugin/library/every-item'
import { problemsText, problemText } from '../catalog/problem-text.ts'
import type { SandboxedToolSummary } from '../tools/sandboxed-tool-summary.ts'

/** `svc app list` */
export async function listApps(context: CommandContext): Promise<number> {
  const items = await everyItem<AgentAppSummary>(context.client, '/api/agent-apps')
  const width = Math.max(0, ...items.map(({ name }) => name.length))
  const lines = items.map(({ name, version, description, enabled, error }) => {
    const state = enabled ? '' : ' (switched off)'
    const line = `${name.padEnd(width)}  ${version ?? '-'}${state}  ${description ?? ''}`.trimEnd()
    return error ? `${line}\n${problemText(error)}` : line
  })
  context.io.result(
    { items },
    lines.length > 0 ? lines.join('\n') : `There are no agent apps. Make one with "${context.io.svc} app new <name>".`,
  )
  return 0
}

/** `svc tool list` */
export async function listTools(context: CommandContext): Promise<number> {
  const folders = await everyItem<SandboxedToolSummary>(context.client, '/api/sandboxed-tools')
  const tools = await everyItem<ToolManifest>(context.client, '/api/tools')
  const broken = folders.filter(({ error }) => error !== undefined)
  const width = Math.max(0, ...tools.map(({ name }) => name.length))
  const lines = tools.map(({ name, effect, title }) => `${name.padEnd(width)}  ${effect.padEnd(11)}  ${title}`)
  const faults = broken.map(({ name, error }) => `${name} is broken:\n${problemsText(error?.problems ?? [])}`)
  context.io.result(
    { items: tools, broken },
    [...lines, ...faults].join('\n') || `There are no tools. Make one with "${context.io.svc} tool new <name>".`,
  )
  return 0
}
