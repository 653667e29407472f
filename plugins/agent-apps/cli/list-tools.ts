import type { ToolManifest } from '@svc/plugin'
import type { CommandContext } from '@svc/plugin/contracts/cli'
import { problemsText } from '../catalog/problem-text.ts'
import type { SandboxedToolSummary } from '../tools/sandboxed-tool-summary.ts'
import { allPages } from './all-pages.ts'

/** `svc tool list` */
export async function listTools(context: CommandContext): Promise<number> {
  const folders = await allPages<SandboxedToolSummary>(context.client, '/api/sandboxed-tools')
  const tools = await allPages<ToolManifest>(context.client, '/api/tools')
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
